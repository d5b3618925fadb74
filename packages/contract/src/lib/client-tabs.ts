// The agent tabs that client users can be given. They are permissions: every call open to clients names its tab.

export const CLIENT_TABS = [
  '/home',
  '/overview',
  '/voice',
  '/nodes',
  '/prompt',
  '/kb',
  '/convos',
  '/analytics',
  '/channels',
  '/tools',
  '/integrations',
  '/leads',
  '/settings',
  '/metrics',
  '/campaigns',
] as const
export type ClientTab = (typeof CLIENT_TABS)[number]
/** A tab, or the URL of an agency's custom tab after `/c`, such as `/c/news`. */
export type ClientPath = ClientTab | `/c/${string}`

export const DEFAULT_CLIENT_ACCESS: readonly ClientTab[] = ['/home', '/convos', '/analytics', '/leads', '/campaigns']

export const AGENCY_ADMIN_ACCESS: readonly ClientTab[] = ['/home', '/leads', '/convos', '/settings', '/analytics']
