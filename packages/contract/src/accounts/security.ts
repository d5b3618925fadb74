// The rules of signing in: what a typed code can be, when tries end, and whom another provider may sign in.

/** An authenticator app shows a new code every so many seconds. */
export const CODE_SECONDS = 30
export const CODE_DIGITS = 6
/** Wrong codes in a row, of apps and of recovery alike, before further ones wait. */
export const MOST_WRONG_CODES = 5
export const LOCK_MS = 15 * 60_000
/** A sign-in that waits for its second step, and every other round trip of a sign-in, ends after this long. */
export const STEP_MS = 10 * 60_000
export const RECOVERY_CODES = 10
export const MOST_PASSKEYS = 20
/** Without a password to ask for, a session this young stands for its owner. */
export const FRESH_SESSION_MS = 15 * 60_000

/** No vowels, so that no words come about, and nothing that looks like another: 28 characters, 4.8 bits each. */
const RECOVERY_ALPHABET = '23456789bcdfghjkmnpqrstvwxyz'
const RECOVERY_LENGTH = 10

/** A code that replaces the authenticator once, as people see it: `xxxxx-xxxxx`, 48 bits. `random` answers 0 … below `bound`. */
export function recoveryCode(random: (bound: number) => number): string {
  const letters = Array.from({ length: RECOVERY_LENGTH }, () => RECOVERY_ALPHABET[random(RECOVERY_ALPHABET.length)])
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`
}

export type TypedCode = { readonly kind: 'app' | 'recovery'; readonly code: string }

/** What somebody typed where either code is taken, whatever spaces and capitals; undefined when it can be neither. */
export function readCode(text: string): TypedCode | undefined {
  const bare = text.replace(/[\s-]/g, '').toLowerCase()
  if (bare.length === CODE_DIGITS && /^[0-9]+$/.test(bare)) return { kind: 'app', code: bare }
  if (bare.length !== RECOVERY_LENGTH || [...bare].some((letter) => !RECOVERY_ALPHABET.includes(letter)))
    return undefined
  return { kind: 'recovery', code: `${bare.slice(0, 5)}-${bare.slice(5)}` }
}

/**
 * The time steps whose code is taken at `now` (milliseconds since 1970): this one and one to each side, for clocks differ.
 * None that was used, nor any before it: a code that somebody watched being typed opens nothing.
 */
export function stepsTaken(now: number, lastStep: number | null): number[] {
  const current = Math.floor(now / 1000 / CODE_SECONDS)
  return [current - 1, current, current + 1].filter((step) => lastStep === null || step > lastStep)
}

/** Wrong codes in a row, and until when (milliseconds since 1970) no code is looked at. */
export interface Tries {
  readonly wrong: number
  readonly lockedUntil: number | null
}

/** Seconds until a code is looked at again; 0 when it is now. */
export const waitOf = ({ lockedUntil }: Tries, now: number): number =>
  lockedUntil === null || lockedUntil <= now ? 0 : Math.ceil((lockedUntil - now) / 1000)

/** After one more wrong code. */
export function afterWrong({ wrong }: Tries, now: number): Tries {
  return wrong + 1 >= MOST_WRONG_CODES
    ? { wrong: 0, lockedUntil: now + LOCK_MS }
    : { wrong: wrong + 1, lockedUntil: null }
}

/** What is known when somebody comes back from another provider to sign in. */
export interface Arrival {
  /** An account is connected with exactly this person at this provider. */
  readonly connected: boolean
  /** The provider named an address and says that it is theirs. */
  readonly proved: boolean
  /** The account of that address. */
  readonly account?: { readonly confirmed: boolean; readonly secondFactor: boolean }
  /** They came from the page on which a region is chosen. */
  readonly regionChosen: boolean
}

/**
 * - `enter`: sign the connected account in
 * - `connect`: connect the account of the address, and sign it in: both sides have proved that it is theirs
 * - `create`: make an account
 * - `choose-region`: they have no account and have not said where their data lives
 * - `sign-in-first`: whoever owns the account has to connect it themselves. One answer where the provider proved nothing,
 *   whether there is an account or not
 */
export type Outcome = 'enter' | 'connect' | 'create' | 'choose-region' | 'sign-in-first'

export function outcomeOf({ connected, proved, account, regionChosen }: Arrival): Outcome {
  if (connected) return 'enter'
  if (!proved) return 'sign-in-first'
  // Connecting is a way past the password: an account that wants more than that gets it from its owner alone.
  if (account) return account.confirmed && !account.secondFactor ? 'connect' : 'sign-in-first'
  return regionChosen ? 'create' : 'choose-region'
}

/** From where an account was entered: the browser and platform, and the network, as sessions keep them. */
export interface SignInOrigin {
  readonly device: string
  readonly network: string
}

/**
 * Whether the owner is told of a sign-in: from a browser or a network that never entered the account before. Not of the first
 * one after the sign-up, of whom nobody can say where else they should be.
 */
export function isNewOrigin(
  here: SignInOrigin,
  before: readonly (SignInOrigin & { readonly signIns: number })[],
): boolean {
  if (before.every(({ signIns }) => signIns === 0)) return false
  return !before.some(({ device, network }) => device === here.device && network === here.network)
}
