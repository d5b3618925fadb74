import type { channelsApi } from '@parlance/contract/channels/api'
import type { numbersApi } from '@parlance/contract/channels/numbers-api'
import { AppError } from '@parlance/contract/lib/errors'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { Channels } from './service.ts'

export const createNumbersRouter = ({ numbers, buyNumbers }: Channels): Handlers<typeof numbersApi> => ({
  list: numbers.list,
  import: numbers.import,
  assign: numbers.assign,
  assignCalls: numbers.assignCalls,
  available: buyNumbers.available,
  buy: buyNumbers.buy,
  release: buyNumbers.release,
  remove: numbers.remove,
})

export const createChannelsRouter = ({
  connections,
  delivery,
  metaPages,
  numbers,
  reactions,
  reports,
  resend,
}: Channels): Handlers<typeof channelsApi> => ({
  async list(ctx, { limit, ...input }) {
    const { items, available } = await connections.list(ctx, input)
    return { items: items.slice(0, limit), available }
  },
  connect: (ctx, input) =>
    input.channel === 'sms' ? numbers.connect(ctx, input.agentId, input.fields) : connections.connect(ctx, input),
  disconnect: connections.disconnect,
  log: async (ctx, { limit, ...input }) => ({ items: (await connections.log(ctx, input)).items.slice(0, limit) }),
  threads: async (ctx, { limit, ...input }) => ({ items: (await reports.threads(ctx, input)).items.slice(0, limit) }),
  records: async (ctx, { limit: _limit, ...input }) => connections.records(ctx, input),
  sendTest: reports.sendTest,
  delivery: delivery.of,
  react: reactions.react,
  resend,
  losses: async (ctx, { limit, ...input }) => ({ items: (await reports.losses(ctx, input)).items.slice(0, limit) }),
  metaLogin: async (_ctx, input) => metaPages.login(input),
  exchangeMetaToken: metaPages.exchange,
  tokenToUser: (ctx, { token }) => metaPages.user(ctx, token),
  tokenToPages: (ctx, { longAccessToken, token }) => metaPages.pages(ctx, longAccessToken ?? token ?? ''),
  connectMetaPage: metaPages.connect,
  removeMetaPage: metaPages.remove,
  checkPageSubscriptions: (ctx, { pageAccessToken, accessToken, token }) =>
    metaPages.subscriptions(ctx, pageAccessToken ?? accessToken ?? token ?? ''),
  metaPages: metaPages.list,
  assignMetaPage: metaPages.assign,
  // Providers' calls are handled elsewhere, verified by their raw bytes.
  telegramWebhook: () => Promise.reject(new AppError('NOT_FOUND')),
})
