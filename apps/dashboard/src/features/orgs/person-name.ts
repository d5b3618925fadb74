/** Guesses a name from an e-mail address: «mia.lund@…» is Mia Lund. Can be changed. */
export const personNameOf = (email: string): string => {
  const parts = email
    .slice(0, Math.max(email.lastIndexOf('@'), 0))
    .replace(/\+.*$/, '')
    .split(/[._-]+/)
    .filter(Boolean)
  const name = parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join(' ')
  return name || email
}
