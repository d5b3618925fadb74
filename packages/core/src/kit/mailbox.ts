// Which addresses of e-mail reach one mailbox.

/** One name for all spellings of one mailbox, so that `a+1@…` and `a+2@…` count as the same person. */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.trim().normalize('NFKC').toLowerCase().split('@')
  const plain = local.replace(/\+.*$/, '')
  const isGoogle = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGoogle ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`
}
