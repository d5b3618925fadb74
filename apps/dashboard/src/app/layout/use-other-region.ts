import type { Region } from '@parlance/contract/lib/regions'
import { useQuery } from '@tanstack/react-query'
import { globalApi } from '../../lib/api.ts'
import { useScope } from '../../lib/workspace-scope.tsx'

/** The user's regions with workspaces; cached long, since they rarely change. */
export const regionsQuery = globalApi.workspaces.regions.queryOptions({ staleTime: 5 * 60_000 })

/** The other region, if the user has or supports a workspace there; undefined otherwise and while unknown. */
export function useOtherRegion(): Region | undefined {
  const { region } = useScope()
  return useQuery(regionsQuery).data?.items.find((one) => (one.exists || one.support > 0) && one.region !== region)
    ?.region
}
