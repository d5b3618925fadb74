// Cookies of accounts: opaque, HttpOnly, host-only.
import { STEP_MS } from '@parlance/contract/accounts/security'

/** Maximum lifetime of a session. */
export const SESSION_MAX_AGE_S = 30 * 24 * 3600
/** A session ends after this time without use. */
export const SESSION_IDLE_S = 7 * 24 * 3600

const TOKEN_PATTERN = /^[A-Za-z0-9]{32}$/
const isSecure = (publicUrl: string) => publicUrl.startsWith('https://')

/** Browsers accept the `__Host-` prefix only from https, without a Domain and with Path=/. */
const nameOf = (publicUrl: string, what: string) => `${isSecure(publicUrl) ? '__Host-' : ''}parlance.${what}`

/** Set-Cookie value; an empty token signs out. The server decides when the session ends. */
export function sessionCookie(publicUrl: string, token: string): string {
  const secure = isSecure(publicUrl) ? '; Secure' : ''
  const maxAge = token ? SESSION_MAX_AGE_S : 0
  return `${nameOf(publicUrl, 'sid')}=${token}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`
}

/** Set-Cookie value of a ticket; an empty value clears it. */
export function ticketCookie(publicUrl: string, what: string, value: string): string {
  const secure = isSecure(publicUrl) ? '; Secure' : ''
  const maxAge = value ? STEP_MS / 1000 : 0
  return `${nameOf(publicUrl, what)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure}`
}

/** What `ticketCookie` set; undefined when the browser has none. */
export const readCookie = (headers: Headers, publicUrl: string, what: string): string | undefined =>
  cookieOf(headers, nameOf(publicUrl, what))

/** The session token of a request: the bearer token, else the cookie. Undefined if malformed. */
export function tokenOf(headers: Headers, publicUrl: string): string | undefined {
  const authorization = headers.get('authorization')
  const token =
    authorization === null
      ? cookieOf(headers, nameOf(publicUrl, 'sid'))
      : /^Bearer +(\S{1,512})$/i.exec(authorization)?.[1]
  return token !== undefined && TOKEN_PATTERN.test(token) ? token : undefined
}

function cookieOf(headers: Headers, name: string): string | undefined {
  const pair = headers
    .get('cookie')
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}
