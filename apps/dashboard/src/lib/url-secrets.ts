// Takes what must be used once out of the address bar before anything else can read or log it: tokens of mailed links,
// what another provider sends back, and the e-mail address that an invitation or the public site hands to a form.
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

/** Called first thing, before the router looks at the address. */
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

/** The token this page was opened with; empty when there was none or the page was reloaded. */
export const linkToken = (): string => (from === '/invitation' ? '' : (taken['token'] ?? ''))

/** Once it has done its work, or turned out to be none. */
export function forgetLinkToken(): void {
  const { token: _, ...rest } = taken
  if (from !== '/invitation') taken = rest
}

/** The same of an invitation, which goes through several pages. */
export const linkInvitation = (): string => (from === '/invitation' ? (taken['token'] ?? '') : '')

/** The address to begin a form with; empty likewise. */
export const linkEmail = (): string => taken['email'] ?? ''

/** What a provider sent back with this page; empty likewise. */
export const providerAnswer = () => ({ code: taken['code'] ?? '', state: taken['state'] ?? '' })
