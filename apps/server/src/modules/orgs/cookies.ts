// Cookies of client users: their own, never those of workspace users, and one for each region.
import { CLIENT_TOKEN } from '@parlance/contract/lib/ids'
import type { Region } from '@parlance/contract/lib/regions'

const isSecure = (publicUrl: string) => publicUrl.startsWith('https://')
/** Browsers accept the `__Host-` prefix only from https, without a Domain and with Path=/. */
const nameOf = (publicUrl: string, region: Region, what: string) =>
  `${isSecure(publicUrl) ? '__Host-' : ''}parlance.${what}.${region}`

function cookie(name: string, value: string, publicUrl: string, maxAgeMs: number): string {
  const maxAge = value ? Math.floor(maxAgeMs / 1000) : 0
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${isSecure(publicUrl) ? '; Secure' : ''}`
}

/** Set-Cookie value that signs a client user in, or out when the token is empty. */
export const clientCookie = (publicUrl: string, region: Region, token: string, maxAgeMs: number): string =>
  cookie(nameOf(publicUrl, region, 'client'), token, publicUrl, maxAgeMs)

/** Set-Cookie value that binds a mailed code to this browser. */
export const codeCookie = (publicUrl: string, region: Region, value: string, maxAgeMs: number): string =>
  cookie(nameOf(publicUrl, region, 'client-code'), value, publicUrl, maxAgeMs)

function read(headers: Headers, name: string): string | undefined {
  const pair = headers
    .get('cookie')
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}

export function readClientCookie(headers: Headers, publicUrl: string, region: Region): string | undefined {
  const token = read(headers, nameOf(publicUrl, region, 'client'))
  return token !== undefined && CLIENT_TOKEN.test(token) ? token : undefined
}

export const readCodeCookie = (headers: Headers, publicUrl: string, region: Region): string =>
  read(headers, nameOf(publicUrl, region, 'client-code')) ?? ''
