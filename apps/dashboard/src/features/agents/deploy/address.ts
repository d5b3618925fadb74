/** An address as people type it, with its scheme; undefined for what is none. */
export function readAddress(text: string): string | undefined {
  const typed = text.trim()
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`
  if (typed === '' || /\s/.test(typed) || !URL.canParse(address)) return undefined
  const url = new URL(address)
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  // A word alone is a name of the own network, not of a site.
  return isWeb && (url.hostname.includes('.') || url.hostname === 'localhost' || url.port) ? url.href : undefined
}
