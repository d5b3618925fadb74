// The SQL of accounts that better-auth does not do: one-time tokens, the change of a password, the end of a session.
import { randomId } from '@parlance/contract/lib/ids'
import { and, eq, gt, inArray, like, lte, ne, sql } from 'drizzle-orm'
import { sha256 } from '../../lib/crypto.ts'
import type { Db } from '../../lib/db/pool.ts'
import { inTx } from '../../lib/db/pool.ts'
import { credentials, sessions, users, verifications } from './schema.ts'

export type TicketPurpose = 'second-step' | 'passkey-sign-in' | 'passkey-add' | 'provider'
export type Purpose = 'verify-email' | 'reset-password' | 'change-email' | 'invitation' | TicketPurpose
export type UserRow = typeof users.$inferSelect

/** The password, among the ways to sign in. */
export const CREDENTIAL = 'credential'
const rowId = (purpose: Purpose, userId: string) => `${purpose}:${userId}`
/** The purpose is part of what is hashed, so a token opens only the door it was made for. */
export const identifierOf = (purpose: Purpose, token: string) => sha256(`${purpose}:${token}`)

export async function findUserById(db: Db, id: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, id)).limit(1)
  return row
}

/** `email` in lower case. */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.email, email)).limit(1)
  return row
}

export async function markAnnounced(db: Db, userId: string): Promise<void> {
  await db.update(users).set({ announced: true }).where(eq(users.id, userId))
}

/** Makes the only valid token of this user for this purpose; an earlier one ends. `value` is what it stands for, the user when absent. */
export async function issueToken(
  db: Db,
  purpose: Purpose,
  userId: string,
  expiresAt: Date,
  value = userId,
): Promise<string> {
  const token = randomId(32)
  const identifier = identifierOf(purpose, token)
  await db
    .insert(verifications)
    .values({ id: rowId(purpose, userId), identifier, value, expiresAt })
    .onConflictDoUpdate({ target: verifications.id, set: { identifier, value, expiresAt, updatedAt: sql`now()` } })
  return token
}

/** Like `issueToken` for something a browser has begun, of which there may be several; takes ended ones along. */
export async function issueTicket(db: Db, purpose: TicketPurpose, value: string, now: Date, until: Date) {
  const token = randomId(32)
  const ended = and(like(verifications.id, `${purpose}:%`), lte(verifications.expiresAt, now))
  await db.delete(verifications).where(ended)
  const row = { id: rowId(purpose, randomId(24)), identifier: identifierOf(purpose, token), value, expiresAt: until }
  await db.insert(verifications).values(row)
  return token
}

const valid = (purpose: Purpose, token: string, now: Date) =>
  and(eq(verifications.identifier, identifierOf(purpose, token)), gt(verifications.expiresAt, now))

/** Whose token it is, without using it up. */
export async function holderOf(db: Db, purpose: Purpose, token: string, now: Date): Promise<string | undefined> {
  const [row] = await db
    .select({ userId: verifications.value })
    .from(verifications)
    .where(valid(purpose, token, now))
  return row?.userId
}

/** Uses the token up; of several callers at once, one gets the user. */
export async function consume(db: Db, purpose: Purpose, token: string, now: Date): Promise<string | undefined> {
  const [row] = await db
    .delete(verifications)
    .where(valid(purpose, token, now))
    .returning({ userId: verifications.value })
  return row?.userId
}

/** Ends what mails of these purposes offer. */
export async function dropTokens(db: Db, userId: string, purposes: readonly Purpose[]): Promise<void> {
  const ids = purposes.map((purpose) => rowId(purpose, userId))
  await db.delete(verifications).where(inArray(verifications.id, ids))
}

/** Sign-ins that wait for their second step rest on the password that was typed. */
export const dropSecondSteps = (db: Db, userId: string) =>
  db.delete(verifications).where(and(like(verifications.id, 'second-step:%'), eq(verifications.value, userId)))

/** Keeps the user as they are until the end of the transaction: `update` for whoever changes how they sign in. */
export async function lockUser(db: Db, userId: string, strength: 'share' | 'update'): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, userId)).for(strength)
  return row
}

/** A new account that is entered by a password, of which this is the hash; undefined when the address has one by now. */
export function createAccount(
  db: Db,
  account: Pick<UserRow, 'email' | 'name' | 'region' | 'language'>,
  password: string,
  now: Date,
): Promise<UserRow | undefined> {
  return inTx(db, async (tx) => {
    const row = { id: randomId(24), ...account, emailVerified: false, createdAt: now, updatedAt: now }
    // Two sign-ups at once: the table decides who was first.
    const [user] = await tx.insert(users).values(row).onConflictDoNothing().returning()
    if (!user) return undefined
    const credential = { id: randomId(24), userId: user.id, providerId: CREDENTIAL, accountId: user.id, password }
    await tx.insert(credentials).values(credential)
    return user
  })
}

