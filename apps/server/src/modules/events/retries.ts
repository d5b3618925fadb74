// When a failed delivery is retried and when it is given up. Pure.

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** Milliseconds before each try, counted from the end of the one before it. */
export const RETRY_DELAYS = [0, 5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR] as const
/** Share by which each delay varies, so that endpoints that recover together are not all called at once. */
const JITTER = 0.1
/** Upper bound for `Retry-After`. */
const LONGEST_WAIT = 24 * HOUR
/** Statuses whose `Retry-After` header is honoured. */
const ASKS_TO_WAIT: ReadonlySet<number> = new Set([429, 503])
/** A delivery that waits longer has failed, so that the queue of an endpoint that hangs does not grow forever. */
export const LONGEST_LIFE = 36 * HOUR
const GONE = 410

export interface Attempt {
  /** HTTP status; 0 if nothing answered. */
  readonly status: number
  /** Number of this attempt, from 1. */
  readonly number: number
  readonly maxAttempts?: number
  readonly retryAfterMs?: number | undefined
}

export type NextStep =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'again'; readonly inMs: number }
  | { readonly kind: 'failed' }
  /** 410 Gone: the endpoint wants no more events. */
  | { readonly kind: 'gone' }

export const isAccepted = (status: number): boolean => status >= 200 && status < 300

/** @param random between 0 and 1, for the jitter */
export function nextAttempt(
  { status, number, maxAttempts = RETRY_DELAYS.length, retryAfterMs }: Attempt,
  random: number,
): NextStep {
  if (isAccepted(status)) return { kind: 'delivered' }
  if (status === GONE) return { kind: 'gone' }
  const delay = number < maxAttempts ? RETRY_DELAYS[number] : undefined
  if (delay === undefined) return { kind: 'failed' }
  const planned = Math.round(delay * (1 - JITTER + 2 * JITTER * random))
  const asked = ASKS_TO_WAIT.has(status) ? Math.min(retryAfterMs ?? 0, LONGEST_WAIT) : 0
  return { kind: 'again', inMs: Math.max(planned, asked) }
}

/** A `Retry-After` header (seconds or an HTTP date) in milliseconds; undefined if it is neither. */
export function readRetryAfter(header: string | null, now: Date): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND
  // Date.parse accepts other forms too, such as `-5`.
  const at = /^[A-Z][a-z]{2},/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime())
}

/** Concurrent attempts for one endpoint; one that keeps failing gets a single one at a time. */
export const concurrencyOf = (failuresInARow: number): number => (failuresInARow >= 5 ? 1 : 4)

/** At most one mail about failures of an endpoint an hour. */
export const MAIL_EVERY_MS = HOUR
export const isMailDue = (mailedAt: Date | null, now: Date): boolean =>
  mailedAt === null || now.getTime() - mailedAt.getTime() >= MAIL_EVERY_MS
