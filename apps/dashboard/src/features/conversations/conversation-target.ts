// Where a conversation opens: in the workspace's inbox from there, otherwise at its agent.
import { useRouterState } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useSearchValues } from '../../lib/link.tsx'
import { paths, type Target } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'

interface Named {
  readonly id: string
  readonly agentId: string
}

type TargetOf = (conversation: Named, more?: Readonly<Record<string, string>>) => Target

/** Stable while the address stays the same, so that memoized rows don't re-render. */
export function useConversationTarget(): TargetOf {
  const { region } = useScope()
  const isInbox = useRouterState({ select: ({ location }) => location.pathname.endsWith('/inbox') })
  const search = useSearchValues()
  return useCallback(
    ({ id, agentId }, more = {}) => {
      const { conversation: _, message: __, ...others } = search
      return isInbox
        ? paths.inbox(region, { ...others, of: agentId, conversation: id, ...more })
        : paths.agent(region, agentId, 'convos', { ...others, conversation: id, ...more })
    },
    [region, isInbox, search],
  )
}
