/** An agency's domains; undefined for agents without an agency. */
export interface AgencyDomains {
  readonly customDomain: string
  readonly isVerifiedCustomDomain: boolean
  readonly VGsubDomain: string
  readonly isVerifiedSubDomain: boolean
}

/** A verified custom domain wins over a verified subdomain. */
function hostOf(agency: AgencyDomains | undefined): string {
  if (agency?.isVerifiedCustomDomain && agency.customDomain) return agency.customDomain
  return agency?.isVerifiedSubDomain ? agency.VGsubDomain : ''
}

export type Page = Pick<Location, 'protocol' | 'port'>

/** The origin of the agency's verified host, or undefined. Served like this page: over https except in development. */
export function agencyOrigin(agency: AgencyDomains | undefined, page: Page = location) {
  const host = hostOf(agency)
  if (host === '') return undefined
  return page.protocol === 'http:' ? `http://${host}${page.port && `:${page.port}`}` : `https://${host}`
}
