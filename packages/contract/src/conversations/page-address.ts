export const HIDDEN_PART = '***'
const MAX_CHARS = 500

/** A segment after one of these is often a key: `/reset-password/8f3a92`. */
const BEFORE_KEY =
  /^(?:(?:reset|forgot|change|set)?-?password|reset|verify|verification|confirm|confirmation|activate|activation|invite|invitation|invitations|magic|magic-link|login-link|token|access-token|auth|oauth|sso|session|otp|code|key|api-key|apikey|secret|unsubscribe)$/i
const JWT = /^[\w-]{8,}\.[\w-]{4,}\.[\w-]*$/
const LONG_NUMBER = /^\d(?:[ -]?\d){14,}$/
/** Vendors mark their keys: `sk_live_…`, `ghp_…`. */
const MARKED_KEY = /^(?:[sprk]k|ghp|gho|ghs|glpat|xox[abp]|whsec|vg|vis|pat|key|tok|token|secret)[_-][\w-]{10,}$/i
const KEY_CHARS = 20
/** Share of changes between letters and digits. Slugs have next to none, random text a third or more. */
const KEY_CHANGES = 0.25

const kindOf = (char: string) => (/\d/.test(char) ? 'digit' : /[a-z]/.test(char) ? 'lower' : 'upper')

function isRandom(part: string): boolean {
  if (part.length < KEY_CHARS || !/^[\w~+=.%-]+$/.test(part)) return false
  let pairs = 0
  let changes = 0
  for (const word of part.match(/[a-z\d]+/gi) ?? [])
    for (let at = 1; at < word.length; at += 1) {
      const [before, after] = [kindOf(word[at - 1] ?? ''), kindOf(word[at] ?? '')]
      pairs += 1
      if (before !== after && !(before === 'upper' && after === 'lower')) changes += 1
    }
  return pairs > 0 && changes / pairs >= KEY_CHANGES
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function mayBeSecret(part: string, before: string): boolean {
  if (/[^@\s]@[^@\s]+\.|:[^@]*@/.test(part)) return true
  if (JWT.test(part) && part.startsWith('ey')) return true
  if (LONG_NUMBER.test(part) || MARKED_KEY.test(part) || isRandom(part)) return true
  return BEFORE_KEY.test(before) && part.length >= 6 && /\d/.test(part)
}

/**
 * Origin and path of a URL; empty for anything else. Credentials, query and fragment contain personal data, as do path
 * segments that look like keys or e-mail addresses: those become `***`. At most 500 characters.
 */
export function pageAddress(url: string | undefined): string {
  if (!url || !URL.canParse(url)) return ''
  const { origin, pathname, protocol } = new URL(url)
  if (!/^https?:$/.test(protocol)) return ''
  const parts = pathname.split('/').map((part) => {
    // Text after a semicolon is a kind of query: `;jsessionid=…`.
    const [plain = ''] = part.split(/;|%3b/i)
    return plain
  })
  const shown = parts.map((part, at) =>
    part !== HIDDEN_PART && mayBeSecret(decoded(part), decoded(parts[at - 1] ?? '')) ? HIDDEN_PART : part,
  )
  const page = `${origin}${shown.join('/')}`
  // Never within an escape such as `%E4`.
  return page.length > MAX_CHARS ? page.slice(0, MAX_CHARS).replace(/%[\da-f]?$/i, '') : page
}

/** Only a web page whose whole path is known. */
export function opensPage(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, pathname } = new URL(address)
  return /^https?:$/.test(protocol) && !pathname.split('/').includes(HIDDEN_PART)
}
