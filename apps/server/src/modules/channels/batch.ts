// What came in on one thread and is handled together.
import type { Item } from '@parlance/contract/items/schemas'
import type { Ctx } from '../../lib/ctx.ts'
import type { ChannelConversations, ChannelWords } from './channel-conversations.ts'
import type { Connections } from './connections.ts'
import type { Say } from './fill-form.ts'
import type { IdentityRow, InboundRow } from './identities.repository.ts'
import type { ChannelAdapter, ChannelConnection } from './ports.ts'

export interface LaneDeps {
  readonly connections: Pick<Connections, 'adapterOf' | 'open'>
  readonly conversations: ChannelConversations
  readonly visitorKey: (connectionId: string, thread: string) => string
  /** Queues what was said in a conversation lately and waits for that yet. */
  readonly catchUp: (ctx: Ctx, conversationId: string) => Promise<void>
  readonly wakeSender: (ctx: Ctx, identityId: string) => void
}

export interface Batch {
  readonly identity: IdentityRow
  readonly connection: ChannelConnection
  readonly adapter: ChannelAdapter
  /** The same for the same batch, however often it is tried. */
  readonly key: string
  readonly rows: readonly InboundRow[]
  readonly words: ChannelWords
  readonly say: Say
  /** Says something of our own; under one name once a batch. */
  readonly tell: (items: readonly Item[], name: string) => Promise<void>
}
