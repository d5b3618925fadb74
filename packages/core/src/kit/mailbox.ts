// Which addresses of e-mail reach one mailbox.

/** One name for all spellings of one mailbox, so that `a+1@…` and `a+2@…` count as the same person. */
export function mailboxOf(email: string): string {
  const address = email.trim()
  // Split as it was written: characters that only become an `@` belong to the name, and lead to no domain of somebody else.
  const at = address.lastIndexOf('@')
  const local = address.slice(0, Math.max(at, 0)).normalize('NFKC').toLowerCase()
  const domain = hostOf(address.slice(at + 1))
  const plain = local.replace(/\+.*$/, '')
  const isGoogle = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGoogle ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`
}

/** As what delivers mail reads it: `bücher.example`, other dots and characters that nobody sees have one name in ASCII. */
function hostOf(domain: string): string {
  const address = `http://${domain}`
  return URL.canParse(address) ? new URL(address).hostname.replace(/\.+$/, '') : domain.normalize('NFKC').toLowerCase()
}
