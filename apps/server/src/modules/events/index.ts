import { eventsJobs } from './jobs.ts'
import { createEventsRouter } from './router.ts'
import { createEvents, type EventsDeps } from './service.ts'

export { createFailureDigest, OUTBOUND_REASON_CODES } from './failure-digest.ts'

export function createEventsModule(deps: EventsDeps) {
  const service = createEvents(deps)
  return { service, router: createEventsRouter(service), jobs: eventsJobs(service) }
}
