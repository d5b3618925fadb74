import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { useDraft } from '../../draft/draft.tsx'
import type { ForeignChannel } from '../channels.ts'

export function useChannelsQuery() {
  const { api } = useScope()
  const { agentId } = useDraft()
  return useQuery(api.channels.list.queryOptions({ input: { agentId } }))
}

/** The agent's connections and available channels; undefined while unknown. */
export const useChannels = () => useChannelsQuery().data

export const useConnection = (channel: ForeignChannel) => useChannels()?.items.find((one) => one.channel === channel)

/** Reloads everything shown about channels. */
export function useRefreshChannels() {
  const { api } = useScope()
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: api.channels.key() })
}
