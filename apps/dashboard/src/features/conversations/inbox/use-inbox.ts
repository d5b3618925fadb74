// A teammate's actions in conversations and their effects on screen.
import { isSamePerson } from '@parlance/contract/conversations/lifecycle'
import type { Conversation, Person } from '@parlance/contract/conversations/schemas'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useCan } from '../../../lib/permissions.ts'
import { useAccount } from '../../../lib/session/session.ts'
import { type Act, actWith } from '../../../lib/use-act.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'

/** The current user, as conversations refer to people. */
export function useSelf(): Pick<Person, 'kind' | 'id'> {
  const { client } = useScope()
  const account = useAccount()
  return client ? { kind: 'client', id: client.client.ID || client.agency.ID } : { kind: 'user', id: account?.id ?? '' }
}

export interface ReplyPermissions {
  /** The current user has taken over. */
  readonly isMine: boolean
  readonly other: string | undefined
  /** Closed by the visitor or a teammate. */
  readonly isOver: boolean
  readonly mayAct: boolean
  /** May also write: some agencies leave that to the agent. */
  readonly maySpeak: boolean
}

export function useReplyPermissions({ state, endedAt, inbox }: Conversation): ReplyPermissions {
  const self = useSelf()
  const mayEdit = useCan('editor')
  const { client } = useScope()
  const isHuman = state === 'human-chatting'
  const assignee = inbox?.assignee ?? null
  const isMine = isHuman && assignee !== null && isSamePerson(assignee, self)
  return {
    isMine,
    other: isHuman && !isMine ? (assignee?.name ?? '') : undefined,
    isOver: endedAt !== null,
    mayAct: client !== undefined || mayEdit,
    maySpeak: client ? client.org?.disableHandoff !== true : mayEdit,
  }
}

/** Reloads everything that shows conversations. */
export function useRefresh() {
  const { api } = useScope()
  const client = useQueryClient()
  return useCallback(() => {
    const { list, listWorkspace, get, details, inboxCounts, cannedReplies, availability, blockedVisitors } =
      api.conversations
    for (const procedure of [
      list,
      listWorkspace,
      get,
      details,
      inboxCounts,
      cannedReplies,
      availability,
      blockedVisitors,
    ])
      void client.invalidateQueries({ queryKey: procedure.key() })
  }, [api, client])
}

/** Makes a call and shows its result. */
export const useAct = (): Act => actWith(useRefresh())

/** Waiting and own conversations; undefined while unknown and for client users. */
export function useInboxCounts() {
  const { api, workspace, client } = useScope()
  const counts = useQuery(
    api.conversations.inboxCounts.queryOptions({ input: { uid: workspace.uid }, enabled: client === undefined }),
  )
  return counts.data?.data
}
