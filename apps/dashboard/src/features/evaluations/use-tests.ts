// Reads and writes tests, and follows a run to its end.
import type { AgentTest, TestRun } from '@parlance/contract/evaluations/schemas'
import { randomId } from '@parlance/contract/lib/ids'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, hasCode } from '../../lib/errors.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { notify } from '../../components/feedback/notify.ts'
import { useMutation } from '../../lib/use-mutation.ts'
import type { Copy } from './parts.ts'

const POLL_MS = 700
/** Paused runs continue by themselves. */
const PAUSED_MS = 10_000
const INTERVALS: Partial<Record<TestRun['status'], number>> = { running: POLL_MS, paused: PAUSED_MS }

export function useTests(agentId: string) {
  const { api } = useScope()
  return useQuery(api.evaluations.list.queryOptions({ input: { agentId }, staleTime: 0 }))
}
export type Listed = NonNullable<ReturnType<typeof useTests>['data']>['items'][number]

/** Both the list and the comparison show results. */
export function useInvalidateResults() {
  const { api } = useScope()
  const client = useQueryClient()
  return useCallback(
    () =>
      Promise.all(
        [api.evaluations.list, api.evaluations.comparison].map((call) =>
          client.invalidateQueries({ queryKey: call.key() }),
        ),
      ),
    [api, client],
  )
}

export const newTestId = () => randomId(16)

export function useSaveTest(agentId: string) {
  const { api } = useScope()
  const invalidateResults = useInvalidateResults()
  return useMutation({
    mutationFn: ({ id, ...test }: AgentTest) => api.evaluations.save.call({ agentId, testId: id, ...test }),
    onSuccess: invalidateResults,
    onError: (error) => void notify.error(errorText(error)),
  })
}

export interface Runs {
  readonly run: TestRun | undefined
  readonly running: boolean
  /** The run of this id no longer exists. */
  readonly gone: boolean
  readonly start: (input: { copy: Copy; testIds?: string[] }) => void
  readonly cancel: () => void
  readonly continue: () => void
  readonly starting: boolean
  readonly hide: () => void
}

/** `runId` is the shown run; '' for none. */
export function useRuns(
  agentId: string,
  [runId, setRunId]: readonly [string, (id: string | undefined) => void],
  beforeRun: () => Promise<boolean>,
): Runs {
  const { t } = useTranslation()
  const { api } = useScope()
  const invalidateResults = useInvalidateResults()
  const query = useQuery(
    api.evaluations.getRun.queryOptions({
      input: { agentId, runId },
      enabled: runId !== '',
      refetchInterval: ({ state }) => (state.data ? (INTERVALS[state.data.data.status] ?? false) : false),
    }),
  )
  const run = runId ? query.data?.data : undefined
  const running = run?.status === 'running'
  const ended = run !== undefined && !running && run.status !== 'paused'
  useEffect(() => {
    if (ended) void invalidateResults()
    // Also when another run has ended.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [ended, runId, invalidateResults])
  const start = useMutation({
    mutationFn: async (input: { copy: Copy; testIds?: string[] }) => {
      if (input.copy === 'draft' && !(await beforeRun())) throw new Error(t('evaluations.run.unsaved'))
      return api.evaluations.run.call({ agentId, ...input })
    },
    onSuccess: ({ data }) => setRunId(data.id),
    onError: (error) => void notify.error(errorText(error)),
  })
  const cancel = useMutation({
    mutationFn: () => api.evaluations.cancelRun.call({ agentId, runId }),
    onSuccess: () => query.refetch(),
    onError: (error) => void notify.error(errorText(error)),
  })
  const resume = useMutation({
    mutationFn: () => api.evaluations.continueRun.call({ agentId, runId }),
    onSuccess: () => query.refetch(),
    onError: (error) => void notify.error(errorText(error)),
  })
  return {
    run,
    running,
    gone: runId !== '' && hasCode(query.error, 'NOT_FOUND', 'INVALID_INPUT'),
    start: start.mutate,
    cancel: cancel.mutate,
    continue: resume.mutate,
    // Stays true until the started run was read, so that nothing is pressed in between.
    starting: start.isPending || (runId !== '' && query.isPending),
    hide: () => setRunId(undefined),
  }
}

/** The same without the run in the address. */
export function useLocalRuns(agentId: string, beforeRun: () => Promise<boolean>): Runs {
  const [id, setId] = useState<string>()
  return useRuns(agentId, [id ?? '', setId], beforeRun)
}
