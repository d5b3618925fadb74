// How often a password may be guessed wrong, whoever guesses and from wherever: tries slow down, and nobody is locked out for good.

/** Wrong passwords in a row that nobody waits for. */
export const FREE_GUESSES = 10
const FIRST_WAIT_MS = 30_000
export const LONGEST_WAIT_MS = 15 * 60_000
/** After so long without a wrong password, all is as if there had been none. */
export const FORGET_GUESSES_MS = 24 * 3600_000
/** The owner is told once in so long. */
export const WARN_AGAIN_MS = 24 * 3600_000

/** Times in milliseconds since 1970. */
export interface Guesses {
  readonly failures: number
  readonly blockedUntil: number
  readonly lastAt: number
}

export const NO_GUESSES: Guesses = { failures: 0, blockedUntil: 0, lastAt: 0 }

/** Seconds until a password is looked at again; 0 when it is now. */
export const guessWait = ({ blockedUntil }: Guesses, now: number): number =>
  Math.max(0, Math.ceil((blockedUntil - now) / 1000))

/** A try counts as wrong until it turns out to be right, so that tries beside each other are counted too. */
export function afterGuess({ failures: before, lastAt }: Guesses, now: number): Guesses {
  const failures = (now - lastAt >= FORGET_GUESSES_MS ? 0 : before) + 1
  const doublings = Math.min(failures - FREE_GUESSES, 10)
  // A free try blocks nobody, also not one beside it whose clock was read a moment earlier.
  const blockedUntil = doublings < 0 ? 0 : now + Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** doublings)
  return { failures, blockedUntil, lastAt: now }
}

/** It was the right password: the try was none, and whoever knows it does not wait. */
export const afterCorrectGuess = ({ failures, lastAt }: Guesses): Guesses => ({
  failures: Math.max(0, failures - 1),
  blockedUntil: 0,
  lastAt,
})