/** The user, if this is news. */
export async function markVerified(db: Db, userId: string, now: Date): Promise<UserRow | undefined> {
  const [user] = await db
    .update(users)
    .set({ emailVerified: true, updatedAt: now })
    .where(and(eq(users.id, userId), ne(users.emailVerified, true)))
    .returning()
  return user
}

/**
 * Uses the token up and marks the address verified; false when the token is not valid. `before` is awaited before the
 * commit with the user, if this is news; when it fails, the token stays valid.
 */
export function verifyByToken(
  db: Db,
  token: string,
  now: Date,
  before: (user: UserRow) => Promise<void>,
): Promise<boolean> {
  return inTx(db, async (tx) => {
    const userId = await consume(tx, 'verify-email', token, now)
    if (userId === undefined) return false
    const user = await markVerified(tx, userId, now)
    if (user) await before(user)
    return true
  })
}

/**
 * Uses the token up, stores the password, ends all sessions of the user and marks the address verified, for the token
 * came by mail; false when the token is not valid. `before` is as for `verifyByToken`; `also` commits with it.
 */
export function resetByToken(
  db: Db,
  given: { readonly token: string; readonly password: string },
  now: Date,
  before: (user: UserRow) => Promise<void>,
  also: (tx: Db, user: UserRow) => Promise<void>,
): Promise<boolean> {
  const { token, password } = given
  return inTx(db, async (tx) => {
    const userId = await consume(tx, 'reset-password', token, now)
    const known = userId === undefined ? undefined : await lockUser(tx, userId, 'update')
    if (userId === undefined || !known) return false
    await tx
      .insert(credentials)
      .values({ id: randomId(24), userId, providerId: CREDENTIAL, accountId: userId, password })
      .onConflictDoUpdate({
        target: [credentials.providerId, credentials.accountId],
        set: { password, updatedAt: now },
      })
    await dropSecondSteps(tx, userId)
    await dropTokens(tx, userId, ['change-email'])
    await tx.delete(sessions).where(eq(sessions.userId, userId))
    const user = await markVerified(tx, userId, now)
    if (user) await before(user)
    await also(tx, { ...known, emailVerified: true })
    return true
  })
}

/** Whether this still is the user's password. */
export async function isCurrentPassword(db: Db, userId: string, hash: string): Promise<boolean> {
  const rows = await db
    .select({ id: credentials.id })
    .from(credentials)
    .where(and(eq(credentials.userId, userId), eq(credentials.providerId, CREDENTIAL), eq(credentials.password, hash)))
    .for('share')
  return rows.length > 0
}

/** The stored hash; undefined for an account without a password. */
export async function passwordOf(db: Db, userId: string): Promise<string | undefined> {
  const [row] = await db.select({ password: credentials.password }).from(credentials).where(passwordRow(userId))
  return row?.password ?? undefined
}

const passwordRow = (userId: string) => and(eq(credentials.userId, userId), eq(credentials.providerId, CREDENTIAL))

/**
 * Puts one hash in the place of another, ends the other sessions of the user and an unused link for a reset; false when
 * the password is another one by now. `also` commits with it.
 */
export function replacePassword(
  db: Db,
  change: { readonly userId: string; readonly from: string; readonly to: string; readonly keep: string },
  now: Date,
  also: (tx: Db) => Promise<void>,
): Promise<boolean> {
  const { userId, from, to, keep } = change
  return inTx(db, async (tx) => {
    await lockUser(tx, userId, 'update')
    const changed = await tx
      .update(credentials)
      .set({ password: to, updatedAt: now })
      .where(and(passwordRow(userId), eq(credentials.password, from)))
      .returning({ id: credentials.id })
    if (changed.length === 0) return false
    await dropTokens(tx, userId, ['reset-password', 'change-email'])
    await dropSecondSteps(tx, userId)
    await endOtherSessions(tx, userId, keep)
    await also(tx)
    return true
  })
}

/** Answers how many lived. */
export async function endAllSessions(db: Db, userId: string): Promise<number> {
  const ended = await db.delete(sessions).where(eq(sessions.userId, userId)).returning({ id: sessions.id })
  return ended.length
}

/** Ends all sessions of the user but the one of the token `keep`; answers how many lived. */
export async function endOtherSessions(db: Db, userId: string, keep: string): Promise<number> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.token, sha256(keep))))
    .returning({ id: sessions.id })
  return ended.length
}

export async function rename(db: Db, userId: string, name: string, now: Date): Promise<UserRow | undefined> {
  const [user] = await db.update(users).set({ name, updatedAt: now }).where(eq(users.id, userId)).returning()
  return user
}

export async function endSession(db: Db, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.token, sha256(token)))
}

/** Whose session it is while it lives. */
export async function userOfSession(db: Db, token: string, now: Date, madeAfter: Date): Promise<UserRow | undefined> {
  const live = and(eq(sessions.token, sha256(token)), gt(sessions.expiresAt, now), gt(sessions.createdAt, madeAfter))
  const [row] = await db
    .select({ user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(live)
  return row?.user
}

export async function dropExpiredSessions(db: Db, userId: string, now: Date): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), lte(sessions.expiresAt, now)))
}
