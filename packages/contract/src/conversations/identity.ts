// Reads the claims of a signed visitor token after its signature was verified.
import { isEmail } from '../lib/mailbox.ts'

/** Maximum lifetime of a token, so that a leaked one soon expires. */
export const MOST_AHEAD_S = 24 * 3600
export const SKEW_S = 30
export const MAX_TOKEN_CHARS = 8000
const MAX_SUBJECT = 200
const MAX_NAME = 100
const MAX_EMAIL = 254

export interface Person {
  readonly subject: string
  readonly name: string
  readonly email: string
}
export interface Identified {
  /** The visitor key of this person, the same on every device. */
  visitorId: string
  name: string
  email: string
  /** Number of the presented key's conversations that now belong to this person. */
  merged: number
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
/** Direction marks could disguise a name. */
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

/** `now` in seconds since 1970. Omits a name or e-mail address that can't be shown; refuses other invalid claims. */
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
