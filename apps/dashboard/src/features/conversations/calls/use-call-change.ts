import type { CallDetail } from '@parlance/contract/voice/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'

export function useCallChange(
  { agentId, id: callId }: Pick<CallDetail, 'agentId' | 'id'>,
  change: () => Promise<unknown>,
) {
  const queries = useQueryClient()
  const { api } = useScope()
  return useMutation({
    mutationFn: change,
    onSuccess: () =>
      queries.invalidateQueries({ queryKey: api.voice.get.queryOptions({ input: { agentId, callId } }).queryKey }),
  })
}
