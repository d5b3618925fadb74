// Where an agent can be tried by anybody: on the verified address of its agency, otherwise on ours.
import type { Region } from '@parlance/contract/lib/regions'
import { hrefOf, paths } from '../../../lib/paths.ts'

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

export function prototypeHref(region: Region, agentId: string, agency?: AgencyDomains): string {
  const host = hostOf(agency)
  if (!host) return hrefOf(paths.prototype(region, agentId))
  return `https://${host}${hrefOf(paths.publicPrototype(region, agentId))}`
}
