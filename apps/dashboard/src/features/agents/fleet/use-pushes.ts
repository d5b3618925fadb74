// A master's latest push, polled while it runs.
import type { FleetPush } from '@parlance/contract/fleet/schemas'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useScope } from '../../../lib/workspace-scope.tsx'

const POLL_MS = 1000
export const isActive = ({ state }: Pick<FleetPush, 'state'>): boolean =>
  state === 'running' || state === 'testing' || state === 'rolling_back'

export function useLatestPush(agentId: string) {
  const { api } = useScope()
  const client = useQueryClient()
  const pushes = useQuery(
    api.fleet.listPushes.queryOptions({
      input: { agentId, limit: 1 },
      refetchInterval: ({ state: { data } }) => (data?.items.some(isActive) ? POLL_MS : false),
    }),
  )
  const push = pushes.data?.items[0]
  const state = push?.state
  const before = useRef(state)
  useEffect(() => {
    if (before.current !== undefined && before.current !== state)
      void client.invalidateQueries({ queryKey: api.fleet.listCopies.key() })
    before.current = state
  }, [state, client, api])
  return { push, isActive: push !== undefined && isActive(push) }
}
