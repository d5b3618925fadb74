// SQL of conversation outcomes for analytics: one query per figure, each with its own index.
import type { NoticeKind } from '@parlance/contract/conversations/lifecycle'
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
  /** Our own origin: conversations of its preview pages are not counted. */
  readonly own: string
  readonly from: Date
  readonly to: Date
  /** People's actions in the period's conversations count until then. */
  readonly until: Date
}

const time = (at: Date) => sql`${at.toISOString()}::timestamptz`

function scopeSql({ workspaceId, agentIds, channel, own }: OutcomesScope): SQL {
  const ofAgents = agentIds && sql`and c.agent_id = any(${sql.param([...agentIds])}::text[])`
  const byChannel = channel === undefined ? sql`and c.channel <> 'test'` : sql`and c.channel = ${channel}`
  return sql`c.workspace_id = ${workspaceId} ${ofAgents ?? sql``} ${byChannel}
    and not (c.page_url ~ ${PREVIEW_PAGES.preview} or (starts_with(c.page_url, ${`${own}/`}) and not c.page_url ~ ${PREVIEW_PAGES.share}))`
}
/** A conversation has no messages before its start, so the index by newest message bounds the search. */
const beganSql = ({ from, to }: OutcomesScope) =>
  sql`c.last_message_at >= ${time(from)} and c.started_at >= ${time(from)} and c.started_at < ${time(to)}`

export interface KnownOf {
  readonly requested: readonly string[]
  readonly unanswered: readonly { readonly conversationId: string; readonly questions: number }[]
}

interface Counted {
  readonly conversations: number
  readonly withoutPeople: number
  /** Those of them with at least one answer by the agent. */
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

export interface BeganRow extends Counted {
  readonly at: number
}
export const countBegan = async (db: Db, scope: OutcomesScope, known: KnownOf): Promise<BeganRow[]> => {
  const quarter = sql`(extract(epoch from date_bin('15 minutes', c.started_at, timestamptz 'epoch')) * 1000)::float8`
  const found = await rows<Counted & { key: number }>(db, countedSql(scope, known, quarter))
  return found.map(({ key, ...row }) => ({ at: key, ...row }))
}

export const countByAgent = async (
  db: Db,
  scope: OutcomesScope,
  known: KnownOf,
): Promise<ReadonlyMap<string, Counted>> => {
  const found = await rows<Counted & { key: string }>(db, countedSql(scope, known, sql`c.agent_id`))
  return new Map(found.map(({ key, ...row }) => [key, row]))
}

/** Time and conversation of a hand-off request. */
export interface Requested {
  readonly conversationId: string
  readonly at: Date
}
/** `step` is the agent's node when it handed off; empty when the visitor asked. */
export interface RequestRow {
  readonly id: string
  readonly at: number
  readonly byVisitor: boolean
  readonly step: string
}
/** The message and its request are stored within moments of each other. */
const aboutThen = sql`between r.at - interval '2 seconds' and r.at + interval '2 seconds'`
/** Those of these requests whose conversation is in the scope, in order. */
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

const MOST_EVENTS = 50_000
/** People's actions since the start of the period, in order; `reply` is one of their messages. */
export interface PeopleRow {
  readonly id: string
  readonly at: number
  readonly kind: 'reply' | NoticeKind
  /** When the conversation ended for good; null while open. */
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

/** How often each rating from 1 to 5 was given in the period. */
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

/** First questions of conversations, most frequent first, each in one of its spellings. */
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
