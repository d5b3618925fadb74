// Owns messaging channels: connections of agents, threads and their lanes, and the outbox.
import type { MessagingChannel } from '@parlance/contract/channels/list'
import { isRegion, type Region } from '@parlance/contract/lib/regions'
import { DAY_MS } from '@parlance/contract/lib/time'
import { randomId } from '@parlance/contract/lib/ids'
import type { Ctx } from '../../lib/ctx.ts'
import type { ProviderWebhook } from '../../lib/http/provider-webhook.ts'
import type { Logger } from '../../lib/log.ts'
import { type ConnectionsDeps, createConnections, visitorKeyOf } from './connections/connections.ts'
import { listAccountsWith } from './connections/connections.repository.ts'
import * as identities from './identities.repository.ts'
import type { ChannelConversations } from './channel-conversations.ts'
import { createDelivery, type DeliveryDeps } from './outbound/delivery.ts'
import { BURST, createHandleBatch } from './inbound/lanes.ts'
import { createBeginThread } from './outbound/begin-thread.ts'
import { createOptOuts, type OptOutDeps } from './outbound/opt-outs.ts'
import { createMetaPages } from './meta/meta-pages.ts'
import { createBuyNumbers } from './phone-numbers/buy-numbers.ts'
import { createPhoneNumbers, type PhoneNumbersDeps } from './phone-numbers/phone-numbers.ts'
import type { NumberMarket, PagesProvider } from './ports.ts'
import { createQueueMessage } from './outbound/queue-message.ts'
import { createResend } from './outbound/resend.ts'
import { createReactions } from './reactions/reactions.ts'
import { createReceive } from './inbound/receive.ts'
import { createReports, type ReportDeps } from './connections/reports.ts'
import { createListeners, type ListenerDeps } from './connections/listeners.ts'
import { createSendQueued } from './outbound/send.ts'
import { createPace, createThreadWorker } from './workers.ts'

export interface ChannelsDeps
  extends ConnectionsDeps, Pick<DeliveryDeps, 'deliveryChanged'>, Pick<OptOutDeps, 'originOf'> {
  readonly gateways: ConnectionsDeps['gateways'] & ListenerDeps['gateways']
  readonly numbers: Omit<PhoneNumbersDeps, 'connections' | 'vault'>
  readonly market: NumberMarket
  readonly conversations: ChannelConversations
  readonly metaPages: PagesProvider
  readonly contextFor: (region: Region, workspaceId?: string) => Ctx
  readonly nodesOf: ReportDeps['nodesOf']
  readonly regions: readonly Region[]
  readonly node: string
  readonly log: Logger
}

/** Longer than any call of a provider; renewed before each. */
const SEND_LEASE_MS = 30_000
/** Longer than any turn. */
const LANE_LEASE_MS = 30_000
const RENEW_MS = 8000
const KEPT_DAYS = 8
/** Afterwards sent parts are deleted. */
const STATES_KEPT_DAYS = 90
const RETRY_MS = 1000
/** Names looked up for a call that is too large. */
const MAX_NAMED = 10
/** Staggers visitors' turns slightly, so that providers' calls get through. */
const TURN_GAP_MS = 10

