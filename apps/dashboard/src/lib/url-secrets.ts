// Removes one-time values from the URL before anything else can read or log them: tokens of mailed links, provider
// responses, and e-mail addresses passed to a form.
const SECRETS: Readonly<Record<string, readonly string[]>> = {
  '/verify-email': ['token'],
  '/reset-password': ['token'],
  '/invitation': ['token'],
  '/sign-up': ['email'],
  '/login': ['email'],
  '/login/callback': ['code', 'state', 'iss', 'scope', 'session_state'],
}
let taken: Readonly<Record<string, string>> = {}
let from = ''

/** Called before the router reads the URL. */
export function takeTokenFromAddress(): void {
  const params = new URLSearchParams(location.search)
  const names = (SECRETS[location.pathname] ?? []).filter((name) => params.has(name))
  if (names.length === 0) return
  from = location.pathname
  taken = Object.fromEntries(names.map((name) => [name, params.get(name) ?? '']))
  for (const name of names) params.delete(name)
  const rest = params.toString()
  history.replaceState(null, '', location.pathname + (rest ? `?${rest}` : ''))
}

/** The token this page was opened with; empty if none, or after a reload. */
export const linkToken = (): string => (from === '/invitation' ? '' : (taken['token'] ?? ''))

/** Called once the token was used or turned out to be invalid. */
export function forgetLinkToken(): void {
  const { token: _, ...rest } = taken
  if (from !== '/invitation') taken = rest
}

/** The token of an invitation, which is used on several pages. */
export const linkInvitation = (): string => (from === '/invitation' ? (taken['token'] ?? '') : '')

/** The e-mail address to prefill; empty likewise. */
export const linkEmail = (): string => taken['email'] ?? ''

/** A provider's response; empty likewise. */
export const providerAnswer = () => ({ code: taken['code'] ?? '', state: taken['state'] ?? '' })
