// The pages of an agent that client users have, and the first of them.
import type { ClientTab } from '@parlance/contract/lib/client-tabs'
import type { ClientSession } from '@parlance/contract/orgs/client-account-api'

/** Those that exist, in their usual order. */
export const CLIENT_PAGES = ['home', 'convos', 'leads', 'analytics'] as const
export type ClientPage = (typeof CLIENT_PAGES)[number]

const pageOf = (tab: ClientTab): string => (tab === '/overview' ? 'home' : tab.slice(1))

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
