// Shared by the parts of the campaigns page.
import {
  type Campaign,
  CALLED_STATES,
  MESSAGE_STATES,
  RECIPIENT_STATES,
  type RecipientState,
} from '@parlance/contract/campaigns/schemas'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useCan } from '../../lib/permissions.ts'
import { actWith } from '../../lib/use-act.ts'
import { useScope } from '../../lib/workspace-scope.tsx'

export const LIVE_MS = 5000

export const useAgentId = () =>
  useParams({ strict: false, select: (params: { agentId?: string }) => params.agentId ?? '' })

/** Of client users, only admins of an org and the agency's admin. */
export function useMayStart(): boolean {
  const { client } = useScope()
  const canEdit = useCan('editor')
  return client ? client.client.isOrgAdmin || client.client.isAdmin : canEdit
}

const MOST = 100

/** The agent's campaigns, and what new ones can use. */
export function useCampaigns(agentId: string) {
  const { api } = useScope()
  return useQuery(
    api.campaigns.list.queryOptions({
      input: { agentId, limit: MOST },
      enabled: agentId !== '',
      refetchInterval: ({ state: { data } }) =>
        data?.items.some(({ state }) => state === 'running') ? LIVE_MS : false,
    }),
  )
}

export function useRefreshCampaigns() {
  const { api } = useScope()
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: api.campaigns.key() })
}
export const useCampaignAct = () => actWith(useRefreshCampaigns())

export const STATE_COLORS = {
  draft: 'gray',
  running: 'green',
  paused: 'yellow',
  done: 'iris',
  stopped: 'gray',
} as const

export const RECIPIENT_COLORS: Readonly<Record<RecipientState, string>> = {
  waiting: 'gray',
  queued: 'gray',
  calling: 'iris',
  talking: 'iris',
  sent: 'green',
  delivered: 'green',
  read: 'green',
  answered: 'green',
  voicemail: 'yellow',
  busy: 'yellow',
  no_answer: 'yellow',
  failed: 'red',
  skipped: 'gray',
}

/** Recipients, reached or answered ones, failures, and active calls. */
export function progressOf({ counts, channel }: Pick<Campaign, 'counts' | 'channel'>) {
  const total = RECIPIENT_STATES.reduce((sum, state) => sum + (counts[state] ?? 0), 0)
  const of = (...states: RecipientState[]) => states.reduce((sum, state) => sum + (counts[state] ?? 0), 0)
  const sent = channel === 'voice' ? of('answered') : of('sent', 'delivered', 'read')
  return {
    total,
    sent,
    missed: of('voicemail', 'busy', 'no_answer'),
    failed: of('failed'),
    running: of('calling', 'talking'),
  }
}

/** The recipient states of the campaign's kind. */
export const statesOf = ({ channel }: Pick<Campaign, 'channel'>): readonly RecipientState[] =>
  channel === 'voice' ? CALLED_STATES : MESSAGE_STATES

/** A Monday, so that days are named in the reader's language. */
const MONDAY = Date.UTC(2024, 0, 1)
/** Of 1, Monday, to 7. */
export const dayName = (day: number, language: string): string =>
  new Date(MONDAY + (day - 1) * 86_400_000).toLocaleDateString(language, { weekday: 'short', timeZone: 'UTC' })
