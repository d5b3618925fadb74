// Reads and changes an agent's metrics.
import type { Judgement, Metric, MetricReport } from '@parlance/contract/metrics/schemas'
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../components/feedback/notify.ts'
import { download } from '../../../lib/files/download.ts'
import { errorText } from '../../../lib/errors.ts'
import { ownTimeZone } from '../../../lib/own-time-zone.ts'
import { paged } from '../../../lib/paged-query.ts'
import { pollLoaded } from '../../../lib/poll-loaded.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import type { Period } from '../range.ts'

export type { Judgement, Metric, MetricReport }

const AGAIN_MS = 15_000

export function useMetrics(agentId: string) {
  const { api } = useScope()
  return useQuery(api.metrics.list.queryOptions({ input: { agentId }, refetchInterval: pollLoaded(AGAIN_MS) }))
}

/** For client users, who see only the figures. */
export function useMetricSummaries(agentId: string) {
  const { api } = useScope()
  return useQuery(api.metrics.summaries.queryOptions({ input: { agentId } }))
}

/** Call after any change of metrics. */
export function useChanged() {
  const { api } = useScope()
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: api.metrics.key() })
}

export function useReport(agentId: string, metricId: string, period: Period) {
  const { api } = useScope()
  const input = { agentId, metricId, ...period, timeZone: ownTimeZone() }
  return useQuery(
    api.metrics.report.queryOptions({
      input,
      placeholderData: keepPreviousData,
      refetchInterval: pollLoaded(AGAIN_MS),
    }),
  )
}

export function useJudgements(agentId: string, metricId: string, period: Period, value: string) {
  const { api } = useScope()
  const input = { agentId, metricId, ...period, timeZone: ownTimeZone(), ...(value ? { value } : {}) }
  return useInfiniteQuery(
    api.metrics.judgements.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...input, ...(cursor === undefined ? {} : { cursor }) }),
      ...paged,
    }),
  )
}

export function useLabel(agentId: string, metricId: string) {
  const { api } = useScope()
  const changed = useChanged()
  return useMutation({
    mutationFn: ({ conversationId, label }: { conversationId: string; label: string | null }) =>
      api.metrics.label.call({ agentId, metricId, conversationId, label }),
    onSuccess: changed,
    onError: (error) => notify.error(errorText(error)),
  })
}

export function useMetricCsv(agentId: string, metricId: string, period: Period) {
  const { t } = useTranslation()
  const { api } = useScope()
  return useMutation({
    mutationFn: async () => {
      const file: unknown = await api.metrics.csv.call({ agentId, metricId, ...period, timeZone: ownTimeZone() })
      const name = `metric-${metricId}-${period.from}-${period.to}.csv`
      download(name, file instanceof Blob ? file : String(file), 'text/csv;charset=utf-8')
      return name
    },
    onSuccess: (file) => notify.success(t('metrics.csvDone', { file })),
    onError: (error) => notify.error(errorText(error)),
  })
}

/** The name of an answer: from the metric, or a common one of its kind. */
export function useAnswerName() {
  const { t } = useTranslation()
  return (value: string, kind: Metric['kind']): string => {
    if (value === 'unclear') return t('metrics.answer.unclear')
    if (kind === 'yes-no' && (value === 'yes' || value === 'no')) return t(`metrics.answer.${value}`)
    return value
  }
}
