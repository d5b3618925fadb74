// The stream of a workspace's news, and which lists and transcripts it makes stale.
import type { LiveEvent } from '@parlance/contract/conversations/schemas'
import type { Query, QueryClient } from '@tanstack/react-query'
import type { RegionalApi } from '../../lib/api.ts'
import { patchConversations, showMessage } from './live-patches.ts'

const FIRST_WAIT = 1000
const LONGEST_WAIT = 30_000
/** Events within this time refresh once. */
const GATHER = 150
/** Lists that show a message already are read again once it is quiet, each browser at a moment of its own. */
const [SETTLE, SETTLE_SPREAD] = [2000, 4000]

/** Whoever has read far down a list is not made to read all its pages again with every message somewhere. */
const MANY_PAGES = 5
const isShort = ({ state }: { readonly state: { readonly data: unknown } }) =>
  ((state.data as { pages?: readonly unknown[] } | undefined)?.pages?.length ?? 0) <= MANY_PAGES

/** Collects events for a moment and then refreshes every list and transcript they touch. */
export function gather(client: QueryClient, api: RegionalApi) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let settling: ReturnType<typeof setTimeout> | undefined
  let touched = new Set<string>()
  /** Lists that an event does not suffice for. */
  let unread: Set<Query> | 'all' = new Set()
  let creditsMoved = false
  const readLists = (predicate: (query: Query) => boolean) => {
    for (const procedure of [api.conversations.list, api.conversations.listWorkspace])
      void client.invalidateQueries({ queryKey: procedure.key(), predicate })
  }
  const flush = () => {
    timer = undefined
    const lists = unread
    unread = new Set()
    readLists((query) => isShort(query) && (lists === 'all' || lists.has(query)))
    if (lists === 'all') void client.invalidateQueries({ queryKey: api.conversations.inboxCounts.key() })
    const isTouched = ({ queryKey }: { readonly queryKey: unknown }) =>
      touched.has('*') || [...touched].some((id) => JSON.stringify(queryKey).includes(id))
    for (const procedure of [api.conversations.get, api.conversations.details])
      void client.invalidateQueries({ queryKey: procedure.key(), predicate: isTouched })
    touched = new Set()
  }
  const settle = () => {
    settling = undefined
    void client.invalidateQueries({ queryKey: api.conversations.inboxCounts.key() })
    readLists(isShort)
    if (!creditsMoved) return
    creditsMoved = false
    void client.invalidateQueries({ queryKey: api.workspaces.key() })
    void client.invalidateQueries({ queryKey: api.analytics.get.key() })
  }
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
    settling ??= setTimeout(settle, SETTLE + Math.random() * SETTLE_SPREAD)
  }
}

/**
 * Asks, once a stream broke off, who is signed in and which workspaces are theirs: it ends in the moment in which access does.
 * What is on screen follows from the list (app/banners/lost-workspace.tsx).
 */
export function stillHere(client: QueryClient, api: RegionalApi, checkSession: () => Promise<boolean>) {
  return async (): Promise<boolean> => {
    if (!(await checkSession())) return false
    void client.invalidateQueries({ queryKey: api.workspaces.list.key() })
    return true
  }
}

/**
 * Keeps a stream of events open, waiting longer after each failed try; answers how to end it. A stream does not say why it
 * ended, so after each failure `mayGoOn` is asked, and its no ends the tries.
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
        // A line that is no event of ours (a proxy's notice) changes nothing.
      }
    })
    source.addEventListener('error', () => {
      source?.close()
      if (ended) return
      const delay = wait
      wait = Math.min(wait * 2, LONGEST_WAIT)
      // Asked first, so that nobody who has just lost access asks for the stream once more.
      void mayGoOn().then((may) => {
        if (!may) end()
        else if (!ended) timer = setTimeout(open, delay)
      })
    })
  }
  open()
  return end
}

/** The server takes whoever is silent for three times as long to be gone. */
const PRESENCE_MS = 30_000

/** Tells again and again that somebody is there, until what it answers is called. */
export function keepPresent(tell: () => Promise<unknown>): () => void {
  // Whoever can't be told is not there, which is what the server takes them for.
  const run = () => void tell().catch(() => undefined)
  run()
  const timer = setInterval(run, PRESENCE_MS)
  return () => clearInterval(timer)
}
