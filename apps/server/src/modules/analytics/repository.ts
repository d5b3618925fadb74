// All SQL of analytics.
import { and, asc, desc, eq, gte } from 'drizzle-orm'
import type { Db } from '../../lib/db/pool.ts'
import { agentSites, analyticsEvents, type AnalyticsRow } from './schema.ts'

/** False when the occasion is recorded already. */
export async function insert(db: Db, row: AnalyticsRow): Promise<boolean> {
  const made = await db.insert(analyticsEvents).values(row).onConflictDoNothing().returning({ id: analyticsEvents.id })
  return made.length === 1
}

export async function forgetWorkspace(db: Db, workspaceId: string): Promise<void> {
  await db.delete(analyticsEvents).where(eq(analyticsEvents.workspaceId, workspaceId))
}

/** The latest first. */
export const latestSites = (db: Db, agentId: string, limit: number) =>
  db.select().from(agentSites).where(eq(agentSites.agentId, agentId)).orderBy(desc(agentSites.lastAt)).limit(limit)

/** Requests for a person in a workspace from a moment on, oldest first. */
export async function handoffRequests(
  db: Db,
  { workspaceId, from }: { readonly workspaceId: string; readonly from: Date },
): Promise<{ conversationId: string; at: Date }[]> {
  const rows = await db
    .select({ occasion: analyticsEvents.occasion, at: analyticsEvents.at })
    .from(analyticsEvents)
    .where(
      and(
        eq(analyticsEvents.workspaceId, workspaceId),
        eq(analyticsEvents.name, 'handoff_requested'),
        gte(analyticsEvents.at, from),
      ),
    )
    .orderBy(asc(analyticsEvents.at))
  return rows.map(({ occasion, at }) => ({ conversationId: occasion.slice(0, occasion.indexOf('|')), at }))
}
