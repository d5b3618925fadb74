// Addresses of pages as people write them: brought into one form, and refused where they lead to no page.
const MAX_ADDRESS = 2000
const MAX_NAME = 300
/** Names of several parts, and addresses in brackets. */
const HOST = /^(?:\[[0-9a-f:.]+\]|[^.]+(?:\.[^.]+)+\.?|localhost)$/i

/**
 * The address as it is fetched and known: absolute, without fragment; `https` where no scheme was written. Undefined for what
 * is no address of a page.
 */
export function pageAddress(text: string): string | undefined {
  const written = text.trim()
  const absolute = /^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : `https://${written}`
  const url = URL.canParse(absolute) ? new URL(absolute) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || !url.hostname) return undefined
  // One word is no host of the internet, and `mailto:x@y` no page.
  if (!HOST.test(url.hostname)) return undefined
  url.hash = ''
  return url.href.length > MAX_ADDRESS ? undefined : url.href
}

/** What a page is called until its title is known. */
export function pageName(address: string): string {
  const short = address.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')
  return short.slice(0, MAX_NAME).toWellFormed()
}
