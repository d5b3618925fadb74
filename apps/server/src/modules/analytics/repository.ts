// All SQL of analytics.
import { and, desc, eq, gte, inArray, lt } from 'drizzle-orm'
import type { Db } from '../../lib/db/pool.ts'
import { agentSites, analyticsEvents } from './schema.ts'

/** False if the occasion was recorded before. */
export async function insert(db: Db, row: typeof analyticsEvents.$inferInsert): Promise<boolean> {
  const made = await db.insert(analyticsEvents).values(row).onConflictDoNothing().returning({ id: analyticsEvents.id })
  return made.length === 1
}

export async function forgetWorkspace(db: Db, workspaceId: string): Promise<void> {
  await db.delete(analyticsEvents).where(eq(analyticsEvents.workspaceId, workspaceId))
}

export const latestSites = (db: Db, agentId: string, limit: number) =>
  db.select().from(agentSites).where(eq(agentSites.agentId, agentId)).orderBy(desc(agentSites.lastAt)).limit(limit)

const MOST_REQUESTS = 20_000
/** Requests for a person in a workspace, of all agents or of these, oldest first. */
export async function handoffRequests(
  db: Db,
  asked: {
    readonly workspaceId: string
    readonly agentIds: readonly string[] | undefined
    readonly from: Date
    readonly until: Date
  },
): Promise<{ conversationId: string; at: Date }[]> {
  const rows = await db
    .select({ occasion: analyticsEvents.occasion, at: analyticsEvents.at })
    .from(analyticsEvents)
    .where(
      and(
        eq(analyticsEvents.workspaceId, asked.workspaceId),
        eq(analyticsEvents.name, 'handoff_requested'),
        asked.agentIds && inArray(analyticsEvents.agentId, [...asked.agentIds]),
        gte(analyticsEvents.at, asked.from),
        lt(analyticsEvents.at, asked.until),
      ),
    )
    .orderBy(desc(analyticsEvents.at))
    .limit(MOST_REQUESTS)
  return rows.toReversed().map(({ occasion, at }) => ({ conversationId: occasion.slice(0, occasion.indexOf('|')), at }))
}
