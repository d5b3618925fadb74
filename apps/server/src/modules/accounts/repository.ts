// SQL of accounts beyond better-auth: users, one-time tokens, passwords, ending sessions.
import { randomId } from '@parlance/contract/lib/ids'
import { and, asc, eq, gt, inArray, like, lte, ne, sql } from 'drizzle-orm'
import { sha256 } from '../../lib/crypto.ts'
import type { Db } from '../../lib/db/pool.ts'
import { inTx } from '../../lib/db/pool.ts'
import { credentials, sessions, users, verifications } from './schema.ts'
import { putSessionsEnded } from './sessions/sessions-ended.ts'

export type TicketPurpose = 'second-step' | 'passkey-sign-in' | 'passkey-add' | 'provider'
export type TokenPurpose = 'verify-email' | 'reset-password' | 'change-email' | 'invitation' | TicketPurpose
export type UserRow = typeof users.$inferSelect

/** `provider_id` of a password in `credentials`. */
export const PASSWORD_PROVIDER = 'credential'
const rowId = (purpose: TokenPurpose, userId: string) => `${purpose}:${userId}`
/** The purpose is part of the hash, so a token works only for its purpose. */
export const identifierOf = (purpose: TokenPurpose, token: string) => sha256(`${purpose}:${token}`)

export async function findUserById(db: Db, id: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, id)).limit(1)
  return row
}

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.email, email)).limit(1)
  return row
}

export async function firstId(db: Db): Promise<string | undefined> {
  const [row] = await db.select({ id: users.id }).from(users).orderBy(asc(users.createdAt), asc(users.id)).limit(1)
  return row?.id
}

export async function markAnnounced(db: Db, userId: string): Promise<void> {
  await db.update(users).set({ announced: true }).where(eq(users.id, userId))
}

/** Issues a token, replacing an earlier one of this user for this purpose. `value` defaults to the user id. */
export async function issueToken(
  db: Db,
  purpose: TokenPurpose,
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

/** Like `issueToken`, but several may be valid at once. Also deletes expired ones. */
export async function issueTicket(db: Db, purpose: TicketPurpose, value: string, now: Date, until: Date) {
  const token = randomId(32)
  const ended = and(like(verifications.id, `${purpose}:%`), lte(verifications.expiresAt, now))
  await db.delete(verifications).where(ended)
  const row = { id: rowId(purpose, randomId(24)), identifier: identifierOf(purpose, token), value, expiresAt: until }
  await db.insert(verifications).values(row)
  return token
}

const valid = (purpose: TokenPurpose, token: string, now: Date) =>
  and(eq(verifications.identifier, identifierOf(purpose, token)), gt(verifications.expiresAt, now))

/** The value of a token, without consuming it. */
export async function findTokenValue(
  db: Db,
  purpose: TokenPurpose,
  token: string,
  now: Date,
): Promise<string | undefined> {
  const [row] = await db
    .select({ userId: verifications.value })
    .from(verifications)
    .where(valid(purpose, token, now))
  return row?.userId
}

/** Consumes the token; of concurrent callers one gets the value. */
export async function consumeToken(
  db: Db,
  purpose: TokenPurpose,
  token: string,
  now: Date,
): Promise<string | undefined> {
  const isIt = valid(purpose, token, now)
  const [row] = MAILED.has(purpose)
    ? await db.update(verifications).set({ expiresAt: SPENT }).where(isIt).returning()
    : await db.delete(verifications).where(isIt).returning()
  return row?.value
}

/** Used mail links are remembered until the next one of their kind. */
const MAILED: ReadonlySet<TokenPurpose> = new Set<TokenPurpose>(['verify-email', 'reset-password', 'change-email'])
const SPENT = new Date(0)

/** Why a token of one of these purposes is invalid; undefined for an unknown token. */
export async function whyInvalid(
  db: Db,
  purposes: readonly TokenPurpose[],
  token: string,
): Promise<'used' | 'expired' | undefined> {
  const identifiers = purposes.map((purpose) => identifierOf(purpose, token))
  const [row] = await db
    .select({ expiresAt: verifications.expiresAt })
    .from(verifications)
    .where(inArray(verifications.identifier, identifiers))
  return row && (row.expiresAt.getTime() === SPENT.getTime() ? 'used' : 'expired')
}

/** Deletes unused tokens of these purposes. */
export async function dropTokens(db: Db, userId: string, purposes: readonly TokenPurpose[]): Promise<void> {
  const ids = purposes.map((purpose) => rowId(purpose, userId))
  await db.delete(verifications).where(inArray(verifications.id, ids))
}

export const dropSecondSteps = (db: Db, userId: string) =>
  db.delete(verifications).where(and(like(verifications.id, 'second-step:%'), eq(verifications.value, userId)))

/** Locks the user until the transaction ends; `update` for changes of sign-in methods. */
export async function lockUser(db: Db, userId: string, strength: 'share' | 'update'): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, userId)).for(strength)
  return row
}

