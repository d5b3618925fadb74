// One form for addresses that lead to the same page, so that a site is not read twice under two names.

/** Longer addresses are made by machines for machines. */
export const MAX_ADDRESS = 2000

const TRACKING =
  /^(?:utm_\w+|gclid|gclsrc|dclid|wbraid|gbraid|fbclid|msclkid|yclid|twclid|ttclid|igshid|li_fat_id|mc_cid|mc_eid|mkt_tok|_hsenc|_hsmi|hsctatracking|vero_id|vero_conv|_ga|_gl|ref_src|phpsessid|jsessionid|aspsessionid\w*|cfid|cftoken)$/i
const INDEX = /\/(?:index|default)\.(?:html?|php|aspx?|jsp)$/i
const SESSION_IN_PATH = /;jsessionid=[^/?#]*/gi

/**
 * The address as pages are known by: absolute http or https, without fragment, default port, `index.html`, tracking and
 * session parameters, its query sorted by name. Applied twice it changes nothing more. Undefined for what is no page:
 * other schemes, user information, nonsense.
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
  // Again and again, because what comes to light may be one as well.
  while (INDEX.test(even)) even = even.replace(INDEX, '/')
  return even || '/'
}

/** By name alone: the order of values of one name may mean something. */
function evenQuery(search: string): string {
  const parts = search.replace(/^\?/, '').split('&').filter(Boolean).map(evenEscapes)
  const named = parts.map((part) => ({ part, name: nameOf(part) }))
  const kept = named.filter(({ name }) => !TRACKING.test(name))
  const sorted = kept.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  return sorted.map(({ part }) => part).join('&')
}

const nameOf = (part: string): string => decoded(part.split('=', 1)[0] ?? '')

/** Escapes of letters that need none are undone, the others are written in capitals. */
const evenEscapes = (text: string): string =>
  text.replaceAll(/%([0-9a-f]{2})/gi, (escape, hex: string) => {
    const char = String.fromCharCode(Number.parseInt(hex, 16))
    return /[A-Za-z0-9\-._~]/.test(char) ? char : escape.toUpperCase()
  })

/** Text with its escapes read; as it is where they mean nothing. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** `host:port` as requests to it are paced. */
export const hostOf = (address: string): string => new URL(address).host
