import { fleetJobs } from './jobs.ts'
import type { FleetDeps } from './ports.ts'
import { createFleetRouter } from './router.ts'
import { createFleet } from './service.ts'

export function createFleetModule(deps: FleetDeps) {
  const service = createFleet(deps)
  return { service, router: createFleetRouter(service), jobs: fleetJobs(service) }
}
