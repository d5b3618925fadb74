import { useQuery } from '@tanstack/react-query'
import { useScope } from '../../../lib/workspace-scope.tsx'

/** What is kept of a finished turn; an empty turn id asks for nothing. It never changes, so it is read once. */
export function useTurn(agentId: string, turnId: string) {
  const { api } = useScope()
  return useQuery(
    api.conversations.trace.queryOptions({
      input: { agentId, turnId },
      enabled: turnId !== '',
      staleTime: Number.POSITIVE_INFINITY,
    }),
  )
}
export type StoredTurn = NonNullable<ReturnType<typeof useTurn>['data']>['data']
