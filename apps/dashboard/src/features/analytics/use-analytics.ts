// Figures of a period, refreshed while visible.
import type { AgentAnalytics, AnalyticsTable } from '@parlance/contract/analytics/api'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/errors.ts'
import { pollLoaded } from '../../lib/poll-loaded.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { download } from '../../lib/files/download.ts'
import { notify } from '../../components/feedback/notify.ts'
import { useMutation } from '../../lib/use-mutation.ts'
import type { Period } from './range.ts'

export type { AgentAnalytics, AnalyticsTable }
export const TABLES = [
  'days',
  'countries',
  'browsers',
  'platforms',
  'channels',
  'sites',
] as const satisfies readonly AnalyticsTable[]

const AGAIN_MS = 5000

export function useAnalytics(agentId: string, period: Period) {
  const { api } = useScope()
  return useQuery(
    api.analytics.get.queryOptions({
      input: { agentId, ...period },
      // Keeps the previous period's figures while loading.
      placeholderData: keepPreviousData,
      refetchInterval: pollLoaded(AGAIN_MS),
    }),
  )
}

export function useCsv(agentId: string, period: Period) {
  const { t } = useTranslation()
  const { api } = useScope()
  return useMutation({
    mutationFn: async (table: AnalyticsTable) => {
      // Responses with a file name are parsed as a file.
      const file: unknown = await api.analytics.csv.call({ agentId, ...period, table })
      const name = `analytics-${table}-${period.from}-${period.to}.csv`
      download(name, file instanceof Blob ? file : String(file), 'text/csv;charset=utf-8')
      return name
    },
    onSuccess: (file) => notify.success(t('analytics.csv.done', { file })),
    onError: (error) => notify.error(t('analytics.csv.failed', { reason: errorText(error) })),
  })
}
