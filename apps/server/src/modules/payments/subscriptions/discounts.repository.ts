import { and, eq } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { paymentDiscounts } from '../schema.ts'

export async function wasUsed(db: Db, workspaceId: string, code: string): Promise<boolean> {
  const rows = await db
    .select({ code: paymentDiscounts.code })
    .from(paymentDiscounts)
    .where(and(eq(paymentDiscounts.workspaceId, workspaceId), eq(paymentDiscounts.code, code.toUpperCase())))
  return rows.length > 0
}

/** Codes of a subscription that never started can be used again. */
export const forget = (db: Db, workspaceId: string, subscriptionId: string) =>
  db
    .delete(paymentDiscounts)
    .where(and(eq(paymentDiscounts.workspaceId, workspaceId), eq(paymentDiscounts.subscriptionId, subscriptionId)))

export const remember = (db: Db, row: typeof paymentDiscounts.$inferInsert) =>
  db.insert(paymentDiscounts).values(row).onConflictDoNothing()
