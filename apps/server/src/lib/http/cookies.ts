// Our cookies: opaque, HttpOnly and host-only.

const isSecure = (publicUrl: string) => publicUrl.startsWith('https://')

/** Browsers accept the `__Host-` prefix only from https, without a Domain and with Path=/. */
const nameOf = (publicUrl: string, what: string) => `${isSecure(publicUrl) ? '__Host-' : ''}parlance.${what}`

export interface Cookie {
  /** Name without our prefix. */
  readonly what: string
  /** Empty to clear the cookie. */
  readonly value: string
  readonly maxAgeMs: number
  readonly sameSite: 'Lax' | 'Strict'
}

/** A Set-Cookie value. */
export function setCookie(publicUrl: string, { what, value, maxAgeMs, sameSite }: Cookie): string {
  const maxAge = value ? Math.floor(maxAgeMs / 1000) : 0
  const secure = isSecure(publicUrl) ? '; Secure' : ''
  return `${nameOf(publicUrl, what)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=${sameSite}${secure}`
}

/** What `setCookie` set; undefined when the browser has none. */
export function readCookie(headers: Headers, publicUrl: string, what: string): string | undefined {
  const name = nameOf(publicUrl, what)
  const pair = headers
    .get('cookie')
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}
