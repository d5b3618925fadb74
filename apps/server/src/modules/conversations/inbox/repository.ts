// SQL of what people of the agent's side do in conversations.
import type { CannedReply } from '@parlance/contract/conversations/inbox-api'
import type { Person } from '@parlance/contract/conversations/schemas'
import type { EngineState } from '@parlance/contract/engine/types'
import { newMessageId } from '@parlance/contract/lib/ids'
import { cut, storable } from '@parlance/contract/lib/text'
import { and, asc, count, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { rows, shownAs } from '../repository.ts'
import { cannedReplies, conversationNotes, type NoteRow } from './schema.ts'

const MAX_NOTES_SHOWN = 500

export interface NewReply {
  readonly conversationId: string
  /** Of the client: the same one again is the same message. */
  readonly clientId: string
  readonly text: string
  readonly by: Person
}

/** Turns and replies share one column; no turn has an id of this form. */
const replyTurn = (clientId: string) => `reply:${clientId}`

/** Sequence number of a reply that was stored before. */
export async function findReply(db: Db, conversationId: string, clientId: string): Promise<number | undefined> {
  const [found] = await rows<{ seq: number }>(
    db,
    sql`select seq from messages where conversation_id = ${conversationId} and turn_id = ${replyTurn(clientId)} and author = 'human'`,
  )
  return found?.seq
}

/** Returns its sequence number. To be called under the lock of the conversation. */
export async function insertReply(db: Db, reply: NewReply, now: Date): Promise<number> {
  const at = now.toISOString()
  const text = storable(reply.text)
  const [added] = await rows<{ seq: number }>(
    db,
    sql`with numbered as (
      update conversations set message_count = message_count + 1, last_message_at = ${at}::timestamptz, preview = ${cut(text, 120)},
        seen_seq = message_count + 1, snoozed_until = null
      where id = ${reply.conversationId} returning message_count, workspace_id
    )
    insert into messages (conversation_id, workspace_id, seq, id, turn_id, author, items, by, status, at)
    select ${reply.conversationId}, workspace_id, message_count, ${newMessageId()}, ${replyTurn(reply.clientId)}, 'human',
      ${JSON.stringify([{ type: 'text', text }])}::jsonb, ${JSON.stringify(shownAs(reply.by))}::jsonb, 'complete', ${at}::timestamptz from numbered
    returning seq`,
  )
  return added?.seq ?? 0
}

export async function setTags(db: Db, id: string, tags: readonly string[]): Promise<void> {
  await db.execute(sql`update conversations set tags = ${sql.param([...tags])}::text[] where id = ${id}`)
}
export async function setSnooze(db: Db, id: string, until: Date | null): Promise<void> {
  await db.execute(
    sql`update conversations set snoozed_until = ${until && until.toISOString()}::timestamptz, seen_seq = message_count where id = ${id}`,
  )
}
/** Going back makes it unread; whoever is behind another tab does not undo what that has seen. */
export async function setSeen(db: Db, id: string, seq: number): Promise<boolean> {
  const changed = await rows(
    db,
    sql`update conversations set seen_seq = ${seq === 0 ? sql`0` : sql`greatest(seen_seq, least(${seq}::int, message_count))`}
      where id = ${id} and seen_seq <> ${seq === 0 ? sql`0` : sql`greatest(seen_seq, least(${seq}::int, message_count))`} returning id`,
  )
  return changed.length > 0
}

/** Newest last. `orgId`: only those that people of this org wrote. */
export const listNotes = (db: Db, conversationId: string, orgId: string | undefined): Promise<NoteRow[]> =>
  db
    .select()
    .from(conversationNotes)
    .where(
      and(
        eq(conversationNotes.conversationId, conversationId),
        orgId === undefined ? undefined : eq(conversationNotes.orgId, orgId),
      ),
    )
    .orderBy(asc(conversationNotes.at), asc(conversationNotes.id))
    .limit(MAX_NOTES_SHOWN)

export async function countNotes(db: Db, conversationId: string): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(conversationNotes)
    .where(eq(conversationNotes.conversationId, conversationId))
  return row?.n ?? 0
}
export const insertNote = (db: Db, note: NoteRow) => db.insert(conversationNotes).values(note)

