// One live connection for the app: what happens in the workspace's conversations refreshes what is on screen.
import type { LiveEvent } from '@parlance/core/conversations/conversations'
import { apiBase } from '@parlance/core/kit/regions'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useState, type ReactNode } from 'react'
import type { RegionalApi } from '../../api.ts'
import { useScope } from '../../scope.tsx'

const FIRST_WAIT = 1000
const LONGEST_WAIT = 30_000
/** Events within this time refresh once. */
const GATHER = 150

const LiveContext = createContext<ReadonlyMap<string, boolean>>(new Map())

/** Whether the agent is answering in that conversation; undefined while no news of it came. */
export const useAnswering = (conversationId: string): boolean | undefined => use(LiveContext).get(conversationId)

export function LiveProvider({ children }: { children: ReactNode }) {
  const { region, workspace, api } = useScope()
  const client = useQueryClient()
  const [answering, setAnswering] = useState<ReadonlyMap<string, boolean>>(new Map())
  useEffect(() => {
    const refresh = gather(client, api)
    const onEvent = (event: LiveEvent) => {
      if (event.type === 'turn') {
        setAnswering((before) => new Map(before).set(event.conversationId, event.status === 'running'))
      }
      if (event.type === 'ready') setAnswering(new Map())
      refresh(event)
    }
    return follow(`${apiBase(region)}/v2/workspaces/${workspace.uid}/live`, onEvent)
  }, [region, workspace.uid, client, api])
  return <LiveContext value={answering}>{children}</LiveContext>
}

/** Whoever has read far down a list is not made to read all its pages again with every message somewhere. */
const MANY_PAGES = 5
const isShort = ({ state }: { readonly state: { readonly data: unknown } }) =>
  ((state.data as { pages?: readonly unknown[] } | undefined)?.pages?.length ?? 0) <= MANY_PAGES

/** Collects events for a moment and then refreshes every list and transcript they touch. */
function gather(client: QueryClient, api: RegionalApi) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let touched = new Set<string>()
  let creditsMoved = false
  const flush = () => {
    timer = undefined
    for (const procedure of [api.conversations.list, api.conversations.listWorkspace]) {
      void client.invalidateQueries({ queryKey: procedure.key(), predicate: isShort })
    }
    void client.invalidateQueries({
      queryKey: api.conversations.get.key(),
      predicate: ({ queryKey }) => touched.has('*') || [...touched].some((id) => JSON.stringify(queryKey).includes(id)),
    })
    if (creditsMoved) {
      void client.invalidateQueries({ queryKey: api.workspaces.key() })
      void client.invalidateQueries({ queryKey: api.analytics.get.key() })
    }
    touched = new Set()
    creditsMoved = false
  }
  return (event: LiveEvent) => {
    touched.add(event.type === 'ready' ? '*' : event.conversationId)
    if (event.type === 'turn' && event.status === 'done') creditsMoved = true
    timer ??= setTimeout(flush, GATHER)
  }
}

/** Keeps a stream of events open, waiting longer after each failed try; answers how to end it. */
function follow(url: string, onEvent: (event: LiveEvent) => void): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = FIRST_WAIT
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
      timer = setTimeout(open, wait)
      wait = Math.min(wait * 2, LONGEST_WAIT)
    })
  }
  open()
  return () => {
    clearTimeout(timer)
    source?.close()
  }
}
