// The edge of what visitors do with a conversation as a whole.
import type { lifecycleApi } from '@parlance/contract/conversations/lifecycle-api'
import type { Handlers } from '../../../lib/http/handlers.ts'
import type { Lifecycle } from './lifecycle.ts'

export const lifecycleRoutes = (service: Lifecycle): Handlers<typeof lifecycleApi> => ({
  visitorConversations: service.listOwn,
  end: (ctx, input) => service.change(ctx, input, 'end'),
  rate: service.rate,
  mailTranscript: service.mailTranscript,
  requestHandoff: service.requestHandoff,
  cancelHandoff: (ctx, input) => service.change(ctx, input, 'cancel'),
  leaveMessage: service.leaveMessage,
})
