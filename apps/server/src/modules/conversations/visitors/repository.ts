import { sql } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { rows } from '../../../lib/db/sql.ts'

export interface KnownVisitor {
  readonly visitorHash: string
  readonly name: string
  readonly email: string
  readonly lastAt: Date
}

export async function findVisitor(db: Db, agentId: string, subject: string): Promise<KnownVisitor | undefined> {
  const [row] = await rows<{ visitor_hash: string; name: string; email: string; last_at: Date | string }>(
    db,
    sql`select visitor_hash, name, email, last_at from visitors where agent_id = ${agentId} and subject = ${subject}`,
  )
  return row && { visitorHash: row.visitor_hash, name: row.name, email: row.email, lastAt: new Date(row.last_at) }
}

export interface IdentifiedVisitor {
  readonly agentId: string
  readonly workspaceId: string
  readonly subject: string
  readonly visitorHash: string
  readonly name: string
  readonly email: string
  readonly at: Date
}

/** To get their previous key, lock the balance and call `findVisitor` first. */
export async function upsertVisitor(db: Db, one: IdentifiedVisitor): Promise<void> {
  const at = one.at.toISOString()
  await db.execute(sql`
    insert into visitors (agent_id, subject, workspace_id, visitor_hash, name, email, first_at, last_at)
    values (${one.agentId}, ${one.subject}, ${one.workspaceId}, ${one.visitorHash}, ${one.name}, ${one.email}, ${at}::timestamptz, ${at}::timestamptz)
    on conflict (agent_id, subject) do update set visitor_hash = excluded.visitor_hash, name = excluded.name, email = excluded.email, last_at = excluded.last_at`)
}

/** Claims conversations started under this person's key while their row was deleted. */
export async function claimConversations(
  db: Db,
  one: Pick<IdentifiedVisitor, 'agentId' | 'subject' | 'visitorHash'>,
): Promise<void> {
  await db.execute(
    sql`update conversations set identity = ${one.subject} where agent_id = ${one.agentId} and visitor_hash = ${one.visitorHash} and identity is null`,
  )
}

export async function isNamed(db: Db, agentId: string, visitorHash: string): Promise<boolean> {
  const found = await rows(
    db,
    sql`select 1 from visitors where agent_id = ${agentId} and visitor_hash = ${visitorHash}`,
  )
  return found.length > 0
}

export interface MovedConversation {
  readonly id: string
  readonly runningTurn: string | null
}

/** Moves conversations of one key, anonymous or the same person's. A message id that both used is replaced. */
export async function moveConversations(
  db: Db,
  { agentId, subject, from, to }: { agentId: string; subject: string; from: string; to: string },
): Promise<MovedConversation[]> {
  const found = await rows<{ id: string; running_turn: string | null }>(
    db,
    sql`with moved as (
      update conversations set visitor_hash = ${to}, identity = ${subject}
      where agent_id = ${agentId} and visitor_hash = ${from} and channel = 'web-chat' and coalesce(identity, ${subject}) = ${subject}
      returning id, running_turn
    ), followed as (
      update turns t set visitor_hash = ${to}, client_message_id = case when exists (
          select 1 from turns o where o.agent_id = t.agent_id and o.visitor_hash = ${to} and o.client_message_id = t.client_message_id
        ) then t.id else t.client_message_id end
      from moved where t.conversation_id = moved.id
    )
    select id, running_turn from moved`,
  )
  return found.map(({ id, running_turn }) => ({ id, runningTurn: running_turn }))
}

/** Moves merges of an old key to the visitor's new key. */
export async function moveContact(
  db: Db,
  { agentId, subject, from, to }: { agentId: string; subject: string; from: string; to: string },
): Promise<void> {
  await db.execute(
    sql`update blocked_visitors set visitor_hash = ${to}, subject = ${subject} where agent_id = ${agentId} and visitor_hash = ${from}`,
  )
  await db.execute(sql`with gone as (
      delete from contact_visitors where agent_id = ${agentId} and visitor_hash = ${from} returning workspace_id, contact_id
    )
    insert into contact_visitors (agent_id, visitor_hash, workspace_id, contact_id)
    select ${agentId}, ${to}, workspace_id, contact_id from gone on conflict (agent_id, visitor_hash) do nothing`)
}

/** The visitor's newest kept conversation; null when it has ended. */
export async function newestConversation(db: Db, agentId: string, visitorHash: string): Promise<string | null> {
  const [row] = await rows<{ id: string; ended: boolean }>(
    db,
    sql`select id, ended_at is not null as ended from conversations
      where agent_id = ${agentId} and visitor_hash = ${visitorHash} and channel = 'web-chat' and not ephemeral
      order by last_message_at desc, id desc limit 1`,
  )
  return row && !row.ended ? row.id : null
}

/** Only moves forward, at most to the last message; returns the position. */
export async function setReadSeq(db: Db, conversationId: string, seq: number, now: Date): Promise<number | undefined> {
  const [row] = await rows<{ seq: number }>(
    db,
    sql`update conversations set visitor_read_seq = greatest(visitor_read_seq, least(${seq}::int, message_count)),
        visitor_read_at = case when least(${seq}::int, message_count) > visitor_read_seq then ${now.toISOString()}::timestamptz else visitor_read_at end
      where id = ${conversationId} returning visitor_read_seq as seq`,
  )
  return row?.seq
}

/** Deletes visitors without a conversation who were not seen since `before`; returns how many. */
export async function deleteUnusedVisitors(db: Db, before: Date): Promise<number> {
  const gone = await rows(
    db,
    sql`delete from visitors v where v.last_at < ${before.toISOString()}::timestamptz and not exists (
      select 1 from conversations c where c.agent_id = v.agent_id and c.visitor_hash = v.visitor_hash
    ) returning 1`,
  )
  return gone.length
}
