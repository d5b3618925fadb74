import type { embedApi } from '@parlance/core/embed/embed.api'
import type { Handlers } from '../../platform/http/handlers.ts'
import type { Widget } from './service.ts'

export const widgetRoutes = (widget: Widget): Handlers<typeof embedApi> => ({
  check: (ctx, input) => widget.check(ctx, input),
  sites: async (ctx, { agentId }) => ({ items: await widget.sites(ctx, agentId) }),
})
