// Where a page is in the other region.
import { REGIONS, type Region } from '@parlance/contract/lib/regions'
import { useQuery } from '@tanstack/react-query'
import { globalApi } from '../../lib/api.ts'
import { useScope } from '../../lib/workspace-scope.tsx'

export const otherRegion = (region: Region): Region => REGIONS.find((one) => one !== region) ?? region

/** Pages about one agent or widget, which the other region does not have. */
const OF_ONE = /^\/(agents|demo|prototype)\/.+/

/**
 * The address with its region segment rewritten. Ids belong to the region they were made in: pages about one agent lead to the
 * list of agents, and of the query only the part of the page (`tab`) stays.
 */
export function inRegion(to: Region, { pathname, search }: { pathname: string; search: string }): string {
  const rest = pathname.replace(/^\/app\/[^/]*/, '')
  if (OF_ONE.test(rest)) return `/app/${to}/agents`
  const tab = new URLSearchParams(search).get('tab')
  return `/app/${to}${rest}${tab ? `?tab=${encodeURIComponent(tab)}` : ''}`
}

/** Where this person has workspaces; asked once in a while, for it hardly ever changes. */
export const regionsQuery = globalApi.workspaces.regions.queryOptions({ staleTime: 5 * 60_000 })

/** The other region, where this person has a workspace there too, or may support one; undefined otherwise, and until it is known. */
export function useOtherRegion(): Region | undefined {
  const { region } = useScope()
  return useQuery(regionsQuery).data?.items.find((one) => (one.exists || one.support > 0) && one.region !== region)
    ?.region
}
