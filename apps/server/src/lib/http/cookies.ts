// Our cookies: opaque, HttpOnly and host-only. Their names on hosts of agencies do not tell whose product it is.
import type { Origin } from '../origin/origin.ts'

export type CookieOrigin = Pick<Origin, 'kind' | 'isSecure'>

export const appCookies = (appOrigin: string): CookieOrigin => ({
  kind: 'app',
  isSecure: appOrigin.startsWith('https:'),
})

/** Browsers accept the `__Host-` prefix only from https, without a Domain and with Path=/. */
const nameOf = ({ kind, isSecure }: CookieOrigin, what: string) =>
  `${isSecure ? '__Host-' : ''}${kind === 'app' ? 'parlance.' : ''}${what}`

export interface Cookie {
  readonly what: string
  readonly value: string
  readonly maxAgeMs: number
  readonly sameSite: 'Lax' | 'Strict'
}

export function setCookie(at: CookieOrigin, { what, value, maxAgeMs, sameSite }: Cookie): string {
  const maxAge = value ? Math.floor(maxAgeMs / 1000) : 0
  const secure = at.isSecure ? '; Secure' : ''
  return `${nameOf(at, what)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=${sameSite}${secure}`
}

export function readCookie(headers: Headers, at: CookieOrigin, what: string): string | undefined {
  const name = nameOf(at, what)
  const pair = headers
    .get('cookie')
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}