export function createChannels(deps: ChannelsDeps) {
  const { contextFor, conversations, log, node, regions, vault } = deps
  const connections = createConnections(deps)
  const visitorKey = (connectionId: string, thread: string) => visitorKeyOf(vault, connectionId, thread)
  const until = (ctx: Ctx, ms: number) => new Date(ctx.now().getTime() + ms)

  const delivery = createDelivery({ connections, conversations, deliveryChanged: deps.deliveryChanged })
  const sendQueued = createSendQueued({ connections, changed: delivery.changed })
  const senders = createThreadWorker({
    contextFor,
    log,
    name: 'sending to a channel',
    listDue: (ctx) => identities.listDueSenders(ctx.db, ctx.now()),
    async work(ctx, id) {
      const holds = () => identities.holdSender(ctx.db, id, node, until(ctx, SEND_LEASE_MS), ctx.now())
      if (!(await holds())) return undefined
      try {
        return await sendQueued(ctx, id, holds)
      } finally {
        await identities.releaseSender(ctx.db, id, node)
      }
    },
  })
  const wakeSender = (ctx: Ctx, id: string) => senders.wake(ctx, id)

  const { queueMessage, catchUp, partsOf } = createQueueMessage({ connections, conversations, wakeSender })
  const inTransaction = createQueueMessage({ connections, conversations, wakeSender: () => undefined })
  const pace = createPace(TURN_GAP_MS)
  const handleBatch = createHandleBatch({ connections, conversations, visitorKey, catchUp, wakeSender })
  const lanes = createThreadWorker({
    contextFor,
    log,
    name: 'answering on a channel',
    listDue: (ctx) => identities.listDueLanes(ctx.db, ctx.now(), BURST),
    async work(ctx, id) {
      const hold = () => identities.holdLane(ctx.db, id, node, until(ctx, LANE_LEASE_MS), ctx.now())
      const due = await identities.dueOfLane(ctx.db, id, ctx.now(), BURST)
      if (!due || due > ctx.now()) return due
      await pace()
      if (!(await hold())) return undefined
      const renewing = setInterval(() => void hold().catch(() => undefined), RENEW_MS)
      try {
        await handleBatch(ctx, id, `ch-${randomId(16)}`)
        return until(ctx, BURST.quietMs)
      } catch (error) {
        log.info({ err: error }, 'a message of a channel waits')
        return until(ctx, RETRY_MS)
      } finally {
        clearInterval(renewing)
        await identities.releaseLane(ctx.db, id, node)
      }
    },
  })

  const optOuts = createOptOuts({ vault, originOf: deps.originOf })
  const reactions = createReactions({ connections, conversations, changed: delivery.changed, wakeSender })
  const receive = createReceive({
    connections,
    reactions,
    states: delivery,
    optOuts,
    visitorKey,
    wakeLane: (ctx, id) => lanes.wake(ctx, id, BURST.quietMs + 20),
  })

  const numbers = createPhoneNumbers({ ...deps.numbers, connections, vault })
  const contextOf = (region: string) => (isRegion(region) && regions.includes(region) ? contextFor(region) : undefined)
  const languageOfAgent = async (channel: MessagingChannel, account: string) => {
    for (const region of regions) {
      const connection = await connections.finder(channel, contextOf, async () => region)({ account })
      const words = connection && (await conversations.words(contextFor(region), connection.agentId))
      if (words) return words.language
    }
    return undefined
  }
  const listeners = createListeners({
    adapters: deps.adapters,
    gateways: deps.gateways,
    node,
    log,
    async sayIn(channel, account, visitorLanguage) {
      const agentLanguage = account === undefined ? undefined : await languageOfAgent(channel, account)
      return conversations.sayIn(agentLanguage ?? 'auto', visitorLanguage)
    },
    async accountsWith(channel, setting, value) {
      const found = await Promise.all(
        regions.map((region) => listAccountsWith(contextFor(region).db, { channel, setting, value })),
      )
      return found.flat()
    },
  })

  return {
    connections,
    delivery,
    reactions,
    resend: createResend({ connections, conversations, partsOf, changed: delivery.changed, wakeSender }),
    wakeSender,
    numbers,
    buyNumbers: createBuyNumbers({ market: deps.market, provider: deps.numbers.provider, vault, numbers }),
    reports: createReports({ connections, wakeSender, nodesOf: deps.nodesOf }),
    metaPages: createMetaPages({ vault, provider: deps.metaPages, connections }),
    campaigns: createBeginThread({
      connections,
      conversations,
      optOuts,
      visitorKey,
      queueMessage: inTransaction.queueMessage,
      wakeSender,
    }),
    optOuts,
    queueMessage,
    webhooks: deps.adapters.map((adapter): ProviderWebhook => {
      return {
        provider: adapter.channel,
        verify: (request, findAccount) =>
          adapter.verify(
            request,
            connections.finder(adapter.channel, contextOf, async (account) => (await findAccount(account))?.region),
            async (account) => (await findAccount(account)) !== undefined,
          ),
        async namedBy(request) {
          const find = connections.finder(adapter.channel, contextOf, async () => undefined)
          const named = (adapter.namedBy?.(request) ?? []).slice(0, MAX_NAMED)
          const accounts = await Promise.all(
            named.map(async (by) => ('account' in by ? by.account : (await find(by))?.account)),
          )
          return accounts.filter((account) => account !== undefined)
        },
        handle: receive,
      }
    }),
    async start(alone: (region: Region) => boolean): Promise<void> {
      for (const region of regions) if (alone(region)) await identities.releaseAll(contextFor(region).db)
      lanes.start(regions)
      senders.start(regions)
      listeners.start()
    },
    async close(): Promise<void> {
      await listeners.close()
      await Promise.all([lanes.close(), senders.close()])
    },
    /** Deletes channel identities with their conversations, except opt-outs. */
    forget: (ctx: Ctx, conversationIds: readonly string[]) => identities.forget(ctx.db, conversationIds),
    sweep: (ctx: Ctx) =>
      identities.deleteBefore(ctx.db, until(ctx, -KEPT_DAYS * DAY_MS), until(ctx, -STATES_KEPT_DAYS * DAY_MS)),
  }
}
export type Channels = ReturnType<typeof createChannels>
