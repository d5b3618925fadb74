import { useQuery } from '@tanstack/react-query'
import { useScope } from '../../../lib/workspace-scope.tsx'

/** A finished turn's stored trace, which never changes; an empty id disables the query. */
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