export function createAccount(
  db: Db,
  account: Pick<UserRow, 'email' | 'name' | 'region' | 'language'>,
  password: string,
  now: Date,
): Promise<UserRow | undefined> {
  return inTx(db, async (tx) => {
    const row = { id: randomId(24), ...account, emailVerified: false, createdAt: now, updatedAt: now }
    // Of concurrent sign-ups one wins.
    const [user] = await tx.insert(users).values(row).onConflictDoNothing().returning()
    if (!user) return undefined
    const credential = {
      id: randomId(24),
      userId: user.id,
      providerId: PASSWORD_PROVIDER,
      accountId: user.id,
      password,
    }
    await tx.insert(credentials).values(credential)
    return user
  })
}

/** Returns the user unless it was verified already. */
export async function markVerified(db: Db, userId: string, now: Date): Promise<UserRow | undefined> {
  const [user] = await db
    .update(users)
    .set({ emailVerified: true, updatedAt: now })
    .where(and(eq(users.id, userId), ne(users.emailVerified, true)))
    .returning()
  return user
}

/** Uses the token and marks the address verified, after `before` if it was not; false for an invalid token. */
export function verifyByToken(
  db: Db,
  token: string,
  now: Date,
  before: (user: UserRow) => Promise<void>,
): Promise<boolean> {
  return inTx(db, async (tx) => {
    const userId = await consumeToken(tx, 'verify-email', token, now)
    if (userId === undefined) return false
    const user = await markVerified(tx, userId, now)
    if (user) await before(user)
    return true
  })
}

/** As `verifyByToken`; also stores the password and ends all sessions. `also` runs in the transaction. Returns the user. */
export function resetByToken(
  db: Db,
  given: { readonly token: string; readonly password: string },
  now: Date,
  before: (user: UserRow) => Promise<void>,
  also: (tx: Db, user: UserRow) => Promise<void>,
): Promise<UserRow | undefined> {
  const { token, password } = given
  return inTx(db, async (tx) => {
    const userId = await consumeToken(tx, 'reset-password', token, now)
    const known = userId === undefined ? undefined : await lockUser(tx, userId, 'update')
    if (userId === undefined || !known) return undefined
    await tx
      .insert(credentials)
      .values({ id: randomId(24), userId, providerId: PASSWORD_PROVIDER, accountId: userId, password })
      .onConflictDoUpdate({
        target: [credentials.providerId, credentials.accountId],
        set: { password, updatedAt: now },
      })
    await dropSecondSteps(tx, userId)
    await dropTokens(tx, userId, ['change-email'])
    await endAllSessions(tx, userId, now)
    const user = await markVerified(tx, userId, now)
    if (user) await before(user)
    const proved = { ...known, emailVerified: true }
    await also(tx, proved)
    return proved
  })
}

export async function isCurrentPassword(db: Db, userId: string, hash: string): Promise<boolean> {
  const rows = await db
    .select({ id: credentials.id })
    .from(credentials)
    .where(
      and(
        eq(credentials.userId, userId),
        eq(credentials.providerId, PASSWORD_PROVIDER),
        eq(credentials.password, hash),
      ),
    )
    .for('share')
  return rows.length > 0
}

/** The stored hash; undefined for an account without a password. */
export async function passwordOf(db: Db, userId: string): Promise<string | undefined> {
  const [row] = await db.select({ password: credentials.password }).from(credentials).where(passwordRow(userId))
  return row?.password ?? undefined
}

const passwordRow = (userId: string) =>
  and(eq(credentials.userId, userId), eq(credentials.providerId, PASSWORD_PROVIDER))

/** Replaces the hash, ends other sessions and reset links; false if `from` is not the current hash. */
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
    await endOtherSessions(tx, userId, keep, now)
    await also(tx)
    return true
  })
}

export async function endAllSessions(db: Db, userId: string, now: Date): Promise<number> {
  await putSessionsEnded(db, userId, now)
  const ended = await db.delete(sessions).where(eq(sessions.userId, userId)).returning({ id: sessions.id })
  return ended.length
}

/** Ends all sessions of the user except `keep`; returns how many. */
export async function endOtherSessions(db: Db, userId: string, keep: string, now: Date): Promise<number> {
  await putSessionsEnded(db, userId, now)
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
