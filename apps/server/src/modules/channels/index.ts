import type { Ctx } from '../../lib/ctx.ts'
import { workingChannels } from './connections/connections.repository.ts'
import { hasThread } from './identities.repository.ts'
import { type Announce, channelsJobs } from './jobs.ts'
import { createChannelsRouter, createNumbersRouter } from './router.ts'
import { createCheckTemplate } from './meta/check-template.ts'
import { type ChannelsDeps, createChannels } from './service.ts'
import { createWhatsappNumbers, type StoreReply, type WhatsappAccounts } from './meta/whatsapp.ts'

export type {
  ChannelAdapter,
  ChannelConnection,
  ChannelRequest,
  Compiled,
  CompiledOption,
  FindConnection,
  FirstMessage,
  Inbound,
  InboundMedia,
  ListenDeps,
  NumberMarket,
  OutboundMessage,
  PagesProvider,
  SendOutcome,
  ThreadRef,
  TwilioNumbers,
} from './ports.ts'
export type { Say } from './inbound/fill-form.ts'

export type { WhatsappAccounts } from './meta/whatsapp.ts'

export const channelQueries = {
  /** False once its channel was disconnected or moved to another agent. */
  hasThread: (ctx: Ctx, conversationId: string) => hasThread(ctx.db, conversationId),
  /** Channels by agent of the workspace that are connected and not failing. */
  working: (ctx: Ctx, agentIds: readonly string[]) => workingChannels(ctx.db, ctx.workspaceId, agentIds),
}

interface ModuleDeps extends ChannelsDeps {
  readonly whatsapp: WhatsappAccounts
  readonly storeReply: StoreReply
  readonly announce: Announce
}

export function createChannelsModule({ whatsapp, storeReply, announce, ...deps }: ModuleDeps) {
  const service = createChannels(deps)
  return {
    service,
    unsubscribe: service.optOuts,
    router: createChannelsRouter(service),
    numbers: createNumbersRouter(service),
    whatsapp: createWhatsappNumbers({
      vault: deps.vault,
      connections: service.connections,
      accounts: whatsapp,
      reply: storeReply,
      conversations: deps.conversations,
      wakeSender: service.wakeSender,
    }),
    webhooks: service.webhooks,
    /** Channels, as campaigns use them. */
    campaigns: {
      ...service.campaigns,
      checkTemplate: createCheckTemplate({ connections: service.connections, accounts: whatsapp }),
    },
    jobs: channelsJobs(service, announce),
  }
}
