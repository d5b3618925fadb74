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

type Ordered = Pick<ClientSession, 'client' | 'org'>

/** Tabs in the order that their agency or org gave; those without a place keep their order behind the others. */
export function inOrder<T extends { readonly path: string }>({ client, org }: Ordered, tabs: readonly T[]): T[] {
  const order: string[] = [...client.clientTabOrder, ...(org?.defaultClientTabOrder ?? [])]
  const place = ({ path }: T) => order.indexOf(path) + 1 || order.length + 1
  return tabs.toSorted((a, b) => place(a) - place(b))
}

/** Pages they may open, in order. */
export function pagesOf(session: Ordered): ClientPage[] {
  const allowed = new Set(session.client.canAccess.map(pageOf))
  const pages = CLIENT_PAGES.filter((page) => allowed.has(page))
  return inOrder(
    session,
    pages.map((page) => ({ path: `/${page}`, page })),
  ).map(({ page }) => page)
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
