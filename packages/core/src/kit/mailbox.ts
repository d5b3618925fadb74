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
