// The origin of an agency's own host.

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

export type Page = Pick<Location, 'protocol' | 'port'>

/** Of the agency's verified host; undefined without one. It is served the way this page is: over https but on a developer's machine. */
export function agencyOrigin(agency: AgencyDomains | undefined, page: Page = location) {
  const host = hostOf(agency)
  if (host === '') return undefined
  return page.protocol === 'http:' ? `http://${host}${page.port && `:${page.port}`}` : `https://${host}`
}
