import type { auditApi } from '@parlance/core/audit/audit.api'
import type { Handlers } from '../../platform/http/handlers.ts'
import type { Audit } from './service.ts'

export const auditRoutes = (audit: Audit): Handlers<typeof auditApi> => ({
  list: (ctx, input) => audit.list(ctx, input),
  csv: (ctx, input) => audit.csv(ctx, input),
  check: (ctx, { uid }) => audit.check(ctx, uid),
})
