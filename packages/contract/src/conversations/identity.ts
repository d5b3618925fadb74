// Who a visitor is, as the host page swears: the claims of a signed token, read once its signature has been checked; no I/O.
import { isEmail } from '../lib/mailbox.ts'

/** A token lives at most this long, so that one that leaks is soon worth nothing. */
export const MOST_AHEAD_S = 24 * 3600
/** Clocks of two machines may differ by this much. */
export const SKEW_S = 30
export const MAX_TOKEN_CHARS = 8000
const MAX_SUBJECT = 200
const MAX_NAME = 100
const MAX_EMAIL = 254

export interface Person {
  /** As the host page calls them. */
  readonly subject: string
  /** Empty where the token does not say. */
  readonly name: string
  readonly email: string
}
/** What a proven visitor is told of themselves. */
export interface Identified {
  /** The visitor key of this person, the same on every device. */
  visitorId: string
  name: string
  email: string
  /** How many conversations of the presented key are this person's now. */
  merged: number
  /** The newest stored conversation of this person; null when there is none. */
  conversationId: string | null
}
export type Claims =
  | { readonly ok: true; readonly person: Person }
  | { readonly ok: false; readonly expired: boolean; readonly message: string }

const wrong = (message: string): Claims => ({ ok: false, expired: false, message })
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
/** Characters that can't be stored or compared: lone surrogates and control characters. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/
/** Marks that turn the direction of text would let a name pass for something else. */
// oxlint-disable-next-line no-control-regex
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g

function oneLine(value: unknown, max: number): string {
  if (typeof value !== 'string') return ''
  const text = value
    .slice(0, max * 4)
    .toWellFormed()
    .replaceAll(HIDDEN, ' ')
    .trim()
  return text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')
}

function emailOf(value: unknown): string {
  const text = typeof value === 'string' ? value.trim() : ''
  return isEmail(text) && oneLine(text, MAX_EMAIL) === text ? text : ''
}

/**
 * `now` in seconds since 1970. A name or an e-mail address that can't be shown is left out; all else is refused in words.
 */
export function readClaims(payload: unknown, agentId: string, now: number): Claims {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload))
    return wrong('The token holds no claims.')
  const { sub, exp, nbf, aud, name, email } = payload as Record<string, unknown>
  if (typeof sub !== 'string' || sub.trim() === '')
    return wrong('`sub` must be a text that names the visitor, a number in quotes too.')
  if (sub.length > MAX_SUBJECT) return wrong(`\`sub\` may have ${MAX_SUBJECT} characters at most.`)
  if (CONTROL.test(sub) || !sub.isWellFormed()) return wrong('`sub` holds characters that are no text.')
  if (!isNumber(exp)) return wrong('`exp` is missing: seconds since 1970, at most 24 hours ahead.')
  if (exp > now + MOST_AHEAD_S + SKEW_S) return wrong('`exp` may lie 24 hours ahead at most; it is counted in seconds.')
  if (nbf !== undefined && (!isNumber(nbf) || nbf > now + SKEW_S)) return wrong('The token is not valid yet (`nbf`).')
  if (aud !== undefined && ![aud].flat().includes(agentId)) return wrong('`aud` names another agent.')
  if (exp <= now - SKEW_S) return { ok: false, expired: true, message: 'The token has expired.' }
  return { ok: true, person: { subject: sub, name: oneLine(name, MAX_NAME), email: emailOf(email) } }
}
