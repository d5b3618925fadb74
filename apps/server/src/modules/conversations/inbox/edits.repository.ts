import type { MessageItem } from '@parlance/contract/conversations/attachments'
import { storableJson as json } from '@parlance/contract/lib/text'
import { sql } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { rows } from '../../../lib/db/sql.ts'

export interface SaidRow {
  readonly conversationId: string
  readonly seq: number
  readonly items: readonly MessageItem[]
  /** Nothing came after it until then; failed answers don't count. */
  readonly isLast: boolean
}
export async function findSaid(
  db: Db,
  said: { agentId: string; visitorHashes: readonly string[]; keys: readonly string[]; at: Date },
): Promise<SaidRow | undefined> {
  const { agentId, visitorHashes, keys, at } = said
  return (
    await rows<SaidRow>(
      db,
      sql`select m.conversation_id as "conversationId", m.seq, m.items, not exists (
          select 1 from messages later where later.conversation_id = m.conversation_id and later.seq > m.seq
            and (later.author = 'user' or (later.author in ('agent', 'human') and later.status = 'complete' and later.at <= ${at.toISOString()}::timestamptz))
        ) as "isLast"
        from turns t join messages m on m.turn_id = t.id and m.author = 'user' and m.conversation_id = t.conversation_id
        where t.agent_id = ${agentId} and t.visitor_hash = any(${sql.param([...visitorHashes])}::text[])
          and t.client_message_id = any(${sql.param([...keys])}::text[])
        order by m.seq desc limit 1`,
    )
  )[0]
}
export async function lockSaid(
  db: Db,
  conversationId: string,
  seq: number,
): Promise<{ items: MessageItem[]; workspaceId: string } | undefined> {
  return (
    await rows<{ items: MessageItem[]; workspaceId: string }>(
      db,
      sql`select items, workspace_id as "workspaceId" from messages
        where conversation_id = ${conversationId} and seq = ${seq} and author = 'user' for update`,
    )
  )[0]
}
interface Changed {
  readonly conversationId: string
  readonly seq: number
  readonly items: readonly MessageItem[]
  /** Null when the first item is all of it. */
  readonly plain: string | null
  readonly preview: string
}
/** The list shows the last message, and translations are of the words before. */
export async function changeSaid(db: Db, changed: Changed, now: Date): Promise<void> {
  const { conversationId, seq, items, plain, preview } = changed
  const stored = json({ items, plain, preview })
  await db.execute(
    sql`with given as (select ${stored}::jsonb as value), changed as (
        update messages set items = value -> 'items', plain = value ->> 'plain', edited_at = ${now.toISOString()}::timestamptz
        from given where conversation_id = ${conversationId} and seq = ${seq} returning id
      ), listed as (
        update conversations set preview = value ->> 'preview' from given where id = ${conversationId} and message_count = ${seq}
      )
      delete from message_translations where conversation_id = ${conversationId} and message_id in (select id from changed)`,
  )
}
