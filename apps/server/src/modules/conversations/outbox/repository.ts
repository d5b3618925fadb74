import type { Conversation, Message } from '@parlance/contract/conversations/schemas'
import { sql } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { rows } from '../../../lib/db/sql.ts'

/** Columns of a message's outbox row, in the order of every `select` that fills it. */
export const outboxColumns = sql.raw(
  'workspace_id, agent_id, conversation_id, seq, message_id, author, channel, begins, form, at',
)

export interface OutboxRow {
  readonly id: number
  readonly workspace_id: string
  readonly agent_id: string
  readonly conversation_id: string
  readonly seq: number
  readonly message_id: string
  readonly author: Message['from']
  readonly channel: Conversation['channel']
  readonly begins: boolean
  readonly form: boolean
  /** In milliseconds: reading a date for each message costs more than all other columns. */
  readonly at: number
}

/** Takes the oldest rows that no other process holds; they return if the transaction fails. Oldest first. */
export async function takeStored(db: Db, limit: number): Promise<OutboxRow[]> {
  const taken = await rows<OutboxRow>(
    db,
    sql`delete from message_outbox where id in (select id from message_outbox order by id limit ${limit} for update skip locked)
      returning id, workspace_id, agent_id, conversation_id, seq, message_id, author, channel, begins, form,
        floor(extract(epoch from at) * 1000)::float8 as at`,
  )
  return taken.toSorted((a, b) => a.id - b.id)
}
