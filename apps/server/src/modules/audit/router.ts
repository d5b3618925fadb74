import type { auditApi } from '@parlance/contract/audit/api'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { Audit } from './service.ts'

export const createAuditRouter = (audit: Audit): Handlers<typeof auditApi> => ({
  list: (ctx, input) => audit.list(ctx, input),
  csv: (ctx, input) => audit.csv(ctx, input),
  check: (ctx, { uid }) => audit.check(ctx, uid),
})
