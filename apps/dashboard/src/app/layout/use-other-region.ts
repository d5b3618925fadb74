import type { Region } from '@parlance/contract/lib/regions'
import { useQuery } from '@tanstack/react-query'
import { globalApi } from '../../lib/api.ts'
import { useScope } from '../../lib/workspace-scope.tsx'

/** Where this person has workspaces; asked once in a while, for it hardly ever changes. */
export const regionsQuery = globalApi.workspaces.regions.queryOptions({ staleTime: 5 * 60_000 })

/** The other region, where this person has a workspace there too, or may support one; undefined otherwise, and until it is known. */
export function useOtherRegion(): Region | undefined {
  const { region } = useScope()
  return useQuery(regionsQuery).data?.items.find((one) => (one.exists || one.support > 0) && one.region !== region)
    ?.region
}
