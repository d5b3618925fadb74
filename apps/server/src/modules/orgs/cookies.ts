// Cookies of client users: their own, never those of workspace users, and one for each region.
import { CLIENT_TOKEN } from '@parlance/contract/lib/ids'
import type { Region } from '@parlance/contract/lib/regions'
import { type CookieOrigin, readCookie, setCookie } from '../../lib/http/cookies.ts'

/** Set-Cookie value that signs a client user in, or out when the token is empty. */
export const clientCookie = (at: CookieOrigin, region: Region, token: string, maxAgeMs: number): string =>
  setCookie(at, { what: `client.${region}`, value: token, maxAgeMs, sameSite: 'Lax' })

/**
 * Set-Cookie value that identifies a browser: codes are bound to it, and after a sign-in the browser counts as known.
 */
export const browserCookie = (at: CookieOrigin, region: Region, value: string, maxAgeMs: number): string =>
  setCookie(at, { what: `client-code.${region}`, value, maxAgeMs, sameSite: 'Lax' })

export function readClientCookie(headers: Headers, at: CookieOrigin, region: Region): string | undefined {
  const token = readCookie(headers, at, `client.${region}`)
  return token !== undefined && CLIENT_TOKEN.test(token) ? token : undefined
}

export const readBrowserCookie = (headers: Headers, at: CookieOrigin, region: Region): string =>
  readCookie(headers, at, `client-code.${region}`) ?? ''
