// The SQL of the second factor: the secret of the app, wrong codes in a row, and the recovery codes that are left.
import { and, count, eq, inArray, isNull } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { recoveryCodes, twoFactors } from '../schema.ts'

export type FactorRow = typeof twoFactors.$inferSelect

export async function factorOf(db: Db, userId: string): Promise<FactorRow | undefined> {
  const [row] = await db.select().from(twoFactors).where(eq(twoFactors.userId, userId))
  return row
}

/** Keeps others who try a code at the same moment waiting: each code is looked at alone. */
export async function lockFactor(tx: Db, userId: string): Promise<FactorRow | undefined> {
  const [row] = await tx.select().from(twoFactors).where(eq(twoFactors.userId, userId)).for('update')
  return row
}

/** Puts the secret in the place of one that was never confirmed; false when one is confirmed. Wrong codes stay counted. */
export async function proposeSecret(db: Db, userId: string, secret: string, now: Date): Promise<boolean> {
  const rows = await db
    .insert(twoFactors)
    .values({ userId, secret })
    .onConflictDoUpdate({
      target: twoFactors.userId,
      set: { secret, lastStep: null, updatedAt: now },
      setWhere: isNull(twoFactors.confirmedAt),
    })
    .returning({ userId: twoFactors.userId })
  return rows.length > 0
}

export async function updateFactor(
  tx: Db,
  userId: string,
  set: Partial<Pick<FactorRow, 'confirmedAt' | 'lastStep' | 'wrong' | 'lockedUntil' | 'recoveryKey'>>,
  now: Date,
): Promise<void> {
  await tx
    .update(twoFactors)
    .set({ ...set, updatedAt: now })
    .where(eq(twoFactors.userId, userId))
}

export async function dropFactor(tx: Db, userId: string): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.delete(twoFactors).where(eq(twoFactors.userId, userId))
}

export async function replaceRecoveryCodes(tx: Db, userId: string, hashes: readonly string[]): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.insert(recoveryCodes).values(hashes.map((hash) => ({ userId, hash })))
}

/** Uses the code up that has one of the hashes; false when the account has none like it. */
export async function useRecoveryCode(tx: Db, userId: string, hashes: readonly string[]): Promise<boolean> {
  const used = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), inArray(recoveryCodes.hash, [...hashes])))
    .returning({ userId: recoveryCodes.userId })
  return used.length > 0
}

export async function recoveryCodesLeft(db: Db, userId: string): Promise<number> {
  const [row] = await db.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  return row?.left ?? 0
}
