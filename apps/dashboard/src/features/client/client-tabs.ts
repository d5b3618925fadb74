// The pages of an agent that client users have, and the first of them.
import { CLIENT_TABS, type ClientPath } from '@parlance/contract/lib/client-tabs'
import type { ClientSession } from '@parlance/contract/orgs/client-account-api'

/** Those that exist, in their usual order: that of `CLIENT_TABS`, as their agency sees it where it has chosen none. */
export const CLIENT_PAGES = [
  'home',
  'overview',
  'kb',
  'convos',
  'analytics',
  'leads',
  'settings',
  'metrics',
  'campaigns',
] as const
export type ClientPage = (typeof CLIENT_PAGES)[number]

const pageOf = (tab: ClientPath): string => tab.slice(1)

/** Those they may open, in the order that their agency or org gave. */
export function pagesOf({ client, org }: Pick<ClientSession, 'client' | 'org'>): ClientPage[] {
  const order = [...client.clientTabOrder, ...(org?.defaultClientTabOrder ?? [])].map(pageOf)
  const place = (page: ClientPage) => {
    const at = order.indexOf(page)
    return at === -1 ? order.length + CLIENT_PAGES.indexOf(page) : at
  }
  const allowed = new Set(client.canAccess.map(pageOf))
  return CLIENT_PAGES.filter((page) => allowed.has(page)).toSorted((a, b) => place(a) - place(b))
}

/** Where they come in: design is nothing to begin with for whoever has a home. */
export const startOf = (pages: readonly ClientPage[]): ClientPage | undefined =>
  pages[0] === 'overview' && pages.includes('home') ? 'home' : pages[0]

/** Those of them that edit the agent, or what it knows. */
export const AGENT_PAGES = ['overview', 'kb', 'settings'] as const
export const isAgentPage = (page: ClientPage): page is (typeof AGENT_PAGES)[number] =>
  AGENT_PAGES.some((one) => one === page)

/** Whether the last part of an address names a page of an agent that they were not given. */
export const isRefusedPage = (name: string, canAccess: readonly ClientPath[]): boolean =>
  CLIENT_TABS.some((tab) => tab === `/${name}` && !canAccess.includes(tab))
