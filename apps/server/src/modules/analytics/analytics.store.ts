// All SQL of analytics.
import type { Db } from '../../platform/db/pool.ts'
import { analyticsEvents, type AnalyticsRow } from './analytics.table.ts'

/** False when the occasion is recorded already. */
export async function insert(db: Db, row: AnalyticsRow): Promise<boolean> {
  const made = await db.insert(analyticsEvents).values(row).onConflictDoNothing().returning({ id: analyticsEvents.id })
  return made.length === 1
}
