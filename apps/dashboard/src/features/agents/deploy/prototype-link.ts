// Where an agent can be tried by anybody: on the verified address of its agency, otherwise on ours.
import type { Region } from '@parlance/contract/lib/regions'
import { useQuery } from '@tanstack/react-query'
import { hrefOf, paths } from '../../../lib/paths.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'

/** The addresses of an agency that concern links; none for agents that belong to no agency. */
export interface AgencyDomains {
  readonly customDomain: string
  readonly isVerifiedCustomDomain: boolean
  readonly VGsubDomain: string
  readonly isVerifiedSubDomain: boolean
}

/** A verified custom domain comes before a verified subdomain. */
function hostOf(agency: AgencyDomains | undefined): string {
  if (agency?.isVerifiedCustomDomain && agency.customDomain) return agency.customDomain
  return agency?.isVerifiedSubDomain ? agency.VGsubDomain : ''
}

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
  const host = hostOf(useAgencyDomains())
  return host === '' ? location.origin : `https://${host}`
}

export function prototypeHref(region: Region, agentId: string, agency?: AgencyDomains): string {
  const host = hostOf(agency)
  if (!host) return hrefOf(paths.prototype(region, agentId))
  return `https://${host}${hrefOf(paths.publicPrototype(region, agentId))}`
}
