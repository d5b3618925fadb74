// Takes one-time tokens of mailed links out of the address bar before anything else can read or log it.
const PAGES = ['/verify-email', '/reset-password']
let token = ''

/** Called first thing, before the router looks at the address. */
export function takeTokenFromAddress(): void {
  if (!PAGES.includes(location.pathname)) return
  const params = new URLSearchParams(location.search)
  token = params.get('token') ?? ''
  if (!params.has('token')) return
  params.delete('token')
  const rest = params.toString()
  history.replaceState(null, '', location.pathname + (rest ? `?${rest}` : ''))
}

/** The token this page was opened with; empty when there was none or the page was reloaded. */
export const linkToken = (): string => token
