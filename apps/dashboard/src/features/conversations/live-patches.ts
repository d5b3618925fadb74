// Applies self-contained live events to the cache, without an immediate reload.
import type { Conversation, ListedMessage, LiveEvent } from '@parlance/contract/conversations/schemas'
import type { Query, QueryClient } from '@tanstack/react-query'
import type { RegionalApi } from '../../lib/api.ts'
import type { Listed } from './listed.ts'

type Patch = Extract<LiveEvent, { type: 'read' | 'presence' }>
type Said = Extract<LiveEvent, { type: 'message' }> & { readonly listed: ListedMessage }
interface Pages {
  readonly pages: readonly { readonly items?: readonly Conversation[]; readonly conversation?: Conversation }[]
}

/** The updated conversation; the same object when the event is unrelated or has nothing new. */
export function patched<Of extends Conversation>(conversation: Of, event: Patch, now: Date): Of {
  if (conversation.id !== event.conversationId) return conversation
  const { inbox } = conversation
  if (event.type === 'presence') {
    const { isHere, pageUrl, at } = event
    return inbox ? { ...conversation, inbox: { ...inbox, presence: { isHere, pageUrl, at } } } : conversation
  }
  if (event.seq <= conversation.readSeq) return conversation
  return {
    ...conversation,
    readSeq: event.seq,
    ...(inbox && { inbox: { ...inbox, readAt: now.toISOString() } }),
  }
}

/** False when the event requires a reload. */
export function patchConversations(client: QueryClient, api: RegionalApi, event: LiveEvent): boolean {
  if (event.type !== 'read' && event.type !== 'presence') return false
  const { list, listWorkspace, get, details } = api.conversations
  const change = (one: Conversation) => patched(one, event, new Date())
  for (const procedure of [list, listWorkspace, get])
    client.setQueriesData<Pages>({ queryKey: procedure.key() }, (data) =>
      data?.pages?.some((page) =>
        [page.conversation, ...(page.items ?? [])].some((one) => one?.id === event.conversationId),
      )
        ? {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              ...(page.items && { items: page.items.map(change) }),
              ...(page.conversation && { conversation: change(page.conversation) }),
            })),
          }
        : data,
    )
  if (event.type === 'presence')
    void client.invalidateQueries({
      queryKey: details.key(),
      predicate: ({ queryKey }) => JSON.stringify(queryKey).includes(event.conversationId),
    })
  return true
}

interface ListInput {
  readonly agentId?: string
  readonly search?: string
  readonly [filter: string]: unknown
}
/** Input that filters a list, other than its agent and page. */
const narrows = (input: ListInput) => Object.keys(input).some((key) => !['uid', 'agentId', 'limit'].includes(key))

const withMessage = (row: Listed, { seq, from, listed: { preview, at } }: Said): Listed => ({
  ...row,
  preview,
  lastMessageAt: at,
  messageCount: Math.max(row.messageCount, seq),
  unread: row.unread || from === 'user',
})

/** As the server lists a conversation that begins with this message. */
function begun({ agentId, conversationId, listed }: Said, rows: readonly Listed[]): Listed | undefined {
  const { begins, preview, at } = listed
  if (!begins) return undefined
  const agentTitle = rows.find((row) => row.agentId === agentId)?.agentTitle
  return {
    id: conversationId,
    agentId,
    ...begins,
    state: 'ai-chatting',
    title: preview,
    preview,
    messageCount: 1,
    startedAt: at,
    lastMessageAt: at,
    readSeq: 1,
    handoffAt: null,
    endedAt: null,
    isRated: false,
    inbox: { assignee: null, tags: [], snoozedUntil: null, seenSeq: 0 },
    answering: true,
    unread: true,
    ...(agentTitle !== undefined && { agentTitle }),
  }
}

/**
 * The list after the message, newest first; unchanged for another agent's message. Undefined when it must be reloaded:
 * the conversation is not listed, or it is a search.
 */
export function listAfter<Page extends { readonly items: readonly Listed[] }>(
  pages: readonly Page[],
  input: ListInput,
  event: Said,
): readonly Page[] | undefined {
  if (input.agentId !== undefined && input.agentId !== event.agentId) return pages
  const rows = pages.flatMap(({ items }) => items)
  const known = rows.find(({ id }) => id === event.conversationId)
  const row = known ? withMessage(known, event) : narrows(input) ? undefined : begun(event, rows)
  if (!row || input.search) return undefined
  return pages.map((page, index) => {
    const others = page.items.filter(({ id }) => id !== row.id)
    return { ...page, items: index === 0 ? [row, ...others] : others }
  })
}

/** Shows the message where the event is sufficient and returns the other lists, which must be reloaded. */
export function showMessage(client: QueryClient, api: RegionalApi, event: Said): Query[] {
  const { list, listWorkspace } = api.conversations
  const lists = [list, listWorkspace].flatMap((procedure) =>
    client.getQueryCache().findAll({ queryKey: procedure.key() }),
  )
  return lists.filter(({ queryKey, state }) => {
    const data = state.data as
      | { readonly pages: readonly { readonly items: readonly Listed[] }[] }
      | { readonly items: readonly Listed[] }
      | undefined
    if (!data) return true
    const [, { input = {} } = {}] = queryKey as [unknown, { input?: ListInput }?]
    const pages = 'pages' in data ? data.pages : [data]
    const after = listAfter(pages, input, event)
    if (after && after !== pages) client.setQueryData(queryKey, 'pages' in data ? { ...data, pages: after } : after[0])
    return after === undefined
  })
}
