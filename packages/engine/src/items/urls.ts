// Addresses in items: validity, canonical form, and extraction from text.

/** Stands in for our own origin while a path is parsed. */
const OWN = 'https://own.invalid'

const HOST = /^[a-z0-9._[\]:-]+$/

/**
 * The canonical form of an address: absolute over http or https without a user name, or a path of this installation.
 * Undefined for anything else, however it is disguised.
 */
export function canonicalUrl(value: string): string | undefined {
  const isPath = PATH.test(value)
  if (!isPath && !/^https?:\/\/[^\s/]\S*$/i.test(value)) return undefined
  try {
    const { href, origin, username, password, host } = new URL(value, OWN)
    if (username !== '' || password !== '' || !HOST.test(host)) return undefined
    if (!isPath) return href
    // Dot segments may lead to the root, or to what a browser reads as another host.
    const path = href.slice(OWN.length)
    return origin === OWN && PATH.test(path) ? path : undefined
  } catch {
    return undefined
  }
}

const PATH = /^\/[\w.-]\S*$/
const ADDRESS = /https?:\/\/[^\s"<>`\\^{|}]+|(?<![^\s"'(<[=])\/[\w.-][^\s"<>`\\^{|}]*/gi
/** Characters that may end the sentence around an address or belong to the address itself. */
const CLOSING = /[.,;:!?)\]*_~']$/
const MOST_CLOSING = 10

/**
 * Every address in a text, JSON or Markdown, in canonical form. Where a closing mark may or may not belong to an
 * address, both forms are included.
 */
export function urlsIn(text: string): ReadonlySet<string> {
  const found = new Set<string>()
  const plain = text.replaceAll('\\/', '/').replaceAll('\\u0026', '&').replaceAll('&amp;', '&')
  // An apostrophe may be part of an address or a closing quote.
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
