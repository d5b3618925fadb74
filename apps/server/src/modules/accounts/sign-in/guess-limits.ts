// Limits for wrong passwords: waits grow, but nobody is locked out for good.

export const FREE_GUESSES = 10
const FIRST_WAIT_MS = 30_000
export const LONGEST_WAIT_MS = 15 * 60_000
/** The counter is reset after this time without a wrong password. */
export const FORGET_GUESSES_MS = 24 * 3600_000
export const WARN_AGAIN_MS = 24 * 3600_000

/** Times in milliseconds since 1970. */
export interface Guesses {
  readonly failures: number
  readonly blockedUntil: number
  readonly lastAt: number
}

export const NO_GUESSES: Guesses = { failures: 0, blockedUntil: 0, lastAt: 0 }

/** Seconds to wait; 0 if a password may be checked now. */
export const guessWait = ({ blockedUntil }: Guesses, now: number): number =>
  Math.max(0, Math.ceil((blockedUntil - now) / 1000))

/** A try counts as wrong until it proves right, so that concurrent tries are counted too. */
export function afterGuess({ failures: before, lastAt }: Guesses, now: number): Guesses {
  const failures = (now - lastAt >= FORGET_GUESSES_MS ? 0 : before) + 1
  const doublings = Math.min(failures - FREE_GUESSES, 10)
  // A try without a wait must not block a concurrent one whose clock was read slightly earlier.
  const blockedUntil = doublings < 0 ? 0 : now + Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** doublings)
  return { failures, blockedUntil, lastAt: now }
}

/** A correct password reverts its try and ends the wait. */
export const afterCorrectGuess = ({ failures, lastAt }: Guesses): Guesses => ({
  failures: Math.max(0, failures - 1),
  blockedUntil: 0,
  lastAt,
})
