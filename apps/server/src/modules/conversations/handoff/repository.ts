// SQL of hand-offs: presence of people, the queue of an agent, and what came of earlier requests.
import type { Conversation, Person } from '@parlance/contract/conversations/schemas'
import { sql } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { rows } from '../repository.ts'

export type Missed = NonNullable<Conversation['missed']>
/** What a person settled before they handed a conversation back. */
export interface Handback {
  readonly by: string
  readonly text: string
  /** ISO time. */
  readonly at: string
}
export interface HandoffFacts {
  readonly missed: Missed | null
  readonly handback: Handback | null
}

export async function readHandoffFacts(db: Db, conversationId: string): Promise<HandoffFacts> {
  const [row] = await rows<HandoffFacts>(
    db,
    sql`select missed, handback from conversations where id = ${conversationId}`,
  )
  return row ?? { missed: null, handback: null }
}

export async function setHandback(db: Db, id: string, handback: Handback): Promise<void> {
  await db.execute(sql`update conversations set handback = ${JSON.stringify(handback)}::jsonb where id = ${id}`)
}

/** A model's words about a conversation up to one message of its visitor. */
export interface StoredBrief {
  readonly question: string
  readonly open: string
  readonly seq: number
}
export async function readBriefs(
  db: Db,
  id: string,
): Promise<{ readonly brief: StoredBrief | null; readonly handback: Handback | null }> {
  const [row] = await rows<{ brief: StoredBrief | null; handback: Handback | null }>(
    db,
    sql`select brief, handback from conversations where id = ${id}`,
  )
  return row ?? { brief: null, handback: null }
}
export async function setBrief(db: Db, id: string, brief: StoredBrief): Promise<void> {
  await db.execute(sql`update conversations set brief = ${JSON.stringify(brief)}::jsonb where id = ${id}`)
}

type PersonKey = Pick<Person, 'kind' | 'id'>

/** They are there now; `isAway` undefined leaves what they chose. */
export async function touchPresence(
  db: Db,
  workspaceId: string,
  { kind, id }: PersonKey,
  { now, isAway }: { readonly now: Date; readonly isAway?: boolean | undefined },
): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`
  await db.execute(
    sql`insert into handoff_presence (workspace_id, kind, person_id, seen_at, is_away) values (${workspaceId}, ${kind}, ${id}, ${at}, ${isAway ?? false})
      on conflict (workspace_id, kind, person_id) do update set seen_at = excluded.seen_at, is_away = ${isAway === undefined ? sql`handoff_presence.is_away` : sql`excluded.is_away`}`,
  )
}

export interface PresenceRow {
  readonly kind: Person['kind']
  readonly person_id: string
  readonly seen_at: Date | string
  readonly is_away: boolean
  readonly routed_at: Date | string | null
}
export const listPresence = (db: Db, workspaceId: string): Promise<PresenceRow[]> =>
  rows(
    db,
    sql`select kind, person_id, seen_at, is_away, routed_at from handoff_presence where workspace_id = ${workspaceId}`,
  )

export async function setRouted(db: Db, workspaceId: string, { kind, id }: PersonKey, now: Date): Promise<void> {
  await db.execute(
    sql`update handoff_presence set routed_at = ${now.toISOString()}::timestamptz where workspace_id = ${workspaceId} and kind = ${kind} and person_id = ${id}`,
  )
}

/** Conversations that are somebody's and wait for them or are answered by them. */
export const countOpen = (
  db: Db,
  workspaceId: string,
): Promise<{ readonly kind: Person['kind']; readonly id: string; readonly n: number }[]> =>
  rows(
    db,
    sql`select assignee ->> 'kind' as kind, assignee ->> 'id' as id, count(*)::int as n from conversations
      where workspace_id = ${workspaceId} and assignee is not null and (state = 'human-chatting' or handoff_at is not null) group by 1, 2`,
  )

/** One at a time in a workspace, so that two requests do not both go to whoever has the fewest. */
export async function lockRouting(db: Db, workspaceId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('handoff-routing'), hashtext(${workspaceId}))`)
}

export interface WaitingRow {
  readonly id: string
  readonly agent_id: string
  readonly workspace_id: string
  readonly handoff_at: Date | string
  /** The same as text, to the microsecond. */
  readonly since: string
}
/** The longest waiting first; a page of them, `after` the last one of the page before. */
export const listWaiting = (
  db: Db,
  of: { readonly before: Date } | { readonly workspaceId: string },
  limit: number,
  after?: Pick<WaitingRow, 'id' | 'since'>,
) =>
  rows<WaitingRow>(
    db,
    sql`select id, agent_id, workspace_id, handoff_at, handoff_at::text as since from conversations where handoff_at is not null
      and ${'before' in of ? sql`handoff_at <= ${of.before.toISOString()}::timestamptz` : sql`workspace_id = ${of.workspaceId} and assignee is null`}
      and ${after ? sql`(handoff_at, id) > (${after.since}::timestamptz, ${after.id})` : sql`true`}
      order by handoff_at, id limit ${limit}`,
  )

/** Ids of those who wait for people of an agent, the first ones of its queue. */
export async function queueOf(db: Db, workspaceId: string, agentId: string, limit: number): Promise<string[]> {
  const found = await rows<{ id: string }>(
    db,
    sql`select id from conversations where workspace_id = ${workspaceId} and agent_id = ${agentId} and handoff_at is not null order by handoff_at, id limit ${limit}`,
  )
  return found.map(({ id }) => id)
}

export async function forgetPresence(db: Db, { kind, id }: PersonKey): Promise<void> {
  await db.execute(sql`delete from handoff_presence where kind = ${kind} and person_id = ${id}`)
}
export async function deletePresenceOfWorkspace(db: Db, workspaceId: string): Promise<void> {
  await db.execute(sql`delete from handoff_presence where workspace_id = ${workspaceId}`)
}
