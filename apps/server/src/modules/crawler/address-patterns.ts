// Which pages people mean by `/docs/*`: paths or addresses with `*` for any part.
import { decoded } from './address.ts'

/**
 * Whether an address fits a matcher. `/docs/*` is a path of any site, `example.com/docs/*` begins with the site,
 * `https://…` is a whole address, anything else may stand anywhere in site and path when it has a `*`. Without `?` in the matcher
 * the query does not count, capitals and a slash at the end never do, and `/docs/*` means `/docs` as well.
 */
export function matchesPattern(matcher: string, address: string): boolean {
  const written = decoded(matcher.trim()).toLowerCase().replace(/#.*$/, '')
  const subject = subjectOf(written, address)
  const pattern = trimmed(written)
  return glob(pattern, subject) || (pattern.endsWith('/*') && glob(pattern.slice(0, -2), subject))
}

/** The part of the address that a matcher speaks of. */
function subjectOf(pattern: string, address: string): string {
  const url = new URL(address)
  const path = decoded(url.pathname + (pattern.includes('?') ? url.search : ''))
  const whole = pattern.startsWith('/')
    ? path
    : /^https?:/.test(pattern)
      ? `${url.protocol}//${url.host}${path}`
      : `${url.host}${path}`
  return trimmed(whole.toLowerCase())
}

/** Without slashes at the end; the root stays empty, as its matcher does. */
const trimmed = (text: string): string => text.replace(/\/+$/, '')

/** `*` stands for any text. Each part between stars is looked for once, behind the one before, so that no matcher takes long. */
function glob(pattern: string, text: string): boolean {
  const [first = '', ...parts] = pattern.split('*')
  const last = parts.pop()
  if (last === undefined) return pattern === text
  if (!text.startsWith(first) || !text.endsWith(last)) return false
  let at = first.length
  for (const part of parts) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at <= text.length - last.length
}
