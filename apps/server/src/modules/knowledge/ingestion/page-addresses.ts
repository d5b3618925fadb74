const MAX_ADDRESS = 2000
const MAX_NAME = 300
/** Host names with a dot, and IPv6 addresses in brackets. */
const HOST = /^(?:\[[0-9a-f:.]+\]|[^.]+(?:\.[^.]+)+\.?|localhost)$/i

/** Absolute, without fragment, `https` by default. Undefined for an invalid page URL. */
export function pageAddress(text: string): string | undefined {
  const written = text.trim()
  const absolute = /^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : `https://${written}`
  const url = URL.canParse(absolute) ? new URL(absolute) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || !url.hostname) return undefined
  // Rejects single-label hosts and `mailto:x@y`.
  if (!HOST.test(url.hostname)) return undefined
  url.hash = ''
  return url.href.length > MAX_ADDRESS ? undefined : url.href
}

/** Name of a page until its title is known. */
export function pageName(address: string): string {
  const short = address.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')
  return short.slice(0, MAX_NAME).toWellFormed()
}
