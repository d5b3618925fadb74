// The cookies of accounts: opaque, unreadable for scripts, of this host alone.
import { STEP_MS } from '@parlance/contract/accounts/security'

/** A session ends this long after sign-in, however much it is used. */
export const SESSION_MAX_AGE_S = 30 * 24 * 3600
/** A session ends when it was not used this long. */
export const SESSION_IDLE_S = 7 * 24 * 3600

const TOKEN = /^[A-Za-z0-9]{32}$/
const isSecure = (publicUrl: string) => publicUrl.startsWith('https://')

/** Browsers accept the `__Host-` prefix only from https, without a Domain and with Path=/. */
const nameOf = (publicUrl: string, what: string) => `${isSecure(publicUrl) ? '__Host-' : ''}parlance.${what}`

/** Set-Cookie value that signs in, or out when the token is empty. The server decides when the session has ended. */
export function sessionCookie(publicUrl: string, token: string): string {
  const secure = isSecure(publicUrl) ? '; Secure' : ''
  const maxAge = token ? SESSION_MAX_AGE_S : 0
  return `${nameOf(publicUrl, 'sid')}=${token}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`
}

/** Set-Cookie value that binds the steps of one sign-in to this browser, or ends that when the value is empty. */
export function stepCookie(publicUrl: string, what: string, value: string): string {
  const secure = isSecure(publicUrl) ? '; Secure' : ''
  const maxAge = value ? STEP_MS / 1000 : 0
  return `${nameOf(publicUrl, what)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure}`
}

/** What `stepCookie` set; undefined when the browser has none. */
export const readCookie = (headers: Headers, publicUrl: string, what: string): string | undefined =>
  cookieOf(headers, nameOf(publicUrl, what))

/** The session token of a request: of its bearer when it has one, else of its cookie. Undefined when it cannot be one. */
export function tokenOf(headers: Headers, publicUrl: string): string | undefined {
  const authorization = headers.get('authorization')
  const token =
    authorization === null
      ? cookieOf(headers, nameOf(publicUrl, 'sid'))
      : /^Bearer +(\S{1,512})$/i.exec(authorization)?.[1]
  return token !== undefined && TOKEN.test(token) ? token : undefined
}

function cookieOf(headers: Headers, name: string): string | undefined {
  const pair = headers
    .get('cookie')
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}
