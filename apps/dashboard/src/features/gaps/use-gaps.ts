import type { Gap } from '@parlance/contract/gaps/schemas'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../lib/errors.ts'
import { paged, pageInput } from '../../lib/paged-query.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { notify } from '../../components/feedback/notify.ts'
import { useMutation } from '../../lib/use-mutation.ts'

/** Visitors ask while the page is open. */
const IDLE_POLL = 15_000
const RUNNING_POLL = 1000

export const GAP_STATES = ['open', 'answered', 'dismissed'] as const satisfies readonly Gap['status'][]

/** `still` keeps rows on screen for now. */
export function useGaps(agentId: string, of: { status: Gap['status']; search: string; still: boolean }) {
  const { api } = useScope()
  return useInfiniteQuery(
    api.gaps.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ agentId, status: of.status, ...pageInput(of.search, cursor) }),
      ...paged,
      refetchInterval: of.still ? false : IDLE_POLL,
      refetchOnWindowFocus: !of.still,
    }),
  )
}

/** Answering adds a document to the knowledge. */
export function useAnswer() {
  const { api } = useScope()
  const client = useQueryClient()
  return useMutation(
    api.gaps.answer.mutationOptions({
      onSuccess: () => void client.invalidateQueries({ queryKey: api.knowledge.key() }),
    }),
  )
}

export function useInvalidateGaps() {
  const { api } = useScope()
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: api.gaps.list.key() })
}

export function useGapStatus(agentId: string) {
  const { api } = useScope()
  const invalidate = useInvalidateGaps()
  const set = useMutation(
    api.gaps.setStatus.mutationOptions({
      onError: (error) => void notify.error(errorText(error)),
      onSettled: () => void invalidate(),
    }),
  )
  return {
    busy: set.isPending ? set.variables.gapId : '',
    set: (gapId: string, status: 'open' | 'dismissed') => set.mutateAsync({ agentId, gapId, status }),
  }
}

export function useConflicts(agentId: string, status: 'open' | 'dismissed') {
  const { api } = useScope()
  const client = useQueryClient()
  const list = useInfiniteQuery(
    api.gaps.conflicts.infiniteOptions({
      input: (cursor: string | undefined) => ({ agentId, status, limit: 20, ...(cursor ? { cursor } : {}) }),
      ...paged,
      refetchInterval: (query) => (query.state.data?.pages[0]?.scan.status === 'running' ? RUNNING_POLL : IDLE_POLL),
    }),
  )
  const changed = () => client.invalidateQueries({ queryKey: api.gaps.conflicts.key() })
  const scan = useMutation(
    api.gaps.scan.mutationOptions({
      onError: (error) => void notify.error(errorText(error)),
      onSettled: changed,
    }),
  )
  const set = useMutation(
    api.gaps.setConflict.mutationOptions({
      onError: (error) => void notify.error(errorText(error)),
      onSettled: changed,
    }),
  )
  return {
    list,
    scan: list.data?.pages[0]?.scan,
    look: () => scan.mutate({ agentId }),
    beginning: scan.isPending,
    busy: set.isPending ? set.variables.conflictId : '',
    set: (conflictId: string, next: 'open' | 'dismissed') => set.mutateAsync({ agentId, conflictId, status: next }),
  }
}
