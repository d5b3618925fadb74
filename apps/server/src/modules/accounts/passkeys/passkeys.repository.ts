import { randomId } from '@parlance/contract/lib/ids'
import { MOST_PASSKEYS } from '@parlance/contract/accounts/security'
import { and, asc, eq, lt } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { inTx } from '../../../lib/db/pool.ts'
import { lockUser } from '../repository.ts'
import { passkeys } from '../schema.ts'

export type PasskeyRow = typeof passkeys.$inferSelect
export type NewPasskey = Pick<
  PasskeyRow,
  'userId' | 'name' | 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'synced'
>

export const passkeysOf = (db: Db, userId: string): Promise<PasskeyRow[]> =>
  db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.createdAt))

export async function passkeyByCredential(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  const [row] = await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId))
  return row
}

/** Undefined if the passkey is registered already or the account has the maximum. `also` runs in the same transaction. */
export function addPasskey(
  db: Db,
  passkey: NewPasskey,
  also: (tx: Db) => Promise<void>,
): Promise<PasskeyRow | undefined> {
  return inTx(db, async (tx) => {
    await lockUser(tx, passkey.userId, 'update')
    if ((await passkeysOf(tx, passkey.userId)).length >= MOST_PASSKEYS) return undefined
    const [row] = await tx
      .insert(passkeys)
      .values({ id: randomId(24), ...passkey })
      .onConflictDoNothing({ target: passkeys.credentialId })
      .returning()
    if (row) await also(tx)
    return row
  })
}

/**
 * False if the counter did not increase (a clone or a replay) or the passkey is gone. Some authenticators always report
 * 0.
 */
export async function recordUse(db: Db, id: string, counter: number, synced: boolean, now: Date): Promise<boolean> {
  const newer = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter)
  const rows = await db
    .update(passkeys)
    .set({ counter, synced, lastUsedAt: now, updatedAt: now })
    .where(and(eq(passkeys.id, id), newer))
    .returning({ id: passkeys.id })
  return rows.length > 0
}

export async function renamePasskey(db: Db, userId: string, id: string, name: string, now: Date): Promise<void> {
  await db
    .update(passkeys)
    .set({ name, updatedAt: now })
    .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)))
}

/** `also` runs in the same transaction. */
export function removePasskey(
  db: Db,
  userId: string,
  id: string,
  also: (tx: Db, name: string) => Promise<void>,
): Promise<void> {
  return inTx(db, async (tx) => {
    // Locked, because a concurrent removal of another sign-in method relies on this one.
    await lockUser(tx, userId, 'update')
    const [row] = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)))
      .returning({ name: passkeys.name })
    if (row) await also(tx, row.name)
  })
}

export async function removeAllPasskeys(db: Db, userId: string): Promise<number> {
  return (await db.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id })).length
}
