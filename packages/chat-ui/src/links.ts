// Validates addresses of a message on use, in addition to the server.

export const LINK_REL = 'noopener noreferrer nofollow'

const SAFE_LINK = /^(https?:\/\/|mailto:|tel:)/i

/** For Markdown and sources: the address if it is safe to follow, otherwise undefined. */
export function safeHref(value: string): string | undefined {
  const address = value.trim()
  return SAFE_LINK.test(address) ? address : undefined
}

/** For items: the address if it is http(s) or our own file, otherwise undefined. */
export const webUrl = (url: string): string | undefined => (/^(?:https?:\/\/|\/[\w.-])/i.test(url) ? url : undefined)

/** The host of a foreign address; empty for our own origin. Unparseable ones count as foreign. */
export function otherHost(url: string): string {
  if (!URL.canParse(url, location.origin)) return url
  const { origin, host } = new URL(url, location.origin)
  return origin === location.origin ? '' : host
}
