// What the parts of the campaigns page share.
import { type Campaign, RECIPIENT_STATES } from '@parlance/contract/campaigns/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useCan } from '../../lib/permissions.ts'
import { actWith } from '../../lib/use-act.ts'
import { useScope } from '../../lib/workspace-scope.tsx'

export const useAgentId = () =>
  useParams({ strict: false, select: (params: { agentId?: string }) => params.agentId ?? '' })

/** Of client users only the admins of an org, and the agency's admin. */
export function useMayStart(): boolean {
  const { client } = useScope()
  const canEdit = useCan('editor')
  return client ? client.client.isAdmin : canEdit
}

export function useRefreshCampaigns() {
  const { api } = useScope()
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: api.campaigns.key() })
}
export const useCampaignAct = () => actWith(useRefreshCampaigns())

export const STATE_COLORS = { draft: 'gray', running: 'teal', paused: 'yellow', done: 'iris', stopped: 'gray' } as const

/** Recipients, and those of them that it was sent to. */
export function progressOf({ counts }: Pick<Campaign, 'counts'>) {
  const total = RECIPIENT_STATES.reduce((sum, state) => sum + (counts[state] ?? 0), 0)
  const sent = (counts.sent ?? 0) + (counts.delivered ?? 0) + (counts.read ?? 0)
  return { total, sent, failed: counts.failed ?? 0 }
}
