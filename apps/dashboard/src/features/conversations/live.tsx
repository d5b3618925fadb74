// One live connection for the app; events refresh the screen.
import type { LiveEvent } from '@parlance/contract/conversations/schemas'
import { apiBase } from '@parlance/contract/lib/regions'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useState, type ReactNode } from 'react'
import { useScope } from '../../lib/workspace-scope.tsx'
import { useSessionCheck } from '../../lib/session/session-end.ts'
import { retryingImport } from '../../lib/retrying-import.ts'
import { noteTyping } from './typing.ts'

// The first page does not wait for the connection; its `ready` event makes up for what came before.
const stream = () => retryingImport(() => import('./live-stream.ts'))

const LiveContext = createContext<ReadonlyMap<string, boolean>>(new Map())

/** Whether the agent is answering there; undefined before any event. */
export const useAnswering = (conversationId: string): boolean | undefined => use(LiveContext).get(conversationId)

/** For client users without conversation events: ends when their access changes. */
const ACCESS_PATH = '/client/access'

/** The stream to follow, and whose presence counts: an agency admin takes no requests. */
function useFollowed() {
  const { workspace, client: session } = useScope()
  if (!session) return { path: `/v2/workspaces/${workspace.uid}/live`, present: 'user' } as const
  const hears = session.disabledMessage === null && session.client.canAccess.includes('/convos')
  if (!hears) return { path: ACCESS_PATH, present: undefined } as const
  return { path: '/client/live', present: session.client.ID ? 'client' : undefined } as const
}

export function LiveProvider({ children }: { children: ReactNode }) {
  const { region, workspace, api } = useScope()
  const { path, present } = useFollowed()
  const client = useQueryClient()
  const checkSession = useSessionCheck()
  const [answering, setAnswering] = useState<ReadonlyMap<string, boolean>>(new Map())
  useEffect(() => {
    const onEvent = (event: LiveEvent) => {
      noteTyping(event)
      if (event.type === 'turn') {
        setAnswering((before) => new Map(before).set(event.conversationId, event.status === 'running'))
      }
      if (event.type === 'ready') setAnswering(new Map())
      // The stream does not report earlier changes.
      if (event.type === 'ready' && path === ACCESS_PATH) void checkSession()
    }
    let close: (() => void) | undefined
    let leave: (() => void) | undefined
    let left = false
    void stream().then(({ follow, gather, stillHere, keepPresent }) => {
      if (left) return
      if (present)
        leave = keepPresent(() =>
          present === 'client'
            ? api.conversations.markClientPresent.call()
            : api.conversations.markPresent.call({ uid: workspace.uid }),
        )
      const refresh = gather(client, api)
      close = follow(
        apiBase(region) + path,
        (event) => {
          onEvent(event)
          refresh(event)
        },
        stillHere(client, api, checkSession),
      )
    })
    return () => {
      left = true
      close?.()
      leave?.()
    }
  }, [region, path, present, workspace.uid, client, api, checkSession])
  return <LiveContext value={answering}>{children}</LiveContext>
}
