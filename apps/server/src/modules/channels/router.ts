import type { channelsApi } from '@parlance/contract/channels/api'
import { AppError } from '@parlance/contract/lib/errors'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { Channels } from './service.ts'

export const createChannelsRouter = ({ connections }: Channels): Handlers<typeof channelsApi> => ({
  list: async (ctx, { limit, ...input }) => ({ items: (await connections.list(ctx, input)).items.slice(0, limit) }),
  connect: connections.connect,
  disconnect: connections.disconnect,
  log: async (ctx, { limit, ...input }) => ({ items: (await connections.log(ctx, input)).items.slice(0, limit) }),
  // Calls of providers never come here: they are proven by their raw bytes.
  telegramWebhook: () => Promise.reject(new AppError('NOT_FOUND')),
})
