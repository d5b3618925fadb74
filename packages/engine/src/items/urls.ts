// Addresses of items: which are well-formed, which are the same, and which a text holds.

/** Stands for our own origin while a path of it is read. */
const OWN = 'https://own.invalid'

const HOST = /^[a-z0-9._[\]:-]+$/

/**
 * One spelling for each address an item may hold: absolute over http or https without a user name, or a path of this
 * installation. Undefined for everything else, however it is disguised.
 */
export function canonicalUrl(value: string): string | undefined {
  const isPath = PATH.test(value)
  if (!isPath && !/^https?:\/\/[^\s/]\S*$/i.test(value)) return undefined
  try {
    const { href, origin, username, password, host } = new URL(value, OWN)
    if (username !== '' || password !== '' || !HOST.test(host)) return undefined
    if (!isPath) return href
    // Dots may have led to the root, or to what a browser reads as another host.
    const path = href.slice(OWN.length)
    return origin === OWN && PATH.test(path) ? path : undefined
  } catch {
    return undefined
  }
}

const PATH = /^\/[\w.-]\S*$/
const ADDRESS = /https?:\/\/[^\s"<>`\\^{|}]+|(?<![^\s"'(<[=])\/[\w.-][^\s"<>`\\^{|}]*/gi
/** What may end a sentence or a bracket around an address, as well as the address itself. */
const CLOSING = /[.,;:!?)\]*_~']$/
const MOST_CLOSING = 10

/**
 * Pure: every address in a text, JSON or Markdown, in the spelling of `canonicalUrl`. Where it can't be told whether a closing
 * mark belongs to an address, both are in the set.
 */
export function urlsIn(text: string): ReadonlySet<string> {
  const found = new Set<string>()
  const plain = text.replaceAll('\\/', '/').replaceAll('\\u0026', '&').replaceAll('&amp;', '&')
  // An apostrophe may be part of an address, or the quote that ends it.
  const matches = [...plain.matchAll(ADDRESS)].flatMap(([match]) => [match, match.split("'")[0] ?? ''])
  for (let candidate of matches) {
    for (let tries = 0; tries <= MOST_CLOSING; tries++) {
      const url = canonicalUrl(candidate)
      if (url !== undefined) found.add(url)
      if (!CLOSING.test(candidate)) break
      candidate = candidate.slice(0, -1)
    }
  }
  return found
}
