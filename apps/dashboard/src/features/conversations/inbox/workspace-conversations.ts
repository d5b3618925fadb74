// The list of a workspace's inbox, as its address filters it.
import type { InboxView } from '@parlance/contract/conversations/api'
import type { QueryClient } from '@tanstack/react-query'
import type { RegionalApi } from '../../../lib/api.ts'
import { paged, pageInput } from '../../../lib/paged-query.ts'
import type { Search } from '../../../lib/query-string.ts'
import { INBOX_VIEWS } from '../contract-constants.ts'
import { askedFor } from '../session-days.ts'

/** Rows per page: few requests even for long scrolls. */
export const PAGE = 100

const isView = (value: string): value is InboxView => (INBOX_VIEWS as readonly string[]).includes(value)
export const ASSIGNEE = /^(?:nobody|(?:user|client|team):.+)$/

/** As in the address; empty means any. */
export type Values = Record<'view' | 'agent' | 'tag' | 'assignee' | 'channel' | 'from' | 'to', string>

export const filterValues = ({
  view = '',
  agent = '',
  tag = '',
  assignee = '',
  channel = '',
  from = '',
  to = '',
}: Search): Values => ({ view: isView(view) ? view : '', agent, tag, assignee, channel, from, to })

/** Input of the calls, without the agent; drops invalid values of the address. */
export function narrowedBy({ view, tag, assignee, channel, from, to }: Values) {
  const { agentId: _, ...asked } = askedFor({ agent: '', channel, state: '', from, to })
  return {
    ...asked,
    ...(isView(view) && { view }),
    ...(tag && { tag }),
    ...(ASSIGNEE.test(assignee) && { assignee }),
  }
}

export const workspaceConversations = (api: RegionalApi, uid: string, search: string, filters: Values) =>
  api.conversations.listWorkspace.infiniteOptions({
    input: (cursor: string | undefined) => ({
      uid,
      ...narrowedBy(filters),
      ...(filters.agent && { agentId: filters.agent }),
      ...pageInput(search, cursor, PAGE),
    }),
    ...paged,
  })

/** Reads the first page before the inbox is rendered. */
export const prefetchInbox = (client: QueryClient, api: RegionalApi, uid: string, address: Search): Promise<void> =>
  client.prefetchInfiniteQuery(workspaceConversations(api, uid, address['search'] ?? '', filterValues(address)))
