const SITE = 'http://same.invalid'
const LONGEST = 2000

/**
 * Returns the path as a browser would read it, or undefined if it could lead elsewhere: other hosts or schemes,
 * `//host`, `\`, and paths that become `//host` once dots are resolved.
 */
export function safeReturnPath(path: string | undefined): string | undefined {
  if (!path?.startsWith('/') || path.length > LONGEST || path.includes('\\') || !URL.canParse(path, SITE))
    return undefined
  const url = new URL(path, SITE)
  if (url.origin !== SITE || url.pathname.startsWith('//')) return undefined
  return url.pathname + url.search + url.hash
}
