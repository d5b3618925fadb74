// SQL of the second factor: secret, consecutive wrong codes, recovery codes.
import { and, count, eq, inArray, isNull } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { recoveryCodes, twoFactors } from '../schema.ts'

export type FactorRow = typeof twoFactors.$inferSelect

export async function factorOf(db: Db, userId: string): Promise<FactorRow | undefined> {
  const [row] = await db.select().from(twoFactors).where(eq(twoFactors.userId, userId))
  return row
}

export async function lockFactor(tx: Db, userId: string): Promise<FactorRow | undefined> {
  const [row] = await tx.select().from(twoFactors).where(eq(twoFactors.userId, userId)).for('update')
  return row
}

/** Replaces an unconfirmed secret; false if one is confirmed. Wrong codes stay counted. */
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

export async function deleteFactor(tx: Db, userId: string): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.delete(twoFactors).where(eq(twoFactors.userId, userId))
}

export async function replaceRecoveryCodes(tx: Db, userId: string, hashes: readonly string[]): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.insert(recoveryCodes).values(hashes.map((hash) => ({ userId, hash })))
}

/** Consumes a recovery code with one of the hashes; false if there is none. */
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
