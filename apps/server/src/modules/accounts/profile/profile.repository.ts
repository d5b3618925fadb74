import type { Language } from '@parlance/contract/accounts/languages'
import { REGIONS } from '@parlance/contract/lib/regions'
import { eq, inArray, like, or } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { inTx, PG, pgError } from '../../../lib/db/pool.ts'
import { putIn } from '../../../lib/jobs/outbox.ts'
import { deleteInvitationTokens } from '../invitations/invitations.repository.ts'
import { consumeToken, dropTokens, findTokenValue, lockUser, type UserRow } from '../repository.ts'
import { sessions, users, verifications } from '../schema.ts'

export async function setLanguage(db: Db, userId: string, language: Language, now: Date): Promise<UserRow | undefined> {
  const [user] = await db.update(users).set({ language, updatedAt: now }).where(eq(users.id, userId)).returning()
  return user
}

/** By address in lower case; unknown addresses are left out. */
export async function languagesOf(db: Db, emails: readonly string[]): Promise<ReadonlyMap<string, Language>> {
  const { email, language } = users
  const rows = await db
    .select({ email, language })
    .from(users)
    .where(inArray(email, [...emails]))
  return new Map(rows.map((row) => [row.email, row.language]))
}

export interface AddressChange {
  readonly userId: string
  readonly before: string
  readonly after: string
  /** ISO time; from then on the old address is free. */
  readonly at: string
}
export const addressValue = (userId: string, email: string) => `${userId}|${email}`

/** The account of a token for an address change, without consuming it; undefined for an invalid token. */
export const userIdByToken = async (db: Db, token: string, now: Date): Promise<string | undefined> =>
  (await findTokenValue(db, 'change-email', token, now))?.split('|')[0]

/**
 * Uses the token and sets the confirmed address; old links become invalid. Undefined for an invalid token, 'taken' for
 * another account's address. `job` runs in every region, `also` in the transaction.
 */
export async function changeEmailByToken(
  db: Db,
  token: string,
  now: Date,
  job: string,
  also: (tx: Db, user: UserRow, after: string) => Promise<void>,
): Promise<AddressChange | 'taken' | undefined> {
  const change = inTx(db, async (tx) => {
    const value = await consumeToken(tx, 'change-email', token, now)
    const [userId = '', after = ''] = value?.split('|') ?? []
    const user = value === undefined ? undefined : await lockUser(tx, userId, 'update')
    if (!user) return undefined
    await tx.update(users).set({ email: after, emailVerified: true, updatedAt: now }).where(eq(users.id, userId))
    await dropTokens(tx, userId, ['verify-email', 'reset-password'])
    const moved = { userId, before: user.email, after, at: now.toISOString() }
    for (const region of REGIONS) await putIn(tx, region, job, { ...moved })
    await also(tx, user, after)
    return moved
  })
  return change.catch((error: unknown) => {
    if (pgError(error)?.code === PG.uniqueViolation) return 'taken'
    throw error
  })
}

/** Deletes the account with its sessions and enqueues `job` for every region, in one transaction. False if it does not exist. */
export function deleteUser(
  db: Db,
  userId: string,
  job: { readonly name: string; readonly data: Readonly<Record<string, unknown>> },
): Promise<boolean> {
  return inTx(db, async (tx) => {
    const user = await lockUser(tx, userId, 'update')
    if (!user) return false
    await deleteInvitationTokens(tx, user.email)
    await tx.delete(verifications).where(or(eq(verifications.value, userId), like(verifications.value, `${userId}|%`)))
    await tx.delete(sessions).where(eq(sessions.userId, userId))
    // Credentials reference the row and are deleted with it.
    await tx.delete(users).where(eq(users.id, userId))
    for (const region of REGIONS) await putIn(tx, region, job.name, job.data)
    return true
  })
}
