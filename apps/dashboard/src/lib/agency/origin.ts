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

/** The origin of a host that is served like this page: over https except in development. */
export const originOf = (host: string, page: Page = location): string =>
  page.protocol === 'http:' ? `http://${host}${page.port && `:${page.port}`}` : `https://${host}`

/** The origin of the agency's verified host, or undefined. */
export function agencyOrigin(agency: AgencyDomains | undefined, page: Page = location) {
  const host = hostOf(agency)
  return host === '' ? undefined : originOf(host, page)
}
