import { sql } from 'drizzle-orm'
import type { MessageReaction } from '@parlance/contract/channels/schemas'
import type { Db } from '../../../lib/db/pool.ts'
import { rows } from '../../../lib/db/sql.ts'
import { seqOfKey } from '../identities.repository.ts'

interface NewReaction extends MessageReaction {
  readonly identityId: string
  readonly conversationId: string
  readonly at: Date
}

/** Our message of a thread's current conversation, by its provider id. */
export async function findSent(
  db: Db,
  connectionId: string,
  { providerId, thread, threadPrefix = null }: { providerId: string; thread: string; threadPrefix?: string | null },
): Promise<Pick<NewReaction, 'identityId' | 'conversationId' | 'seq'> | undefined> {
  const [found] = await rows<{ id: string; conversation_id: string | null; key: string }>(
    db,
    sql`select i.id, i.conversation_id, o.key from channel_outbox o join external_identities i on i.id = o.identity_id
      where o.connection_id = ${connectionId} and o.provider_id = ${providerId}
        and (i.thread = ${thread} or starts_with(i.thread, ${threadPrefix}::text)) order by o.id desc limit 1`,
  )
  const seq = found && seqOfKey(found.key, found.conversation_id)
  if (!found?.conversation_id || seq === undefined) return undefined
  return { identityId: found.id, conversationId: found.conversation_id, seq }
}

/** False when a later reaction is stored. An empty emoji is kept, so that late events don't restore it. */
export async function saveReaction(db: Db, given: NewReaction): Promise<boolean> {
  const saved = await rows(
    db,
    sql`insert into channel_reactions (identity_id, conversation_id, seq, by, emoji, at)
      values (${given.identityId}, ${given.conversationId}, ${given.seq}, ${given.by}, ${given.emoji}, ${given.at.toISOString()}::timestamptz)
      on conflict (conversation_id, seq, by) do update set emoji = excluded.emoji, at = excluded.at
      where channel_reactions.at <= excluded.at returning 1`,
  )
  return saved.length > 0
}
export const listReactions = (db: Db, conversationId: string): Promise<MessageReaction[]> =>
  rows(
    db,
    sql`select seq, by, emoji from channel_reactions where conversation_id = ${conversationId} and emoji <> '' order by seq desc, by limit 1000`,
  )
/** The provider's id of the last message of a visitor's batch. */
export async function inboundOfBatch(db: Db, identityId: string, batch: string): Promise<string | undefined> {
  const [found] = await rows<{ id: string }>(
    db,
    sql`select external_id as id from channel_inbound where identity_id = ${identityId} and batch = ${batch} order by id desc limit 1`,
  )
  return found?.id
}
