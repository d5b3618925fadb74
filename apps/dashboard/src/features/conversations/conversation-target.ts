// Where a conversation opens: in the workspace's inbox from there, otherwise at its agent.
import { useRouterState } from '@tanstack/react-router'
import { useSearchValues } from '../../lib/link.tsx'
import { paths, type Target } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'

interface Named {
  readonly id: string
  readonly agentId: string
}

export function useConversationTarget(): (conversation: Named, more?: Readonly<Record<string, string>>) => Target {
  const { region } = useScope()
  const isInbox = useRouterState({ select: ({ location }) => location.pathname.endsWith('/inbox') })
  const { conversation: _, message: __, ...others } = useSearchValues()
  return ({ id, agentId }, more = {}) =>
    isInbox
      ? paths.inbox(region, { ...others, of: agentId, conversation: id, ...more })
      : paths.agent(region, agentId, 'convos', { ...others, conversation: id, ...more })
}
