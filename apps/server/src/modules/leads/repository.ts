// All SQL of leads; every query is bound to one agent. The access rule of the call has checked the workspace.
import type { Person } from '@parlance/contract/conversations/schemas'
import type { LeadSettings } from '@parlance/contract/leads/schemas'
import { and, arrayContains, arrayOverlaps, asc, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Cursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/db/pool.ts'
import { isAfter, containsText } from '../../lib/db/sql.ts'
import { leadNotes, type LeadRow, leads, leadSettings, type NoteRow } from './schema.ts'

export interface Filters {
  readonly search?: string | undefined
  readonly stage?: string | undefined
  readonly group?: string | undefined
  /** Leads of one of these conversations. */
  readonly conversationIds?: readonly string[] | undefined
}
export interface ListQuery extends Filters {
  readonly agentId: string
  readonly after?: Cursor | undefined
  readonly limit: number
}

/** Characters that JSON puts around and between values, or escapes, and those that `knowledge_fold` turns into them. */
const MARKS = /[[\]",\\\p{Cc}“”„‟″‚、＂，［＼］]+/u

function found(search: string): SQL | undefined {
  const digits = search.replaceAll(/\P{Nd}/gu, '')
  const [longest = ''] = search.split(MARKS).toSorted((a, b) => b.length - a.length)
  const textWith = (values: SQL) => sql`concat_ws(E'\n', ${leads.name}, ${leads.email}, ${leads.phone}, ${values})`
  const whole = sql`(select string_agg(v.value, E'\n') from jsonb_each_text(${leads.variables}) v)`
  return or(
    and(
      containsText(textWith(sql`jsonb_path_query_array(${leads.variables}, '$.*')::text`), longest),
      // Much slower, so it only checks the rows that the first condition left.
      longest === search ? undefined : containsText(textWith(whole), search),
    ),
    digits.length > 3 && !/\p{L}/u.test(search) ? sql`${leads.phoneKey} like ${`%${digits}%`}` : undefined,
  )
}

export const isOneOf = (agentId: string, ids: readonly string[]) =>
  and(eq(leads.agentId, agentId), inArray(leads.id, [...ids]))
export const isLead = (agentId: string, id: string): SQL => sql`${isOneOf(agentId, [id])}`
export const isNoteOf = (ids: readonly string[]) => inArray(leadNotes.leadId, [...ids])

const matches = (agentId: string, filters: Filters): SQL | undefined =>
  and(
    eq(leads.agentId, agentId),
    filters.stage === undefined ? undefined : eq(leads.stage, filters.stage),
    filters.group === undefined ? undefined : eq(leads.group, filters.group),
    filters.conversationIds === undefined
      ? undefined
      : arrayOverlaps(leads.conversationIds, [...filters.conversationIds]),
    filters.search ? found(filters.search) : undefined,
  )
const newestFirst = [sql`${leads.createdAt} desc nulls first`, leads.id] as const

export const list = (db: Db, { agentId, after, limit, ...filters }: ListQuery): Promise<LeadRow[]> =>
  db
    .select()
    .from(leads)
    .where(and(matches(agentId, filters), isAfter(after, { at: leads.createdAt, id: leads.id, idOrder: 'asc' })))
    .orderBy(...newestFirst)
    .limit(limit)

/** Variable names of the newest leads, most frequent first. */
export async function fieldNames(
  db: Db,
  { agentId, ...filters }: Filters & { readonly agentId: string },
  limit: { readonly rows: number; readonly names: number },
): Promise<string[]> {
  const newest = db
    .select({ variables: leads.variables })
    .from(leads)
    .where(matches(agentId, filters))
    .orderBy(...newestFirst)
    .limit(limit.rows)
  const { rows } = await db.execute<{ name: string }>(
    sql`select name from (${newest}) newest, jsonb_object_keys(newest.variables) name group by name order by count(*) desc, name limit ${limit.names}`,
  )
  return rows.map(({ name }) => name)
}

/** Number of notes by lead; of one org if given. */
export async function countNotes(
  db: Db,
  ids: readonly string[],
  orgId: string | undefined,
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const counted = await db
    .select({ leadId: leadNotes.leadId, n: sql<number>`count(*)::int` })
    .from(leadNotes)
    .where(and(isNoteOf(ids), orgId === undefined ? undefined : eq(leadNotes.orgId, orgId)))
    .groupBy(leadNotes.leadId)
  return new Map(counted.map(({ leadId, n }) => [leadId, n]))
}

export async function find(db: Db, agentId: string, id: string): Promise<LeadRow | undefined> {
  const [row] = await db
    .select()
    .from(leads)
    .where(isOneOf(agentId, [id]))
  return row
}
export const findAll = (db: Db, agentId: string, ids: readonly string[]): Promise<LeadRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : db.select().from(leads).where(isOneOf(agentId, ids))

/** Leads with one of these addresses, numbers or conversations, oldest first. Empty keys match nothing. */
export async function findSame(
  db: Db,
  agentId: string,
  keys: { readonly emails: readonly string[]; readonly phones: readonly string[]; readonly conversationId?: string },
): Promise<LeadRow[]> {
  const emails = keys.emails.filter((key) => key !== '')
  const phones = keys.phones.filter((key) => key !== '')
  const same = or(
    emails.length > 0 ? inArray(leads.emailKey, emails) : undefined,
    phones.length > 0 ? inArray(leads.phoneKey, phones) : undefined,
    keys.conversationId === undefined ? undefined : arrayContains(leads.conversationIds, [keys.conversationId]),
  )
  if (!same) return []
  return db
    .select()
    .from(leads)
    .where(and(eq(leads.agentId, agentId), same))
    .orderBy(asc(leads.createdAt), asc(leads.id))
}

export async function countUpTo(db: Db, agentId: string, max: number): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from (select 1 from leads where agent_id = ${agentId} limit ${max}) one`,
  )
  return rows[0]?.n ?? 0
}

export async function insert(db: Db, rows: readonly LeadRow[]): Promise<void> {
  if (rows.length > 0) await db.insert(leads).values([...rows])
}
const excluded = (column: string) => sql`excluded.${sql.identifier(column)}`
/** Updates all columns of existing rows except their owner. */
export async function update(db: Db, rows: readonly LeadRow[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insert(leads)
    .values([...rows])
    .onConflictDoUpdate({
      target: leads.id,
      set: {
        name: excluded('name'),
        email: excluded('email'),
        phone: excluded('phone'),
        emailKey: excluded('email_key'),
        phoneKey: excluded('phone_key'),
        variables: excluded('variables'),
        stage: excluded('stage'),
        group: excluded('group'),
        conversationIds: excluded('conversation_ids'),
        updatedAt: excluded('updated_at'),
      },
    })
}

export async function remove(db: Db, agentId: string, ids: readonly string[]): Promise<number> {
  const gone = await db.delete(leads).where(isOneOf(agentId, ids)).returning({ id: leads.id })
  return gone.length
}

export async function setAll(
  db: Db,
  agentId: string,
  ids: readonly string[],
  change: Partial<Pick<LeadRow, 'stage' | 'group'>>,
  now: Date,
): Promise<void> {
  await db
    .update(leads)
    .set({ ...change, updatedAt: now })
    .where(isOneOf(agentId, ids))
}

/** Removes deleted conversations from leads, but keeps the first position empty, because the next one created no lead. */
export async function forgetConversations(db: Db, ids: readonly string[]): Promise<void> {
  const gone = sql`${sql.param([...ids])}::text[]`
  await db.execute(
    sql`update leads set conversation_ids = array(select case when one = any(${gone}) then '' else one end from unnest(conversation_ids) with ordinality as c(one, place) where place = 1 or one <> all(${gone}) order by place)
      where conversation_ids && ${gone}`,
  )
}

export const groupsOf = async (db: Db, agentId: string): Promise<{ name: string; leads: number }[]> =>
  db
    .select({ name: leads.group, leads: sql<number>`count(*)::int` })
    .from(leads)
    .where(and(eq(leads.agentId, agentId), ne(leads.group, '')))
    .groupBy(leads.group)
    .orderBy(asc(leads.group))

export async function findSettings(db: Db, agentId: string): Promise<LeadSettings | undefined> {
  const [row] = await db
    .select({ rules: leadSettings.rules, stages: leadSettings.stages })
    .from(leadSettings)
    .where(eq(leadSettings.agentId, agentId))
  return row
}
export async function saveSettings(
  db: Db,
  row: LeadSettings & { readonly agentId: string; readonly workspaceId: string },
): Promise<void> {
  const { rules, stages } = row
  await db.insert(leadSettings).values(row).onConflictDoUpdate({ target: leadSettings.agentId, set: { rules, stages } })
}
export async function moveFromLostStages(db: Db, agentId: string, stages: readonly string[], first: string) {
  await db.execute(
    sql`update leads set stage = ${first} where agent_id = ${agentId} and stage <> all(${sql.param([...stages])}::text[])`,
  )
}

export const listNotes = (db: Db, leadId: string, orgId: string | undefined): Promise<NoteRow[]> =>
  db
    .select()
    .from(leadNotes)
    .where(and(isNoteOf([leadId]), orgId === undefined ? undefined : eq(leadNotes.orgId, orgId)))
    .orderBy(asc(leadNotes.at), asc(leadNotes.id))

export async function findNote(db: Db, leadId: string, id: string): Promise<NoteRow | undefined> {
  const [row] = await db
    .select()
    .from(leadNotes)
    .where(and(isNoteOf([leadId]), eq(leadNotes.id, id)))
  return row
}
export async function saveNote(db: Db, note: NoteRow): Promise<void> {
  const { text, editedAt } = note
  await db
    .insert(leadNotes)
    .values(note)
    .onConflictDoUpdate({ target: [leadNotes.leadId, leadNotes.id], set: { text, editedAt } })
}
export async function deleteNote(db: Db, leadId: string, id: string): Promise<void> {
  await db.delete(leadNotes).where(and(isNoteOf([leadId]), eq(leadNotes.id, id)))
}
/** Ids are unique within a lead: on a conflict the note gets a new id. */
export async function moveNotes(db: Db, from: string, to: string): Promise<void> {
  await db.execute(
    sql`update lead_notes n set lead_id = ${to},
        id = case when exists (select 1 from lead_notes o where o.lead_id = ${to} and o.id = n.id) then gen_random_uuid()::text else n.id end
      where lead_id = ${from}`,
  )
}
/** Renames the author of notes after they left. */
export async function renameAuthor(db: Db, { kind, id, name }: Person): Promise<void> {
  await db.execute(
    sql`update lead_notes set author = jsonb_set(author, '{name}', to_jsonb(${name}::text)) where author @> ${JSON.stringify({ kind, id })}::jsonb`,
  )
}

export async function removeOfAgent(db: Db, agentId: string): Promise<void> {
  await db.delete(leads).where(eq(leads.agentId, agentId))
  await db.delete(leadSettings).where(eq(leadSettings.agentId, agentId))
}

/** Serializes writers of an agent's leads, so that a person is not added twice. */
export const lockAgent = (db: Db, agentId: string) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`leads|${agentId}`}, 0))`)
