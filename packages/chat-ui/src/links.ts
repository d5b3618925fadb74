// Which addresses of a message are followed: the server has checked them, and they are checked once more where they are used.

export const LINK_REL = 'noopener noreferrer nofollow'

const SAFE_LINK = /^(https?:\/\/|mailto:|tel:)/i

/** Of Markdown and sources: the address when a reader may follow it; undefined otherwise. */
export function safeHref(value: string): string | undefined {
  const address = value.trim()
  return SAFE_LINK.test(address) ? address : undefined
}

/** Of items: the address when it leads to the web or to a file of our own; undefined otherwise. */
export const webUrl = (url: string): string | undefined => (/^(?:https?:\/\/|\/[\w.-])/i.test(url) ? url : undefined)

/** The host of a page of others; empty for our own origin. What can't be read is of others. */
export function otherHost(url: string): string {
  if (!URL.canParse(url, location.origin)) return url
  const { origin, host } = new URL(url, location.origin)
  return origin === location.origin ? '' : host
}
