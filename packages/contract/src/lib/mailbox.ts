// Which addresses of e-mail reach one mailbox, and how an address is written.

/** One name for all spellings of one mailbox, so that `a+1@…` and `a+2@…` count as the same person. */
export function mailboxOf(email: string): string {
  const address = email.trim()
  // Split as it was written: characters that only become an `@` belong to the name, and lead to no domain of somebody else.
  const at = address.lastIndexOf('@')
  const local = address.slice(0, Math.max(at, 0)).normalize('NFKC').toLowerCase()
  const domain = domainOf(address.slice(at + 1))
  const plain = local.replace(/\+.*$/, '')
  const isGoogle = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGoogle ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`
}

/** As what delivers mail reads it: `bücher.example`, other dots and characters that nobody sees have one name in ASCII. */
const domainOf = (domain: string): string => hostOf(domain) ?? domain.normalize('NFKC').toLowerCase()

/** Undefined for what names no host. */
function hostOf(domain: string): string | undefined {
  const address = `http://${domain}`
  return URL.canParse(address) ? new URL(address).hostname.replace(/\.+$/, '') : undefined
}

const NUMBERS = /^\d+(?:\.\d+){3}$/

/** The one spelling of an address, of whatever form its domain is written in; as it is, in lower case, where it is none. */
export function addressOf(email: string): string {
  const address = email.trim().toLowerCase()
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  // What a URL reads as the end of its host, or as numbers of a computer, is the domain of no mailbox.
  const host = at < 1 || /[/?#]/.test(domain) ? undefined : hostOf(domain)
  return host === undefined || NUMBERS.test(host) ? address : `${address.slice(0, at)}@${host}`
}

/** What is drawn as nothing, letters and marks among it. A domain has its one name in ASCII, which knows none of them. */
const UNSEEN = String.raw`\p{Default_Ignorable_Code_Point}\u2800`
/** Neither what mail programs read as more than an address (`a<b@c.d>` and `a,b@c.d` both reach `b@c.d`) nor what nobody sees. */
const CHAR = String.raw`[^\s@."(),:;<>[\]\\\p{Cc}\p{Cf}\p{Cs}]`
/** Read in one pass, so that no input makes it slow. Without dots that no mail server takes (`a..b@c.d`). */
const WRITTEN = new RegExp(
  // A URL would read `a@%63.example` as `a@c.example`.
  String.raw`^(?=[^@]{1,64}@)(?=[^@${UNSEEN}]+@)${CHAR}+(?:\.${CHAR}+)*@(?!.*%)${CHAR}+(?:\.${CHAR}+)+$`,
  'u',
)
const CHARS = new RegExp(`^${CHAR}+$`, 'u')
/** Mail programs may read a wide `＠` or `，` as the narrow one, so the name before the `@` has none of what stands for another sign. */
const isPlain = (local: string): boolean =>
  Array.from(local).every((char) => char === '.' || CHARS.test(char.normalize('NFKC')))
const LABEL = String.raw`[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?`
/** In ASCII; its last part is no number. */
const DOMAIN = new RegExp(String.raw`@(?:${LABEL}\.){1,8}(?!\d+$)(?=[a-z\d-]{2})${LABEL}$`)
const MAX_ADDRESS = 254

/** The one spelling of what is an address of e-mail, wherever somebody gives one; undefined for what is none. */
export function emailOf(text: string): string | undefined {
  const typed = text.trim()
  if (typed.length > MAX_ADDRESS || !WRITTEN.test(typed)) return undefined
  if (!isPlain(typed.slice(0, typed.indexOf('@')))) return undefined
  // Longer by then, or of a domain that stands for another thing than was typed.
  const address = addressOf(typed)
  return address.length <= MAX_ADDRESS && DOMAIN.test(address) ? address : undefined
}

export const isEmail = (text: string): boolean => emailOf(text) !== undefined
