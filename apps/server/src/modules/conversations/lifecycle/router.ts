// The edge of what visitors do with a conversation as a whole.
import type { lifecycleApi } from '@parlance/contract/conversations/lifecycle-api'
import type { Handlers } from '../../../lib/http/handlers.ts'
import type { Lifecycle } from './lifecycle.ts'

export const lifecycleRoutes = (face: Lifecycle): Handlers<typeof lifecycleApi> => ({
  visitorConversations: face.listOwn,
  end: (ctx, input) => face.change(ctx, input, 'end'),
  rate: face.rate,
  mailTranscript: face.mailTranscript,
  requestHandoff: face.requestHandoff,
  cancelHandoff: (ctx, input) => face.change(ctx, input, 'cancel'),
  leaveMessage: face.leaveMessage,
})
