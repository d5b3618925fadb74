import { sql } from 'drizzle-orm'
import type { Db } from '../../lib/db/pool.ts'

/** Number of agents of the workspace that use each of these functions in their published copy or draft. */
export async function functionsUse(
  db: Db,
  workspaceId: string,
  functionIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (functionIds.length === 0) return new Map()
  const ids = sql.join(
    functionIds.map((id) => sql`${id}`),
    sql`, `,
  )
  const { rows } = await db.execute<{ id: string; n: number }>(sql`
    select named.id, count(distinct agents.id)::int as n
    from agents
    left join agent_drafts on agent_drafts.agent_id = agents.id
    cross join lateral jsonb_array_elements_text(
      coalesce(agents.config->'functionsIds', '[]') || coalesce(agent_drafts.config->'functionsIds', '[]')
    ) as named(id)
    where agents.workspace_id = ${workspaceId} and named.id in (${ids})
    group by named.id`)
  return new Map(rows.map(({ id, n }) => [id, n]))
}
