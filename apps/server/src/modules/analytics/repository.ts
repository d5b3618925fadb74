// All SQL of analytics.
import { desc, eq } from 'drizzle-orm'
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
