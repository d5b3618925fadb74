// DNS records of a custom domain: what they must be, and whether they exist.
import { randomBytes } from 'node:crypto'
import type { CustomDomainConfig, DnsRecord } from '@parlance/contract/domains/schemas'
import type { ClaimedName } from './names.ts'
import type { Dns } from './ports.ts'

/** Where agencies' domains must point. */
export interface Target {
  readonly cname: string
  /** Address for A records; a domain itself can't have a CNAME. */
  readonly ip: string
}

const PROOF = '_verify'

/** Unique per claim, so that a record never proves another tenant's claim. */
export function newConfig({ domain, subdomain }: ClaimedName): CustomDomainConfig {
  const name = subdomain === '@' ? PROOF : `${PROOF}.${subdomain}`
  const value = `domain-verify=${randomBytes(18).toString('base64url')}`
  return { domain, subdomain, verification: [{ type: 'TXT', domain: `${name}.${domain}`, name, value }] }
}

export interface FoundRecords {
  readonly proven: boolean
  readonly leadsHere: boolean
}

export async function findRecords(
  dns: Dns,
  host: string,
  config: CustomDomainConfig,
  target: Target,
): Promise<FoundRecords> {
  const [proof] = config.verification
  const texts: Promise<readonly string[]> = proof ? dns.txt(proof.domain) : Promise.resolve([])
  const [found, leadsHere] = await Promise.all([texts, leadsTo(dns, host, target)])
  return { proven: proof !== undefined && found.includes(proof.value), leadsHere }
}

export async function leadsTo(dns: Dns, host: string, { cname, ip }: Target): Promise<boolean> {
  const chain = await dns.chain(host)
  if (chain.includes(cname)) return true
  const addresses = await dns.addresses(host)
  return ip !== '' && addresses.length > 0 && addresses.every((address) => address === ip)
}

export function recordsOf(
  { subdomain, verification }: CustomDomainConfig,
  { cname, ip }: Target,
  { proven, leadsHere }: FoundRecords,
): DnsRecord[] {
  const common = { priority: '', ttl: 'Auto' }
  const lead = subdomain === '@' ? ({ type: 'A', value: ip } as const) : ({ type: 'CNAME', value: cname } as const)
  return [
    { ...lead, ...common, name: subdomain, status: leadsHere ? 'verified' : 'pending' },
    ...verification.map(({ name, value }) => ({
      ...common,
      type: 'TXT' as const,
      name,
      value,
      status: proven ? ('verified' as const) : ('pending' as const),
    })),
  ]
}
