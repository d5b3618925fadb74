import type { CannedReply } from '@parlance/contract/conversations/inbox-api'
import type { Person } from '@parlance/contract/conversations/schemas'
import type { EngineState } from '@parlance/contract/engine/types'
import { and, asc, count, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { rows } from '../../../lib/db/sql.ts'
import { snoozedSql } from '../repository.ts'
import { cannedReplies, conversationNotes, type NoteRow } from './schema.ts'

const MAX_NOTES_SHOWN = 500

export async function setTags(db: Db, id: string, tags: readonly string[]): Promise<void> {
  await db.execute(sql`update conversations set tags = ${sql.param([...tags])}::text[] where id = ${id}`)
}
export async function setSnooze(db: Db, id: string, until: Date | null): Promise<void> {
  await db.execute(
    sql`update conversations set snoozed_until = ${until && until.toISOString()}::timestamptz, seen_seq = message_count where id = ${id}`,
  )
}
/** Moving back makes it unread; an outdated tab cannot undo what a newer one has seen. */
export async function setSeen(db: Db, id: string, seq: number): Promise<boolean> {
  const changed = await rows(
    db,
    sql`update conversations set seen_seq = ${seq === 0 ? sql`0` : sql`greatest(seen_seq, least(${seq}::int, message_count))`}
      where id = ${id} and seen_seq <> ${seq === 0 ? sql`0` : sql`greatest(seen_seq, least(${seq}::int, message_count))`} returning id`,
  )
  return changed.length > 0
}

/** The newest notes, newest last. With `orgId`, only those of that org; otherwise those of workspace members first. */
export async function listNotes(db: Db, conversationId: string, orgId: string | undefined): Promise<NoteRow[]> {
  const found = await db
    .select()
    .from(conversationNotes)
    .where(
      and(
        eq(conversationNotes.conversationId, conversationId),
        orgId === undefined ? undefined : eq(conversationNotes.orgId, orgId),
      ),
    )
    .orderBy(sql`${conversationNotes.orgId} <> ''`, desc(conversationNotes.at), desc(conversationNotes.id))
    .limit(MAX_NOTES_SHOWN)
  return found.toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1))
}

/** Notes of one org; of workspace members when `orgId` is empty. */
export async function countNotes(db: Db, conversationId: string, orgId: string): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(conversationNotes)
    .where(and(eq(conversationNotes.conversationId, conversationId), eq(conversationNotes.orgId, orgId)))
  return row?.n ?? 0
}
export const insertNote = (db: Db, note: NoteRow) => db.insert(conversationNotes).values(note)
export const insertNoteOnce = async (db: Db, note: NoteRow): Promise<boolean> =>
  (await db.insert(conversationNotes).values(note).onConflictDoNothing().returning({ id: conversationNotes.id }))
    .length > 0

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

export const listCannedReplies = (db: Db, workspaceId: string): Promise<CannedReply[]> =>
  db
    .select({ shortcut: cannedReplies.shortcut, text: cannedReplies.text })
    .from(cannedReplies)
    .where(eq(cannedReplies.workspaceId, workspaceId))
    .orderBy(asc(cannedReplies.position))

/** Serialises saving in a workspace, so that nobody replaces a list they have not read. */
export async function lockCannedReplies(db: Db, workspaceId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('canned-replies'), hashtext(${workspaceId}))`)
}

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
      (select count(*)::int from conversations c where workspace_id = ${workspaceId} and (handoff_at is not null or left_open) and not (${snoozedSql})) as waiting,
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
  // The name stays in the text, as a mention of no one.
  await db.execute(
    sql`update conversation_notes set mentions = (select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(mentions) one where not one @> ${of}::jsonb)
      where mentions @> jsonb_build_array(${of}::jsonb)`,
  )
}
