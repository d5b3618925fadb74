// Where to go on after signing in or up: a path of this very site, whoever wrote it.

const SITE = 'http://same.invalid'
/** Longer ones are nobody's page. */
const LONGEST = 2000

/**
 * The path as a browser would read it; undefined for whatever could lead away: other hosts, other schemes, `//host`, `\`, and
 * paths that only become `//host` once their dots are resolved.
 */
export function safeReturnPath(path: string | undefined): string | undefined {
  if (!path?.startsWith('/') || path.length > LONGEST || path.includes('\\') || !URL.canParse(path, SITE))
    return undefined
  const url = new URL(path, SITE)
  if (url.origin !== SITE || url.pathname.startsWith('//')) return undefined
  return url.pathname + url.search + url.hash
}
