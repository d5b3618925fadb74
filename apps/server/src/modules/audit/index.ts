import { auditJobs } from './jobs.ts'
import { createAuditRouter } from './router.ts'
import { createAudit } from './service.ts'

export { createRefusalCounter, type RefusalCount } from './refusal-counter.ts'
export { type Audit, type AuditWrite, type AuditActor, auditActorOf } from './service.ts'

export function createAuditModule(isSupport: Parameters<typeof createAudit>[0]) {
  const service = createAudit(isSupport)
  return { service, router: createAuditRouter(service), jobs: auditJobs(service) }
}