export async function deleteNote(db: Db, conversationId: string, id: string, by: Person): Promise<boolean> {
  const gone = await db
    .delete(conversationNotes)
    .where(
      and(
        eq(conversationNotes.conversationId, conversationId),
        eq(conversationNotes.id, id),
        sql`${conversationNotes.author} ->> 'kind' = ${by.kind} and ${conversationNotes.author} ->> 'id' = ${by.id}`,
      ),
    )
    .returning({ id: conversationNotes.id })
  return gone.length > 0
}

export interface Known {
  readonly language: string
  readonly variables: EngineState['variables']
}
export async function readKnown(db: Db, conversationId: string): Promise<Known> {
  const [row] = await rows<{ language: string; variables: EngineState['variables'] | null }>(
    db,
    sql`select language, engine->'variables' as variables from conversations where id = ${conversationId}`,
  )
  return { language: row?.language ?? '', variables: row?.variables ?? {} }
}

export interface EarlierRow {
  readonly id: string
  readonly title: string
  readonly state: 'ai-chatting' | 'requested_chat' | 'human-chatting' | 'ended_chat'
  readonly last_message_at: Date | string
}
/** Other conversations of the same visitor with the agent, newest first. */
export const listEarlier = (db: Db, conversationId: string, limit: number): Promise<EarlierRow[]> =>
  rows(
    db,
    sql`select o.id, o.title, o.state, o.last_message_at from conversations c
      join conversations o on o.agent_id = c.agent_id and o.id <> c.id and (o.visitor_hash = c.visitor_hash or (c.identity is not null and o.identity = c.identity))
      where c.id = ${conversationId} and not o.ephemeral order by o.last_message_at desc limit ${limit}`,
  )

export const listCannedReplies = (db: Db, workspaceId: string): Promise<CannedReply[]> =>
  db
    .select({ shortcut: cannedReplies.shortcut, text: cannedReplies.text })
    .from(cannedReplies)
    .where(eq(cannedReplies.workspaceId, workspaceId))
    .orderBy(asc(cannedReplies.position))

export async function replaceCannedReplies(db: Db, workspaceId: string, items: readonly CannedReply[]): Promise<void> {
  await db.delete(cannedReplies).where(eq(cannedReplies.workspaceId, workspaceId))
  if (items.length > 0)
    await db.insert(cannedReplies).values(items.map((item, position) => ({ ...item, workspaceId, position })))
}

export async function countInbox(
  db: Db,
  workspaceId: string,
  person: Pick<Person, 'kind' | 'id'>,
): Promise<{ waiting: number; mine: number }> {
  const [row] = await rows<{ waiting: number; mine: number }>(
    db,
    sql`select
      (select count(*)::int from conversations where workspace_id = ${workspaceId} and handoff_at is not null) as waiting,
      (select count(*)::int from conversations where workspace_id = ${workspaceId} and assignee is not null and assignee ->> 'id' = ${person.id}
        and assignee ->> 'kind' = ${person.kind} and state = 'human-chatting') as mine`,
  )
  return row ?? { waiting: 0, mine: 0 }
}

export async function forgetPerson(db: Db, { kind, id, name }: Person): Promise<void> {
  const of = JSON.stringify({ kind, id })
  await db.execute(
    sql`update conversations set assignee = null, state = case state when 'human-chatting' then 'ai-chatting' else state end where assignee @> ${of}::jsonb`,
  )
  await db.execute(
    sql`update conversation_notes set author = jsonb_set(author, '{name}', to_jsonb(${name}::text)) where author @> ${of}::jsonb`,
  )
}
