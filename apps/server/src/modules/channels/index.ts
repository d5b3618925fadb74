import { channelsJobs } from './jobs.ts'
import { createChannelsRouter } from './router.ts'
import { type ChannelsDeps, createChannels } from './service.ts'
import { createWhatsappNumbers, type WhatsappAccounts } from './whatsapp.ts'

export type {
  ChannelAdapter,
  ChannelConnection,
  ChannelRequest,
  Compiled,
  CompiledOption,
  FindConnection,
  Inbound,
  InboundMedia,
  ListenDeps,
  OutboundMessage,
  PagesProvider,
  SendOutcome,
  ThreadRef,
} from './ports.ts'

export type { WhatsappAccounts } from './whatsapp.ts'

export function createChannelsModule({ whatsapp, ...deps }: ChannelsDeps & { readonly whatsapp: WhatsappAccounts }) {
  const service = createChannels(deps)
  return {
    service,
    router: createChannelsRouter(service),
    whatsapp: createWhatsappNumbers({ connections: service.connections, accounts: whatsapp }),
    webhooks: service.webhooks,
    jobs: channelsJobs(service),
  }
}
