// Normalizes URLs, so that no page is read under two of them.

export const MAX_ADDRESS = 2000

const TRACKING =
  /^(?:utm_\w+|gclid|gclsrc|dclid|wbraid|gbraid|fbclid|msclkid|yclid|twclid|ttclid|igshid|li_fat_id|mc_cid|mc_eid|mkt_tok|_hsenc|_hsmi|hsctatracking|vero_id|vero_conv|_ga|_gl|ref_src|phpsessid|jsessionid|aspsessionid\w*|cfid|cftoken)$/i
const INDEX = /\/(?:index|default)\.(?:html?|php|aspx?|jsp)$/i
const SESSION_IN_PATH = /;jsessionid=[^/?#]*/gi

/**
 * Without fragment, default port, `index.html`, tracking and session parameters; query sorted. Idempotent. Undefined if
 * invalid.
 */
export function normalizeAddress(address: string, base?: string): string | undefined {
  const url = parsed(address.trim(), base)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined
  if (url.username || url.password || !url.hostname) return undefined
  url.hash = ''
  const host = url.hostname.replace(/\.+$/, '')
  if (host && host !== url.hostname) url.hostname = host
  const path = evenPath(url.pathname)
  const query = evenQuery(url.search)
  const result = `${url.protocol}//${url.host}${path}${query ? `?${query}` : ''}`
  return result.length > MAX_ADDRESS ? undefined : result
}

function parsed(address: string, base: string | undefined): URL | undefined {
  try {
    return new URL(address, base)
  } catch {
    return undefined
  }
}

function evenPath(path: string): string {
  let even = evenEscapes(path).replaceAll(SESSION_IN_PATH, '')
  // Repeated, because removing one may reveal another.
  while (INDEX.test(even)) even = even.replace(INDEX, '/')
  return even || '/'
}

/** Sorted by name only: the order of values of one name may matter. */
function evenQuery(search: string): string {
  const parts = search.replace(/^\?/, '').split('&').filter(Boolean).map(evenEscapes)
  const named = parts.map((part) => ({ part, name: nameOf(part) }))
  const kept = named.filter(({ name }) => !TRACKING.test(name))
  const sorted = kept.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  return sorted.map(({ part }) => part).join('&')
}

const nameOf = (part: string): string => decoded(part.split('=', 1)[0] ?? '')

/** Decodes unreserved characters; other escapes are upper-cased. */
const evenEscapes = (text: string): string =>
  text.replaceAll(/%([0-9a-f]{2})/gi, (escape, hex: string) => {
    const char = String.fromCharCode(Number.parseInt(hex, 16))
    return /[A-Za-z0-9\-._~]/.test(char) ? char : escape.toUpperCase()
  })

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** `host:port`, the key for throttling. */
export const hostOf = (address: string): string => new URL(address).host
