// The client pages of an agent and the start page.
import { CLIENT_TABS, type ClientPath } from '@parlance/contract/lib/client-tabs'
import type { ClientSession } from '@parlance/contract/orgs/client-account-api'

/** Existing pages in the default order of `CLIENT_TABS`. */
export const CLIENT_PAGES = [
  'home',
  'overview',
  'voice',
  'kb',
  'convos',
  'analytics',
  'channels',
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

/** Pages they may open, in order; of an agent, those that fit it. */
export function pagesOf(session: Ordered, agent?: Pick<ClientSession['agents'][number], 'unfitTabs'>): ClientPage[] {
  const allowed = new Set(session.client.canAccess.filter((tab) => !agent?.unfitTabs.includes(tab)).map(pageOf))
  const pages = CLIENT_PAGES.filter((page) => allowed.has(page))
  return inOrder(
    session,
    pages.map((page) => ({ path: `/${page}`, page })),
  ).map(({ page }) => page)
}

/** The start page: design only when there is no home. */
export const startOf = (pages: readonly ClientPage[]): ClientPage | undefined =>
  pages[0] === 'overview' && pages.includes('home') ? 'home' : pages[0]

/** Pages that edit the agent, its channels or its knowledge. */
export const AGENT_PAGES = ['overview', 'voice', 'kb', 'channels', 'settings'] as const
export const isAgentPage = (page: ClientPage): page is (typeof AGENT_PAGES)[number] =>
  AGENT_PAGES.some((one) => one === page)

/** Whether the address names a client page that is not allowed. */
export const isRefusedPage = (name: string, canAccess: readonly ClientPath[]): boolean =>
  CLIENT_TABS.some((tab) => tab === `/${name}` && !canAccess.includes(tab))
