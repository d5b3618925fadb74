// The SQL of the identity database for a new address, the language, and the end of an account.
import type { Language } from '@parlance/contract/accounts/languages'
import { REGIONS } from '@parlance/contract/lib/regions'
import { eq, inArray, like, or } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { inTx, PG, pgError } from '../../../lib/db/pool.ts'
import { putIn } from '../../../lib/jobs/outbox.ts'
import { dropInvitations } from '../invitations/invitations.repository.ts'
import { consume, dropTokens, holderOf, lockUser, type UserRow } from '../repository.ts'
import { sessions, users, verifications } from '../schema.ts'

export async function setLanguage(db: Db, userId: string, language: Language, now: Date): Promise<UserRow | undefined> {
  const [user] = await db.update(users).set({ language, updatedAt: now }).where(eq(users.id, userId)).returning()
  return user
}

/** By address, in lower case; addresses of nobody are left out. */
export async function languagesOf(db: Db, emails: readonly string[]): Promise<ReadonlyMap<string, Language>> {
  const { email, language } = users
  const rows = await db
    .select({ email, language })
    .from(users)
    .where(inArray(email, [...emails]))
  return new Map(rows.map((row) => [row.email, row.language]))
}

export interface NewAddress {
  readonly userId: string
  readonly before: string
  readonly after: string
  /** When, as an ISO time: from then on the address of before is free. */
  readonly at: string
}
/** What a token for a new address stands for. */
export const addressValue = (userId: string, email: string) => `${userId}|${email}`

/** Whose account is to have another address, without using the token up; undefined for a token that is not valid. */
export const userIdByToken = async (db: Db, token: string, now: Date): Promise<string | undefined> =>
  (await holderOf(db, 'change-email', token, now))?.split('|')[0]

/**
 * Uses the token up and gives the account its new address, which is confirmed by it; other ways into the old mailbox end.
 * Undefined for a token that is not valid, 'taken' when somebody else has the address by now. Every region hears of it by
 * the job `job`, exactly when this commits, as does what `also` does with the user as they were.
 */
export async function changeEmailByToken(
  db: Db,
  token: string,
  now: Date,
  job: string,
  also: (tx: Db, user: UserRow, after: string) => Promise<void>,
): Promise<NewAddress | 'taken' | undefined> {
  const change = inTx(db, async (tx) => {
    const value = await consume(tx, 'change-email', token, now)
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

/** Ends the account and all its sessions; every region gets the job, exactly when this commits. False when it is gone. */
export function deleteUser(
  db: Db,
  userId: string,
  job: { readonly name: string; readonly data: Readonly<Record<string, unknown>> },
): Promise<boolean> {
  return inTx(db, async (tx) => {
    const user = await lockUser(tx, userId, 'update')
    if (!user) return false
    await dropInvitations(tx, user.email)
    await tx.delete(verifications).where(or(eq(verifications.value, userId), like(verifications.value, `${userId}|%`)))
    await tx.delete(sessions).where(eq(sessions.userId, userId))
    // What proves who somebody is hangs on the row and goes with it.
    await tx.delete(users).where(eq(users.id, userId))
    for (const region of REGIONS) await putIn(tx, region, job.name, job.data)
    return true
  })
}
