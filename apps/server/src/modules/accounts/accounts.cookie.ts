// The session cookie: opaque, unreadable for scripts, of this host alone.

/** A session ends this long after sign-in, however much it is used. */
export const SESSION_MAX_AGE_S = 30 * 24 * 3600

const TOKEN = /^[A-Za-z0-9]{32}$/
const isSecure = (publicUrl: string) => publicUrl.startsWith('https://')

/** Browsers accept the `__Host-` prefix only from https, without a Domain and with Path=/. */
export const cookieName = (publicUrl: string) => (isSecure(publicUrl) ? '__Host-parlance.sid' : 'parlance.sid')

/** Set-Cookie value that signs in, or out when the token is empty. The server decides when the session has ended. */
export function sessionCookie(publicUrl: string, token: string): string {
  const secure = isSecure(publicUrl) ? '; Secure' : ''
  const maxAge = token ? SESSION_MAX_AGE_S : 0
  return `${cookieName(publicUrl)}=${token}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`
}

/** The session token of a request: of its bearer when it has one, else of its cookie. Undefined when it cannot be one. */
export function tokenOf(headers: Headers, publicUrl: string): string | undefined {
  const authorization = headers.get('authorization')
  const token =
    authorization === null
      ? cookieOf(headers, cookieName(publicUrl))
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
