import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useScope } from '../../../lib/workspace-scope.tsx'

/** Reloads lists, tags and searches of the knowledge. */
export function useInvalidateKnowledge(): () => void {
  const { api } = useScope()
  const client = useQueryClient()
  return useCallback(() => void client.invalidateQueries({ queryKey: api.knowledge.key() }), [api, client])
}
