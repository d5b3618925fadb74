// Where an agent can be tried by anybody: on the verified address of its agency, otherwise on ours.
import type { Region } from '@parlance/contract/lib/regions'
import { useQuery } from '@tanstack/react-query'
import { type AgencyDomains, agencyOrigin, type Page } from '../../../lib/agency-origin.ts'
import { hrefOf, paths } from '../../../lib/paths.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'

/** The domains of the workspace's agency; undefined until they are read, and where there is none. */
export function useAgencyDomains(): AgencyDomains | undefined {
  const { api, workspace, client } = useScope()
  const { data } = useQuery({
    ...api.agencies.get.queryOptions({ input: { uid: workspace.uid } }),
    staleTime: 60_000,
    // Clients are on the host of their agency already, where it has one.
    enabled: client === undefined,
  })
  return data?.data ?? undefined
}

/** Where the widget's script comes from: the agency's verified host, otherwise this page's. */
export function useWidgetOrigin(): string {
  return agencyOrigin(useAgencyDomains()) ?? location.origin
}

export function prototypeHref(region: Region, agentId: string, agency?: AgencyDomains, page: Page = location): string {
  const origin = agencyOrigin(agency, page)
  if (!origin) return hrefOf(paths.prototype(region, agentId))
  return `${origin}${hrefOf(paths.publicPrototype(region, agentId))}`
}
