// The agent's public address: on the agency's verified domain, otherwise ours.
import type { Region } from '@parlance/contract/lib/regions'
import { useQuery } from '@tanstack/react-query'
import { type AgencyDomains, agencyOrigin, type Page } from '../../../lib/agency/origin.ts'
import { hrefOf, paths } from '../../../lib/paths.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'

/** Domains of the workspace's agency; undefined while loading or without one. */
export function useAgencyDomains(): AgencyDomains | undefined {
  const { api, workspace, client } = useScope()
  const { data } = useQuery({
    ...api.agencies.get.queryOptions({ input: { uid: workspace.uid } }),
    staleTime: 60_000,
    // Client users are on the agency's host already, if it has one.
    enabled: client === undefined,
  })
  return data?.data ?? undefined
}

/** The widget script's origin: the agency's verified host, otherwise this page's. */
export function useWidgetOrigin(): string {
  return agencyOrigin(useAgencyDomains()) ?? location.origin
}

export function prototypeHref(region: Region, agentId: string, agency?: AgencyDomains, page: Page = location): string {
  const origin = agencyOrigin(agency, page)
  if (!origin) return hrefOf(paths.prototype(region, agentId))
  return `${origin}${hrefOf(paths.publicPrototype(region, agentId))}`
}
