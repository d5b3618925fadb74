// Outcomes of the selected agents.
import type { Outcomes, OutcomeTable } from '@parlance/contract/analytics/outcomes'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { notify } from '../../components/feedback/notify.ts'
import { download } from '../../lib/files/download.ts'
import { errorText } from '../../lib/errors.ts'
import { useSearchParam } from '../../lib/link.tsx'
import { pollLoaded } from '../../lib/poll-loaded.ts'
import { useMutation } from '../../lib/use-mutation.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { ownTimeZone } from '../../lib/own-time-zone.ts'
import type { Period } from './range.ts'

export type { Outcomes }
export const OUTCOME_CSV = [
  'summary',
  'days',
  'reasons',
  'hours',
  'asked',
  'unanswered',
] as const satisfies readonly OutcomeTable[]

export const THIS_AGENT = 'agent'
export const ALL_AGENTS = 'all'
const AGAIN_MS = 15_000

/** `of` in the address: this agent, all agents, or an org id. Client users start with all of theirs. */
export function useChosenAgents() {
  const { client } = useScope()
  const [of, setOf] = useSearchParam('of')
  const usual = client ? ALL_AGENTS : THIS_AGENT
  return { of: of || usual, choose: (next: string) => setOf(next === usual ? undefined : next) }
}

function useInput(agentId: string, of: string, period: Period) {
  const { workspace } = useScope()
  const timeZone = ownTimeZone()
  const whose = of === THIS_AGENT ? { agentId } : of === ALL_AGENTS ? {} : { orgId: of }
  return { uid: workspace.uid, ...whose, ...period, timeZone }
}

export function useOutcomes(agentId: string, of: string, period: Period) {
  const { api } = useScope()
  const input = useInput(agentId, of, period)
  return useQuery(
    api.analytics.outcomes.queryOptions({
      input,
      placeholderData: keepPreviousData,
      refetchInterval: pollLoaded(AGAIN_MS),
    }),
  )
}

export function useOutcomesCsv(agentId: string, of: string, period: Period) {
  const { t } = useTranslation()
  const { api } = useScope()
  const input = useInput(agentId, of, period)
  return useMutation({
    mutationFn: async (table: OutcomeTable) => {
      const file: unknown = await api.analytics.outcomesCsv.call({ ...input, table })
      const name = `outcomes-${table}-${period.from}-${period.to}.csv`
      download(name, file instanceof Blob ? file : String(file), 'text/csv;charset=utf-8')
      return name
    },
    onSuccess: (file) => notify.success(t('outcomes.csv.done', { file })),
    onError: (error) => notify.error(t('outcomes.csv.failed', { reason: errorText(error) })),
  })
}
