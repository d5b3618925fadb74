// Owns copies of master agents for clients, and pushes of what the master changed.
import { createCopies } from './copies.ts'
import type { FleetDeps } from './ports.ts'
import { createPushJob } from './push-job.ts'
import { createPushes } from './pushes.ts'

export const createFleet = (deps: FleetDeps) => ({
  ...createCopies(deps),
  ...createPushes(deps),
  work: createPushJob(deps),
})
export type Fleet = ReturnType<typeof createFleet>
