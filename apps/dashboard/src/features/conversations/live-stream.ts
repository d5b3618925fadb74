// The workspace's event stream, and which lists and transcripts it invalidates.
import type { LiveEvent } from '@parlance/contract/conversations/schemas'
import type { Query, QueryClient } from '@tanstack/react-query'
import type { RegionalApi } from '../../lib/api.ts'
import { createListRefresh } from './list-refresh.ts'
import { patchConversations, showMessage } from './live-patches.ts'

const FIRST_WAIT = 1000
const LONGEST_WAIT = 30_000
/** Events within this time cause one refresh. */
const GATHER = 150

/** Long lists are not reloaded completely on every message. */
const MANY_PAGES = 5
const isShort = ({ state }: { readonly state: { readonly data: unknown } }) =>
  ((state.data as { pages?: readonly unknown[] } | undefined)?.pages?.length ?? 0) <= MANY_PAGES

/** Collects events briefly, then refreshes every affected list and transcript. */
export function gather(client: QueryClient, api: RegionalApi) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let touched = new Set<string>()
  /** Lists that need a reload. */
  let unread: Set<Query> | 'all' = new Set()
  let creditsMoved = false
  const readLists = (predicate: (query: Query) => boolean) => {
    for (const procedure of [api.conversations.list, api.conversations.listWorkspace])
      void client.invalidateQueries({ queryKey: procedure.key(), predicate })
  }
  const flush = () => {
    timer = undefined
    const stale = unread
    unread = new Set()
    readLists((query) => isShort(query) && (stale === 'all' || stale.has(query)))
    if (stale === 'all') void client.invalidateQueries({ queryKey: api.conversations.inboxCounts.key() })
    const isTouched = ({ queryKey }: { readonly queryKey: unknown }) =>
      touched.has('*') || [...touched].some((id) => JSON.stringify(queryKey).includes(id))
    for (const procedure of [api.conversations.get, api.conversations.details])
      void client.invalidateQueries({ queryKey: procedure.key(), predicate: isTouched })
    touched = new Set()
  }
  const lists = createListRefresh(() => {
    void client.invalidateQueries({ queryKey: api.conversations.inboxCounts.key() })
    readLists(isShort)
    if (!creditsMoved) return
    creditsMoved = false
    void client.invalidateQueries({ queryKey: api.workspaces.key() })
    void client.invalidateQueries({ queryKey: api.analytics.get.key() })
  })
  return (event: LiveEvent) => {
    if (event.type === 'notification' || event.type === 'ready')
      void client.invalidateQueries({ queryKey: api.notifications.list.key() })
    if (event.type === 'delivery' || event.type === 'message')
      void client.invalidateQueries({
        queryKey: api.channels.delivery.key(),
        predicate: ({ queryKey }) => JSON.stringify(queryKey).includes(event.conversationId),
      })
    if (event.type === 'delivery') return
    if (event.type === 'notification' || event.type === 'typing' || patchConversations(client, api, event)) return
    touched.add(event.type === 'ready' ? '*' : event.conversationId)
    if (event.type === 'turn' && event.status === 'done') creditsMoved = true
    if (event.type === 'message' && event.listed) {
      for (const list of showMessage(client, api, { ...event, listed: event.listed }))
        if (unread !== 'all') unread.add(list)
    } else if (event.type !== 'turn') unread = 'all'
    timer ??= setTimeout(flush, GATHER)
    lists.schedule()
  }
}

/**
 * Checks the session and its workspaces after a break, since the stream ends when access does. The screen follows from
 * the list (app/banners/lost-workspace.tsx).
 */
export function stillHere(client: QueryClient, api: RegionalApi, checkSession: () => Promise<boolean>) {
  return async (): Promise<boolean> => {
    if (!(await checkSession())) return false
    void client.invalidateQueries({ queryKey: api.workspaces.list.key() })
    return true
  }
}

/**
 * Keeps an event stream open with growing delays after failures; returns a function that ends it. A stream does not say
 * why it ended, so `mayGoOn` is asked after each failure and can stop the retries.
 */
export function follow(url: string, onEvent: (event: LiveEvent) => void, mayGoOn: () => Promise<boolean>): () => void {
  let ended = false
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = FIRST_WAIT
  const end = () => {
    ended = true
    clearTimeout(timer)
    source?.close()
  }
  const open = () => {
    source = new EventSource(url)
    source.addEventListener('open', () => {
      wait = FIRST_WAIT
    })
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      try {
        onEvent(JSON.parse(data) as LiveEvent)
      } catch {
        // Ignores other lines, such as a proxy's notice.
      }
    })
    source.addEventListener('error', () => {
      source?.close()
      if (ended) return
      const delay = wait
      wait = Math.min(wait * 2, LONGEST_WAIT)
      // Checked first, so that a user without access does not reconnect.
      void mayGoOn().then((may) => {
        if (!may) end()
        else if (!ended) timer = setTimeout(open, delay)
      })
    })
  }
  open()
  return end
}

/** The server treats a user as gone after three times this silence. */
const PRESENCE_MS = 30_000

/** Reports presence repeatedly until the returned function is called. */
export function keepPresent(tell: () => Promise<unknown>): () => void {
  // A failed report means absent, which the server assumes anyway.
  const run = () => void tell().catch(() => undefined)
  run()
  const timer = setInterval(run, PRESENCE_MS)
  return () => clearInterval(timer)
}
