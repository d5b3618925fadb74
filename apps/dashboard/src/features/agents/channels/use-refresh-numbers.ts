import { useQueryClient } from '@tanstack/react-query'
import { useScope } from '../../../lib/workspace-scope.tsx'

/** After a number was imported, given to an agent or given back. */
export function useRefreshNumbers() {
  const { api } = useScope()
  const queries = useQueryClient()
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: api.numbers.key() }),
      queries.invalidateQueries({ queryKey: api.channels.key() }),
    ])
}
