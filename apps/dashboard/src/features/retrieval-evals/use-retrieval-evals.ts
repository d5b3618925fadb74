// Reads and changes golden questions and runs.
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { errorText } from '../../lib/errors.ts'
import { paged, pageInput } from '../../lib/paged-query.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { notify } from '../../components/feedback/notify.ts'
import { useMutation } from '../../lib/use-mutation.ts'

/** Runs in the chart. */
const SHOWN_RUNS = 30
const RUNNING_POLL = 700
/** Runs also start automatically. */
const IDLE_POLL = 10_000

export function useRetrievalQuestions(agentId: string, search: string) {
  const { api } = useScope()
  return useInfiniteQuery(
    api.goldens.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ agentId, ...pageInput(search, cursor, 50) }),
      ...paged,
    }),
  )
}

export function useInvalidateRetrievalEvals() {
  const { api } = useScope()
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: api.goldens.key() })
}

/** The newest run, polled while active, and the chart's runs, oldest first. */
export function useRetrievalRuns(agentId: string) {
  const { api } = useScope()
  const client = useQueryClient()
  const latest = useQuery(
    api.goldens.runs.queryOptions({
      input: { agentId, limit: 1 },
      refetchInterval: (query) => (query.state.data?.items[0]?.status === 'running' ? RUNNING_POLL : IDLE_POLL),
    }),
  )
  const newest = latest.data?.items[0]
  const history = useQuery(
    api.goldens.runs.queryOptions({ input: { agentId, limit: SHOWN_RUNS }, placeholderData: keepPreviousData }),
  )
  const ended = newest && newest.status !== 'running' ? newest.id : ''
  const stale = ended !== '' && history.data?.items[0]?.id !== ended
  const outdated = stale || history.data?.items.some(({ id, status }) => id === ended && status === 'running') === true
  // A run has ended on the server: the shown results are outdated.
  useEffect(() => {
    if (!outdated) return
    void client.invalidateQueries({ queryKey: api.goldens.list.key() })
    void client.invalidateQueries({
      queryKey: api.goldens.runs.queryKey({ input: { agentId, limit: SHOWN_RUNS } }),
    })
  }, [outdated, ended, client, api, agentId])
  const run = useMutation(
    api.goldens.run.mutationOptions({
      onSuccess: ({ data }) =>
        client.setQueryData(api.goldens.runs.queryKey({ input: { agentId, limit: 1 } }), {
          items: [data],
          nextCursor: null,
        }),
      onError: (error) => void notify.error(errorText(error)),
    }),
  )
  return {
    newest,
    done: (history.data?.items ?? []).filter(({ status }) => status === 'done').toReversed(),
    loading: latest.isPending || history.isPending,
    running: newest?.status === 'running' || run.isPending,
    start: () => run.mutate({ agentId }),
  }
}
export type GoldenRuns = ReturnType<typeof useRetrievalRuns>
