// SQL of the list of orgs with figures of their conversations: one query for a page.
import { PREVIEW_PAGES } from '@parlance/contract/analytics/widget-location'
import { ATTENTION_RULES } from '@parlance/contract/orgs/schemas'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Cursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/db/pool.ts'
import { isAfter, containsText } from '../../lib/db/sql.ts'
import { clients, type OrgRow, orgs } from './schema.ts'

export interface OrgQuery {
  readonly workspaceId: string
  readonly search?: string | undefined
  readonly needsAttention: boolean
  /** Ids; undefined for all. */
  readonly among?: readonly string[] | undefined
  /** Conversations that started earlier are not counted. */
  readonly since: Date
  readonly after?: Cursor | undefined
  readonly limit: number
}

export interface OrgCounts {
  readonly conversations: number
  readonly answered: number
  readonly ratings: number
  readonly satisfaction: number | null
  /** In milliseconds; null without any. */
  readonly lastActivity: number | null
  readonly waiting: number
}
export type ListedOrg = OrgRow & { readonly clients: number; readonly counts: OrgCounts }

/** Newest first; `search` finds parts of names. */
export async function listOrgs(db: Db, query: OrgQuery): Promise<ListedOrg[]> {
  const { workspaceId, search, needsAttention, among, since, after, limit } = query
  const from = sql`${since.toISOString()}::timestamptz`
  // Previews are not counted, except for visitors who wait for a person there.
  const counts = sql`not c.page_url ~ ${PREVIEW_PAGES.preview}`
  const perAgent = sql`(
    select c.agent_id,
      count(*) filter (where c.started_at >= ${from} and ${counts}) as conversations,
      count(*) filter (where c.started_at >= ${from} and p.id is null and ${counts}) as answered,
      count(*) filter (where c.rated_at >= ${from} and ${counts}) as ratings,
      sum(c.rating) filter (where c.rated_at >= ${from} and ${counts}) as rated,
      count(*) filter (where c.handoff_at is not null and c.ended_at is null) as waiting
    from conversations c
    left join (
      select distinct m.conversation_id as id from messages m
      where m.workspace_id = ${workspaceId} and m.author in ('human', 'system') and m.at >= ${from}
    ) p on p.id = c.id
    where c.workspace_id = ${workspaceId} and c.channel <> 'test'
      and (c.last_message_at >= ${from} or c.handoff_at is not null)
    group by c.agent_id
  )`
  const counted = sql`lateral (
    select coalesce(sum(f.conversations), 0)::float8 as conversations,
      coalesce(sum(f.answered), 0)::float8 as answered,
      coalesce(sum(f.ratings), 0)::float8 as ratings,
      (sum(f.rated) / nullif(sum(f.ratings), 0))::float8 as satisfaction,
      coalesce(sum(f.waiting), 0)::float8 as waiting
    from per_agent f where f.agent_id = any(${orgs.agentIds})
  )`
  const lastActivity = sql`(
    select (extract(epoch from max(newest.at)) * 1000)::float8 from unnest(${orgs.agentIds}) as a(id) cross join lateral (
      select c.last_message_at as at from conversations c
      where c.agent_id = a.id and c.workspace_id = ${workspaceId} and c.channel <> 'test'
      order by c.last_message_at desc nulls last limit 1
    ) newest
  )`
  const { minConversations, leastAnswered, minRatings, leastSatisfaction } = ATTENTION_RULES
  const rows = await db
    .with(db.$with('per_agent', {}).as(perAgent))
    .select({
      org: orgs,
      clients: sql<number>`(select count(*)::int from ${clients} where ${clients.orgId} = ${orgs.id})`,
      counts: {
        conversations: sql<number>`counted.conversations`,
        answered: sql<number>`counted.answered`,
        ratings: sql<number>`counted.ratings`,
        satisfaction: sql<number | null>`counted.satisfaction`,
        waiting: sql<number>`counted.waiting`,
        lastActivity: sql<number | null>`${lastActivity}`,
      },
    })
    .from(orgs)
    .innerJoin(sql`${counted} as counted`, sql`true`)
    .where(
      and(
        eq(orgs.workspaceId, workspaceId),
        search ? containsText(orgs.name, search) : undefined,
        among && inArray(orgs.id, [...among]),
        needsAttention
          ? sql`(counted.waiting > 0
              or (counted.conversations >= ${minConversations} and counted.answered < ${leastAnswered} * counted.conversations)
              or (counted.ratings >= ${minRatings} and counted.satisfaction < ${leastSatisfaction}))`
          : undefined,
        isAfter(after, { at: orgs.createdAt, id: orgs.id, idOrder: 'asc' }),
      ),
    )
    .orderBy(desc(orgs.createdAt), orgs.id)
    .limit(limit)
  return rows.map(({ org, ...row }) => ({ ...org, ...row }))
}
