// When a delivery that was not accepted is tried again, and when it is given up; no I/O.

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** Milliseconds before each try, counted from the end of the one before it. */
export const RETRY_DELAYS = [0, 5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR] as const
/** Receivers that come back together are not all called at once: each delay differs by up to this part. */
const JITTER = 0.1
/** No endpoint puts a delivery off for longer than this at a time. */
const LONGEST_WAIT = 24 * HOUR
/** Answers that may say when to come again. */
const ASKS_TO_WAIT: ReadonlySet<number> = new Set([429, 503])
const GONE = 410

export interface Tried {
  /** Of the answer; 0 when there was none. */
  readonly status: number
  /** Which try this was, from 1. */
  readonly number: number
  /** Tries that this delivery gets; all of the schedule when absent. */
  readonly most?: number
  /** Milliseconds that the endpoint asked to wait. */
  readonly retryAfterMs?: number | undefined
}

export type Next =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'again'; readonly inMs: number }
  | { readonly kind: 'failed' }
  /** The endpoint wants nothing any more, this delivery included. */
  | { readonly kind: 'gone' }

export const isAccepted = (status: number): boolean => status >= 200 && status < 300

/** @param random between 0 and 1, for the jitter */
export function nextTry({ status, number, most = RETRY_DELAYS.length, retryAfterMs }: Tried, random: number): Next {
  if (isAccepted(status)) return { kind: 'delivered' }
  if (status === GONE) return { kind: 'gone' }
  const delay = number < most ? RETRY_DELAYS[number] : undefined
  if (delay === undefined) return { kind: 'failed' }
  const planned = Math.round(delay * (1 - JITTER + 2 * JITTER * random))
  const asked = ASKS_TO_WAIT.has(status) ? Math.min(retryAfterMs ?? 0, LONGEST_WAIT) : 0
  return { kind: 'again', inMs: Math.max(planned, asked) }
}

/** Milliseconds of a `Retry-After` header, which names seconds or a moment; undefined where it says neither. */
export function readRetryAfter(header: string | null, now: Date): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND
  // Other forms that the platform reads as dates, such as `-5`, are none.
  const at = /^[A-Z][a-z]{2},/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime())
}

/** Tries under way at once for one endpoint; one that keeps failing is asked one by one. */
export const concurrencyOf = (failuresInARow: number): number => (failuresInARow >= 5 ? 1 : 4)

/** A mail about failures goes out at once when none did within the hour, otherwise when the hour is over. */
export const MAIL_EVERY_MS = HOUR
export const mailDue = (mailedAt: Date | null, now: Date): boolean =>
  mailedAt === null || now.getTime() - mailedAt.getTime() >= MAIL_EVERY_MS
