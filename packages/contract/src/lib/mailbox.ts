/** Maps all spellings of a mailbox to one, so that `a+1@…` and `a+2@…` count as the same person. */
export function mailboxOf(email: string): string {
  const address = email.trim()
  // Split before normalising: a character that becomes an `@` belongs to the name and must not lead to another domain.
  const at = address.lastIndexOf('@')
  const local = address.slice(0, Math.max(at, 0)).normalize('NFKC').toLowerCase()
  const domain = domainOf(address.slice(at + 1))
  const plain = local.replace(/\+.*$/, '')
  const isGoogle = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGoogle ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`
}

/** The ASCII form that mail servers use for `bücher.example`, other dots and invisible characters. */
const domainOf = (domain: string): string => hostOf(domain) ?? domain.normalize('NFKC').toLowerCase()

function hostOf(domain: string): string | undefined {
  const address = `http://${domain}`
  return URL.canParse(address) ? new URL(address).hostname.replace(/\.+$/, '') : undefined
}

const NUMBERS = /^\d+(?:\.\d+){3}$/

export function addressOf(email: string): string {
  const address = email.trim().toLowerCase()
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  // A domain that a URL would parse differently, or an IP address, has no mailboxes.
  const host = at < 1 || /[/?#]/.test(domain) ? undefined : hostOf(domain)
  return host === undefined || NUMBERS.test(host) ? address : `${address.slice(0, at)}@${host}`
}

/** Characters that are drawn as nothing, including letters and marks. A domain's ASCII form has none. */
const UNSEEN = String.raw`\p{Default_Ignorable_Code_Point}\u2800`
/** Excludes characters with which mail programs read several addresses: `a<b@c.d>` and `a,b@c.d` both reach `b@c.d`. */
const CHAR = String.raw`[^\s@."(),:;<>[\]\\\p{Cc}\p{Cf}\p{Cs}]`
/** Linear time for any input. Rejects dot sequences that no mail server accepts (`a..b@c.d`). */
const WRITTEN = new RegExp(
  // A URL would read `a@%63.example` as `a@c.example`.
  String.raw`^(?=[^@]{1,64}@)(?=[^@${UNSEEN}]+@)${CHAR}+(?:\.${CHAR}+)*@(?!.*%)${CHAR}+(?:\.${CHAR}+)+$`,
  'u',
)
const CHARS = new RegExp(`^${CHAR}+$`, 'u')
/** Mail programs may read a wide `＠` or `，` as the narrow one, so compatibility characters are not allowed. */
const isPlain = (local: string): boolean =>
  Array.from(local).every((char) => char === '.' || CHARS.test(char.normalize('NFKC')))
const LABEL = String.raw`[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?`
/** ASCII only; the last label is not a number. */
const DOMAIN = new RegExp(String.raw`@(?:${LABEL}\.){1,8}(?!\d+$)(?=[a-z\d-]{2})${LABEL}$`)
const MAX_ADDRESS = 254

export function emailOf(text: string): string | undefined {
  const typed = text.trim()
  if (typed.length > MAX_ADDRESS || !WRITTEN.test(typed)) return undefined
  if (!isPlain(typed.slice(0, typed.indexOf('@')))) return undefined
  // The result is too long, or its domain differs from the typed one.
  const address = addressOf(typed)
  return address.length <= MAX_ADDRESS && DOMAIN.test(address) ? address : undefined
}

export const isEmail = (text: string): boolean => emailOf(text) !== undefined
