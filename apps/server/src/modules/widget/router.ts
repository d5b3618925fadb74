import type { embedApi } from '@parlance/contract/widget/api'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { Widget } from './service.ts'

export const createWidgetRouter = (widget: Widget): Handlers<typeof embedApi> => ({
  check: (ctx, input) => widget.check(ctx, input),
  sites: async (ctx, { agentId }) => ({ items: await widget.sites(ctx, agentId) }),
})
