import { STEP_MS } from '@parlance/contract/accounts/security'
import { appCookies, readCookie, setCookie } from '../../../lib/http/cookies.ts'

export const SESSION_MAX_AGE_S = 30 * 24 * 3600
export const SESSION_IDLE_S = 7 * 24 * 3600

const TOKEN_PATTERN = /^[A-Za-z0-9]{32}$/

/** Set-Cookie value; an empty token signs out. The server decides when the session ends. */
export const sessionCookie = (appOrigin: string, token: string): string =>
  setCookie(appCookies(appOrigin), { what: 'sid', value: token, maxAgeMs: SESSION_MAX_AGE_S * 1000, sameSite: 'Lax' })

export const ticketCookie = (appOrigin: string, what: string, value: string): string =>
  setCookie(appCookies(appOrigin), { what, value, maxAgeMs: STEP_MS, sameSite: 'Strict' })

/** The session token of a request: the bearer token, else the cookie. Undefined if malformed. */
export function tokenOf(headers: Headers, appOrigin: string): string | undefined {
  const authorization = headers.get('authorization')
  const token =
    authorization === null
      ? readCookie(headers, appCookies(appOrigin), 'sid')
      : /^Bearer +(\S{1,512})$/i.exec(authorization)?.[1]
  return token !== undefined && TOKEN_PATTERN.test(token) ? token : undefined
}
