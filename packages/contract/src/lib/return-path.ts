const SITE = 'http://same.invalid'
const LONGEST = 2000

/** The path as a browser reads it; undefined if it could lead to another host or scheme: `//host`, `\`, `/.//host`. */
export function safeReturnPath(path: string | undefined): string | undefined {
  if (!path?.startsWith('/') || path.length > LONGEST || path.includes('\\') || !URL.canParse(path, SITE))
    return undefined
  const url = new URL(path, SITE)
  if (url.origin !== SITE || url.pathname.startsWith('//')) return undefined
  return url.pathname + url.search + url.hash
}
