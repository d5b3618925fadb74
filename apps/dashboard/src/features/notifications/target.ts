// Where a notification links: only to pages of this app.
import type { Target } from '../../lib/paths.ts'

export function targetOf(urlPathname: string): Target | undefined {
  const url = URL.canParse(urlPathname, location.origin) ? new URL(urlPathname, location.origin) : undefined
  if (url?.origin !== location.origin || !url.pathname.startsWith('/app/')) return undefined
  return { to: url.pathname, search: Object.fromEntries(url.searchParams) } as Target
}
