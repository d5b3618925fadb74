// SQL of sessions beyond better-auth: creating, last use, listing.
import { randomId } from '@parlance/contract/lib/ids'
import { and, desc, eq, gt, lt } from 'drizzle-orm'
import { sha256 } from '../../../lib/crypto.ts'
import type { Db } from '../../../lib/db/pool.ts'
import { inTx } from '../../../lib/db/pool.ts'
import { SESSION_IDLE_S, SESSION_MAX_AGE_S } from './cookies.ts'
import { lockUser } from '../repository.ts'
import { sessions } from '../schema.ts'

export interface Device {
  readonly ipAddress: string
  readonly userAgent: string
}
export type SessionRow = typeof sessions.$inferSelect

/** Runs `work` while sign-in methods are locked; undefined for a deleted user or if `stillValid` is false. */
export function withLockedSignIn<T>(
  db: Db,
  userId: string,
  stillValid: (tx: Db) => Promise<boolean>,
  work: (tx: Db) => Promise<T>,
): Promise<T | undefined> {
  return inTx(db, async (tx) =>
    (await lockUser(tx, userId, 'share')) && (await stillValid(tx)) ? work(tx) : undefined,
  )
}

/** Creates a session and returns its token. */
export async function openSession(db: Db, userId: string, device: Device, now: Date): Promise<string> {
  const token = randomId(32)
  await db.insert(sessions).values({
    id: randomId(24),
    userId,
    token: sha256(token),
    expiresAt: new Date(now.getTime() + SESSION_IDLE_S * 1000),
    ...device,
    createdAt: now,
    updatedAt: now,
    seenAt: now,
  })
  return token
}

export async function markSeen(db: Db, token: string, now: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ seenAt: now })
    .where(and(eq(sessions.token, sha256(token)), lt(sessions.seenAt, now)))
}

export async function sessionCreatedAt(db: Db, token: string): Promise<Date | undefined> {
  const [row] = await db
    .select({ createdAt: sessions.createdAt })
    .from(sessions)
    .where(eq(sessions.token, sha256(token)))
  return row?.createdAt
}

const MOST_SHOWN = 200

/** The 200 last seen, latest first. */
export function liveSessions(db: Db, userId: string, now: Date): Promise<SessionRow[]> {
  const madeAfter = new Date(now.getTime() - SESSION_MAX_AGE_S * 1000)
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now), gt(sessions.createdAt, madeAfter)))
    .orderBy(desc(sessions.seenAt), desc(sessions.createdAt))
    .limit(MOST_SHOWN)
}

/** Returns the token hash of the ended session; undefined if the user has no session with this id. */
export async function endSessionById(db: Db, userId: string, id: string): Promise<string | undefined> {
  const [ended] = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
    .returning({ token: sessions.token })
  return ended?.token
}
