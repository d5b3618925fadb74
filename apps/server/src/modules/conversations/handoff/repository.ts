import type { Conversation, Person } from '@parlance/contract/conversations/schemas'
import { sql } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { rows } from '../../../lib/db/sql.ts'

export type Missed = NonNullable<Conversation['missed']>
/** What a person resolved before they handed a conversation back. */
export interface Handback {
  readonly by: string
  readonly text: string
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

/** The engine continues as after its own hand-off, even if the visitor's button brought the person. */
export async function setReturned(db: Db, id: string): Promise<void> {
  await db.execute(
    sql`update conversations set engine = jsonb_set(engine, '{status}', '"handed-off"') where id = ${id} and engine is not null`,
  )
}

export async function setHandback(db: Db, id: string, handback: Handback): Promise<void> {
  await db.execute(sql`update conversations set handback = ${JSON.stringify(handback)}::jsonb where id = ${id}`)
}

/** A model's summary of a conversation up to a visitor's message. */
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

/** Marks them present; `isAway` undefined keeps their choice. */
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

/** Number of each person's assigned conversations that wait or are being answered. */
export const countOpen = (
  db: Db,
  workspaceId: string,
): Promise<{ readonly kind: Person['kind']; readonly id: string; readonly n: number }[]> =>
  rows(
    db,
    sql`select assignee ->> 'kind' as kind, assignee ->> 'id' as id, count(*)::int as n from conversations
      where workspace_id = ${workspaceId} and assignee is not null and (state = 'human-chatting' or handoff_at is not null) group by 1, 2`,
  )

/** Serialises routing in a workspace, so that concurrent requests don't go to the same person. */
export async function lockRouting(db: Db, workspaceId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('handoff-routing'), hashtext(${workspaceId}))`)
}

export interface WaitingRow {
  readonly id: string
  readonly agent_id: string
  readonly workspace_id: string
  readonly handoff_at: Date | string
  readonly team_id: string | null
  readonly since: string
}
/** Unassigned waiting conversations, longest waiting first per agent, so that no agent's queue blocks another's. */
export const listUnassigned = (
  db: Db,
  workspaceId: string,
  limits: { readonly inAll: number; readonly ofAgent: number },
) =>
  rows<Pick<WaitingRow, 'id' | 'agent_id' | 'team_id'>>(
    db,
    sql`select id, agent_id, team_id from (
        select id, agent_id, team_id, handoff_at, row_number() over (partition by agent_id order by handoff_at, id) as n from conversations
        where workspace_id = ${workspaceId} and handoff_at is not null and assignee is null) waiting
      where n <= ${limits.ofAgent} order by n, handoff_at, id limit ${limits.inAll}`,
  )

/** Longest waiting first; a page of them, `after` the last one of the previous page. */
export const listWaiting = (db: Db, before: Date, limit: number, after?: Pick<WaitingRow, 'id' | 'since'>) =>
  rows<WaitingRow>(
    db,
    sql`select id, agent_id, workspace_id, handoff_at, team_id, handoff_at::text as since from conversations where handoff_at is not null
      and handoff_at <= ${before.toISOString()}::timestamptz
      and ${after ? sql`(handoff_at, id) > (${after.since}::timestamptz, ${after.id})` : sql`true`}
      order by handoff_at, id limit ${limit}`,
  )

export interface AbsentRow {
  readonly id: string
  readonly agent_id: string
  readonly workspace_id: string
  readonly state: Conversation['state']
  readonly message_count: number
  readonly assignee: Person
  readonly assigned_at: Date | string | null
  readonly unanswered: readonly UnansweredMessage[]
}
export interface UnansweredMessage {
  readonly at: string
  /** Empty for a message that holds more than text. */
  readonly text: string
}
const MOST_UNANSWERED = 20
/** The visitor's messages since a person last wrote, oldest first. */
const unansweredSql = sql`(select coalesce(jsonb_agg(jsonb_build_object('at', said.at, 'text', said.text) order by said.seq), '[]'::jsonb) from (
    select m.seq, m.at, case when m.submission is null and jsonb_array_length(m.items) = 1 then coalesce(m.plain, m.items->0->>'text', '') else '' end as text
    from messages m where m.conversation_id = c.id and m.author = 'user'
      and m.seq > coalesce((select max(r.seq) from messages r where r.conversation_id = c.id and r.author = 'human'), 0)
    order by m.seq limit ${sql.raw(String(MOST_UNANSWERED))}) said)`
export const listHolders = (db: Db): Promise<PersonKey[]> =>
  rows(
    db,
    sql`select distinct assignee ->> 'kind' as kind, assignee ->> 'id' as id from conversations
      where assignee is not null and (handoff_at is not null or state = 'human-chatting')`,
  )

export interface Gone {
  readonly seenBefore: Date
  readonly assignedBefore: Date
  readonly offlineClients: readonly string[]
}
/** Conversations of people who are away, or whose dashboard was last open before `seenBefore`; a page of them by id. */
export const listOfAbsent = (
  db: Db,
  { seenBefore, assignedBefore, offlineClients }: Gone,
  limit: number,
  after = '',
): Promise<AbsentRow[]> =>
  rows(
    db,
    sql`select c.id, c.agent_id, c.workspace_id, c.state, c.message_count, c.assignee, c.assigned_at, ${unansweredSql} as unanswered from conversations c
      left join handoff_presence p on p.workspace_id = c.workspace_id and p.kind = c.assignee ->> 'kind' and p.person_id = c.assignee ->> 'id'
      where c.id > ${after} and c.assignee is not null and (c.handoff_at is not null or c.state = 'human-chatting')
        and (p.person_id is null or p.seen_at <= ${seenBefore.toISOString()}::timestamptz
          or case when p.kind = 'client' then p.person_id = any(${sql.param([...offlineClients])}::text[]) else p.is_away end)
        and (c.assigned_at is null or c.assigned_at <= ${assignedBefore.toISOString()}::timestamptz)
      order by c.id limit ${limit}`,
  )

export const listHeld = (db: Db, workspaceId: string, limit: number): Promise<HeldRow[]> =>
  rows(
    db,
    sql`select c.id, c.agent_id, c.state, c.message_count, c.assignee, ${unansweredSql} as unanswered,
        exists (select 1 from messages r where r.conversation_id = c.id and r.author = 'human') as has_replied from conversations c
      where c.workspace_id = ${workspaceId} and c.assignee is not null and (c.handoff_at is not null or c.state = 'human-chatting')
      order by c.id limit ${limit}`,
  )
export const workspacesHeldBy = async (db: Db, { kind, id }: PersonKey): Promise<string[]> => {
  const found = await rows<{ workspace_id: string }>(
    db,
    sql`select distinct workspace_id from conversations
      where assignee @> ${JSON.stringify({ kind, id })}::jsonb and (handoff_at is not null or state = 'human-chatting')`,
  )
  return found.map(({ workspace_id: workspaceId }) => workspaceId)
}
export interface HeldRow {
  readonly id: string
  readonly agent_id: string
  readonly state: string
  readonly message_count: number
  readonly assignee: Person
  readonly unanswered: readonly UnansweredMessage[]
  readonly has_replied: boolean
}

/** Conversations waiting for an agent's people, from the front of its queue. */
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
