import { channelsJobs } from './jobs.ts'
import { createChannelsRouter } from './router.ts'
import { type ChannelsDeps, createChannels } from './service.ts'

export type {
  ChannelAdapter,
  ChannelConnection,
  ChannelRequest,
  Compiled,
  CompiledOption,
  FindConnection,
  Inbound,
  InboundMedia,
  OutboundMessage,
  PagesProvider,
  SendOutcome,
  ThreadRef,
} from './ports.ts'

export function createChannelsModule(deps: ChannelsDeps) {
  const service = createChannels(deps)
  return { service, router: createChannelsRouter(service), webhooks: service.webhooks, jobs: channelsJobs(service) }
}
