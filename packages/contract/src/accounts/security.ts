export const CODE_SECONDS = 30
export const CODE_DIGITS = 6
export const MOST_WRONG_CODES = 5
export const LOCK_MS = 15 * 60_000
/** Also for a round trip to another provider. */
export const STEP_MS = 10 * 60_000
export const RECOVERY_CODES = 10
export const MOST_PASSKEYS = 20
/** Accounts without a password confirm sensitive calls with a session this recent. */
export const FRESH_SESSION_MS = 15 * 60_000

/** Without vowels, which would form words, and without look-alikes: 28 characters, 4.8 bits each. */
const RECOVERY_ALPHABET = '23456789bcdfghjkmnpqrstvwxyz'
const RECOVERY_LENGTH = 10

/** A single-use code `xxxxx-xxxxx` with 48 bits. `random` returns 0 … below `bound`. */
export function recoveryCode(random: (bound: number) => number): string {
  const letters = Array.from({ length: RECOVERY_LENGTH }, () => RECOVERY_ALPHABET[random(RECOVERY_ALPHABET.length)])
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`
}

export type TypedCode = { readonly kind: 'app' | 'recovery'; readonly code: string }

export function readCode(text: string): TypedCode | undefined {
  const bare = text.replace(/[\s-]/g, '').toLowerCase()
  if (bare.length === CODE_DIGITS && /^[0-9]+$/.test(bare)) return { kind: 'app', code: bare }
  if (bare.length !== RECOVERY_LENGTH || [...bare].some((letter) => !RECOVERY_ALPHABET.includes(letter)))
    return undefined
  return { kind: 'recovery', code: `${bare.slice(0, 5)}-${bare.slice(5)}` }
}

/**
 * Time steps whose codes are valid at `now` (Unix milliseconds): the current one and its neighbours, because clocks differ.
 * Used and earlier ones are excluded, so that an observed code is useless.
 */
export function stepsTaken(now: number, lastStep: number | null): number[] {
  const current = Math.floor(now / 1000 / CODE_SECONDS)
  return [current - 1, current, current + 1].filter((step) => lastStep === null || step > lastStep)
}

/** Times are Unix milliseconds. */
export interface Tries {
  readonly wrong: number
  readonly lockedUntil: number | null
}

/** In seconds; 0 for now. */
export const waitOf = ({ lockedUntil }: Tries, now: number): number =>
  lockedUntil === null || lockedUntil <= now ? 0 : Math.ceil((lockedUntil - now) / 1000)

export function afterWrong({ wrong }: Tries, now: number): Tries {
  return wrong + 1 >= MOST_WRONG_CODES
    ? { wrong: 0, lockedUntil: now + LOCK_MS }
    : { wrong: wrong + 1, lockedUntil: null }
}

export interface Arrival {
  readonly connected: boolean
  readonly proved: boolean
  readonly account?: { readonly confirmed: boolean; readonly secondFactor: boolean }
  readonly regionChosen: boolean
}

/**
 * - `enter`: sign the connected account in
 * - `connect`: connect the account of the address and sign it in: both sides have verified the address
 * - `create`: make an account
 * - `choose-region`: they have no account and have not chosen a region
 * - `sign-in-first`: the owner of the account has to connect it. The same answer if the provider verified nothing,
 *   whether there is an account or not
 */
export type Outcome = 'enter' | 'connect' | 'create' | 'choose-region' | 'sign-in-first'

export function outcomeOf({ connected, proved, account, regionChosen }: Arrival): Outcome {
  if (connected) return 'enter'
  if (!proved) return 'sign-in-first'
  // Connecting bypasses the second factor, so accounts that have one are only connected by their owner.
  if (account) return account.confirmed && !account.secondFactor ? 'connect' : 'sign-in-first'
  return regionChosen ? 'create' : 'choose-region'
}

export interface SignInOrigin {
  readonly device: string
  readonly network: string
}

/** New means a browser or network that the account has not used; the first sign-in has nothing to compare with. */
export function isNewOrigin(
  here: SignInOrigin,
  before: readonly (SignInOrigin & { readonly signIns: number })[],
): boolean {
  if (before.every(({ signIns }) => signIns === 0)) return false
  return !before.some(({ device, network }) => device === here.device && network === here.network)
}
