// Where to continue after sign-in or sign-up: a path of this site, even from untrusted input.

const SITE = 'http://same.invalid'
const LONGEST = 2000

/**
 * The path as a browser would read it; undefined for anything that could lead elsewhere: other hosts, other schemes,
 * `//host`, `\`, and paths that become `//host` once dots are resolved.
 */
export function safeReturnPath(path: string | undefined): string | undefined {
  if (!path?.startsWith('/') || path.length > LONGEST || path.includes('\\') || !URL.canParse(path, SITE))
    return undefined
  const url = new URL(path, SITE)
  if (url.origin !== SITE || url.pathname.startsWith('//')) return undefined
  return url.pathname + url.search + url.hash
}
