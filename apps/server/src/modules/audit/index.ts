import { auditJobs } from './jobs.ts'
import { createAuditRouter } from './router.ts'
import { createAudit } from './service.ts'

export { createCounter, type Told } from './count-refusals.ts'
export { type Audit, type AuditWrite, type Who, whoOf } from './service.ts'

export function createAuditModule(isSupport: Parameters<typeof createAudit>[0]) {
  const service = createAudit(isSupport)
  return { service, router: createAuditRouter(service), jobs: auditJobs(service) }
}
