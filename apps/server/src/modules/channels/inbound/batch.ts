import type { Item } from '@parlance/contract/items/schemas'
import type { Ctx } from '../../../lib/ctx.ts'
import type { ChannelConversations, ChannelWords } from '../channel-conversations.ts'
import type { Connections } from '../connections/connections.ts'
import type { Say } from './fill-form.ts'
import type { IdentityRow, InboundRow } from '../identities.repository.ts'
import type { ChannelAdapter, ChannelConnection } from '../ports.ts'

export interface LaneDeps {
  readonly connections: Pick<Connections, 'adapterOf' | 'open'>
  readonly conversations: ChannelConversations
  readonly visitorKey: (connectionId: string, thread: string) => string
  /** Queues recent messages of the conversation that still wait. */
  readonly catchUp: (ctx: Ctx, conversationId: string) => Promise<void>
  readonly wakeSender: (ctx: Ctx, identityId: string) => void
}

export interface Batch {
  readonly identity: IdentityRow
  readonly connection: ChannelConnection
  readonly adapter: ChannelAdapter
  /** The same for every try of this batch. */
  readonly key: string
  readonly rows: readonly InboundRow[]
  /** A message of it was changed before it was read. */
  readonly isEdited: boolean
  readonly words: ChannelWords
  readonly say: Say
  /** Sends our own message; once per name and batch. */
  readonly tell: (items: readonly Item[], name: string) => Promise<void>
}
