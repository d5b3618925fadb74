import { useQueryClient } from '@tanstack/react-query'
import { useScope } from '../../../../lib/workspace-scope.tsx'

/** Call after importing, assigning or releasing a number. */
export function useRefreshNumbers() {
  const { api } = useScope()
  const queries = useQueryClient()
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: api.numbers.key() }),
      queries.invalidateQueries({ queryKey: api.channels.key() }),
    ])
}
