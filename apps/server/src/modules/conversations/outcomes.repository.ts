// SQL of what became of conversations, for analytics: one query for each figure, each by an index of its own.
import type { Conversation } from '@parlance/contract/conversations/schemas'
import { PREVIEW_PAGES } from '@parlance/contract/analytics/widget-location'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../lib/db/pool.ts'
import { rows } from '../../lib/db/sql.ts'

export interface OutcomesScope {
  readonly workspaceId: string
  /** All of the workspace when undefined. */
  readonly agentIds: readonly string[] | undefined
  readonly channel: Conversation['channel'] | undefined
  /** Our own origin: conversations of its preview pages count nowhere. */
  readonly own: string
  readonly from: Date
  /** Not part of it. */
  readonly to: Date
  /** What people do in conversations of the period counts until then. */
  readonly until: Date
}

const time = (at: Date) => sql`${at.toISOString()}::timestamptz`

/** Conditions on `conversations c`; no condition on when. */
function scopeSql({ workspaceId, agentIds, channel, own }: OutcomesScope): SQL {
  const ofAgents = agentIds && sql`and c.agent_id = any(${sql.param([...agentIds])}::text[])`
  const byChannel = channel === undefined ? sql`and c.channel <> 'test'` : sql`and c.channel = ${channel}`
  return sql`c.workspace_id = ${workspaceId} ${ofAgents ?? sql``} ${byChannel}
    and not (c.page_url ~ ${PREVIEW_PAGES.preview} or (starts_with(c.page_url, ${`${own}/`}) and not c.page_url ~ ${PREVIEW_PAGES.share}))`
}
/** Nothing is said in a conversation before it begins, so that the index by the newest message bounds the search. */
const beganSql = ({ from, to }: OutcomesScope) =>
  sql`c.last_message_at >= ${time(from)} and c.started_at >= ${time(from)} and c.started_at < ${time(to)}`

/** What other modules know of conversations. */
export interface KnownOf {
  /** Conversations in which a person was asked for, whoever asked. */
  readonly requested: readonly string[]
  /** How many questions of a conversation the knowledge could not answer. */
  readonly unanswered: readonly { readonly conversationId: string; readonly questions: number }[]
}

interface Counted {
  readonly conversations: number
  /** Those that people had no part in. */
  readonly withoutPeople: number
  /** Those of them in which the agent answered at least one message. */
  readonly answered: number
}
const countedSql = (scope: OutcomesScope, { requested, unanswered }: KnownOf, key: SQL): SQL =>
  sql`with people as (
      select m.conversation_id as id from messages m
        where m.workspace_id = ${scope.workspaceId} and m.author in ('human', 'system')
          and m.at >= ${time(scope.from)} and m.at < ${time(scope.until)}
      union
      select unnest(${sql.param([...requested])}::text[])
    ), unanswered as (
      select * from unnest(
        ${sql.param(unanswered.map(({ conversationId }) => conversationId))}::text[],
        ${sql.param(unanswered.map(({ questions }) => questions))}::int[]
      ) as u(id, questions)
    )
    select ${key} as key, count(*)::float8 as conversations,
      (count(*) filter (where p.id is null))::float8 as "withoutPeople",
      (count(*) filter (where p.id is null and (u.id is null or u.questions < (
        select count(*) from messages m where m.conversation_id = c.id and m.author = 'user'
      ))))::float8 as answered
    from conversations c left join people p on p.id = c.id left join unanswered u on u.id = c.id
    where ${scopeSql(scope)} and ${beganSql(scope)} group by 1`

/** Conversations that began in a quarter of an hour. */
export interface BeganRow extends Counted {
  /** In milliseconds. */
  readonly at: number
}
export const countBegan = async (db: Db, scope: OutcomesScope, known: KnownOf): Promise<BeganRow[]> => {
  const quarter = sql`(extract(epoch from date_bin('15 minutes', c.started_at, timestamptz 'epoch')) * 1000)::float8`
  const found = await rows<Counted & { key: number }>(db, countedSql(scope, known, quarter))
  return found.map(({ key, ...row }) => ({ at: key, ...row }))
}

