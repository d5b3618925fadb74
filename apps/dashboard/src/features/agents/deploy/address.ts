/** Parses a typed address and adds its scheme; undefined when invalid. */
export function readAddress(text: string): string | undefined {
  const typed = text.trim()
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`
  if (typed === '' || /\s/.test(typed) || !URL.canParse(address)) return undefined
  const url = new URL(address)
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  // A single word is a local host name, not a site.
  return isWeb && (url.hostname.includes('.') || url.hostname === 'localhost' || url.port) ? url.href : undefined
}
