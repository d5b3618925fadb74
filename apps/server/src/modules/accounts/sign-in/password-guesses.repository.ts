import {
  afterGuess,
  afterCorrectGuess,
  FORGET_GUESSES_MS,
  FREE_GUESSES,
  type Guesses,
  guessWait,
  NO_GUESSES,
  WARN_AGAIN_MS,
} from './guess-limits.ts'
import { and, eq, gte, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { inTx } from '../../../lib/db/pool.ts'
import { passwordGuesses } from '../schema.ts'

const FORGOTTEN_AT_ONCE = 100

async function lockGuesses(tx: Db, id: string, now: Date): Promise<Guesses> {
  await tx
    .insert(passwordGuesses)
    .values({ id, failures: 0, blockedUntil: new Date(NO_GUESSES.blockedUntil), lastAt: now })
    .onConflictDoNothing({ target: passwordGuesses.id })
  const [row] = await tx.select().from(passwordGuesses).where(eq(passwordGuesses.id, id)).for('update')
  if (!row) return NO_GUESSES
  const { failures, blockedUntil, lastAt } = row
  return { failures, blockedUntil: blockedUntil.getTime(), lastAt: lastAt.getTime() }
}

async function writeGuesses(tx: Db, id: string, { failures, blockedUntil, lastAt }: Guesses): Promise<void> {
  await tx
    .update(passwordGuesses)
    .set({ failures, blockedUntil: new Date(blockedUntil), lastAt: new Date(lastAt) })
    .where(eq(passwordGuesses.id, id))
}

/** Counts a try before its result is known. Returns the seconds to wait, or 0 if the password may be checked. */
export const countGuess = (db: Db, id: string, now: Date): Promise<number> =>
  inTx(db, async (tx) => {
    const before = await lockGuesses(tx, id, now)
    const wait = guessWait(before, now.getTime())
    if (wait === 0) await writeGuesses(tx, id, afterGuess(before, now.getTime()))
    return wait
  })

export const withdrawGuess = (db: Db, id: string, now: Date): Promise<void> =>
  inTx(db, async (tx) => {
    await writeGuesses(tx, id, afterCorrectGuess(await lockGuesses(tx, id, now)))
  })

/** Whether to notify the owner of wrong passwords now. True for one caller a day. */
export async function claimWarning(tx: Db, id: string, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - WARN_AGAIN_MS)
  const claimed = await tx
    .update(passwordGuesses)
    .set({ warnedAt: now })
    .where(
      and(
        eq(passwordGuesses.id, id),
        gte(passwordGuesses.failures, FREE_GUESSES),
        or(isNull(passwordGuesses.warnedAt), lt(passwordGuesses.warnedAt, since)),
      ),
    )
    .returning({ id: passwordGuesses.id })
  return claimed.length > 0
}

/** Deletes outdated counters, a few at a time. */
export async function forgetGuesses(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - FORGET_GUESSES_MS)
  await db.execute(sql`delete from ${passwordGuesses} where ${passwordGuesses.id} in (
    select id from password_guesses where last_at < ${before.toISOString()}::timestamptz
    limit ${FORGOTTEN_AT_ONCE} for update skip locked)`)
}