/** By agent. */
export const countByAgent = async (
  db: Db,
  scope: OutcomesScope,
  known: KnownOf,
): Promise<ReadonlyMap<string, Counted>> => {
  const found = await rows<Counted & { key: string }>(db, countedSql(scope, known, sql`c.agent_id`))
  return new Map(found.map(({ key, ...row }) => [key, row]))
}

/** When a person was asked for, and in which conversation. */
export interface Requested {
  readonly conversationId: string
  readonly at: Date
}
/** `step` is where the agent was when it handed over; empty when the visitor asked. */
export interface RequestRow {
  readonly id: string
  /** In milliseconds. */
  readonly at: number
  readonly byVisitor: boolean
  readonly step: string
}
/** The message and the request of one occasion are stored within moments of each other. */
const aboutThen = sql`between r.at - interval '2 seconds' and r.at + interval '2 seconds'`
/** Those of these requests whose conversation is in the scope, in their order. */
export const describeRequests = async (
  db: Db,
  scope: OutcomesScope,
  requested: readonly Requested[],
): Promise<RequestRow[]> =>
  requested.length === 0
    ? []
    : rows(
        db,
        sql`select c.id, (extract(epoch from r.at) * 1000)::float8 as at,
          exists (select 1 from messages m where m.conversation_id = c.id and m.id like 'handoff-asked:%' and m.at ${aboutThen}) as "byVisitor",
          coalesce((select jsonb_path_query_array(t.trace, '$[*] ? (@.type == "node").name') ->> -1
            from turns t where t.conversation_id = c.id and t.ended_at ${aboutThen} limit 1), '') as step
        from jsonb_to_recordset(${JSON.stringify(requested)}::jsonb) as r("conversationId" text, at timestamptz)
        join conversations c on c.id = r."conversationId"
        where ${scopeSql(scope)} order by r.at`,
      )

/** Maximum rows; the newest are read. */
const MOST_EVENTS = 50_000
/** What people did from the beginning of the period on, in order; `reply` is a message of theirs. */
export interface PeopleRow {
  readonly id: string
  readonly at: number
  readonly kind: 'reply' | 'handoff-asked' | 'handoff-cancelled' | 'message-left' | 'human-joined' | 'human-left'
  /** When the conversation was ended for good; null while it was not. */
  readonly endedAt: number | null
}
export const listPeopleEvents = (db: Db, scope: OutcomesScope): Promise<PeopleRow[]> =>
  rows(
    db,
    sql`select id, at, kind, "endedAt" from (
      select c.id, m.seq, (extract(epoch from m.at) * 1000)::float8 as at,
      case m.author when 'human' then 'reply' else split_part(m.id, ':', 1) end as kind,
      (extract(epoch from c.ended_at) * 1000)::float8 as "endedAt"
    from messages m join conversations c on c.id = m.conversation_id
    where m.workspace_id = ${scope.workspaceId} and m.author in ('human', 'system')
      and m.at >= ${time(scope.from)} and m.at < ${time(scope.until)} and ${scopeSql(scope)}
    order by m.at desc, m.seq desc limit ${MOST_EVENTS}
    ) as newest order by at, seq`,
  )

/** How often 1 to 5 was given in the period. */
export const countScores = (
  db: Db,
  scope: OutcomesScope,
): Promise<{ readonly score: number; readonly count: number }[]> =>
  rows(
    db,
    sql`select c.rating as score, count(*)::float8 as count from conversations c
      where c.rating is not null and c.rated_at >= ${time(scope.from)} and c.rated_at < ${time(scope.to)} and ${scopeSql(scope)}
      group by 1`,
  )

/** What conversations began with, most first, in one of its spellings. */
export const countFirstQuestions = (
  db: Db,
  scope: OutcomesScope,
  limit: number,
): Promise<{ readonly question: string; readonly count: number }[]> =>
  rows(
    db,
    sql`select min(c.title) as question, count(*)::float8 as count from conversations c
      where ${scopeSql(scope)} and ${beganSql(scope)} and c.title <> '' and not c.ephemeral
      group by lower(btrim(c.title)) order by 2 desc, 1 limit ${limit}`,
  )
