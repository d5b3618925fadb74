// Page patterns such as `/docs/*`: paths or URLs with `*` for any part.
import { decoded } from './address.ts'

/**
 * `/docs/*` is a path on any site, `example.com/docs/*` starts with the site, `https://…` is a whole URL, other text
 * with `*` may occur anywhere. A query counts only with a `?`; case and trailing slashes never do.
 */
export function matchesPattern(matcher: string, address: string): boolean {
  const written = decoded(matcher.trim()).toLowerCase().replace(/#.*$/, '')
  const subject = subjectOf(written, address)
  const pattern = trimmed(written)
  return glob(pattern, subject) || (pattern.endsWith('/*') && glob(pattern.slice(0, -2), subject))
}

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

const trimmed = (text: string): string => text.replace(/\/+$/, '')

/** `*` matches any text. Each part between stars is searched once, after the previous one, so that matching is fast. */
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
