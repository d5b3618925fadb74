/** The domains of a Resend account: added, verified by their records, removed. */
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { Refusal } from './parse-mail.ts'

export type ResendStatus =
  | 'not_started'
  | 'pending'
  | 'verified'
  | 'failed'
  | 'temporary_failure'
  | 'partially_verified'
  | 'partially_failed'

interface StoredDomain {
  readonly id: string
  readonly name: string
  readonly region: string
  readonly created_at: string
  readonly key: string
  status: ResendStatus
  /** How often it was read during its verification. */
  looks: number
}

const REGIONS = ['us-east-1', 'eu-west-1', 'sa-east-1', 'ap-northeast-1']
const NewDomain = z.looseObject({ name: z.string(), region: z.string().optional() })
const NAME = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/
/** The first read still finds it pending, as when a client polls every few seconds. */
const LOOKS_UNTIL_VERIFIED = 2

export interface DomainRecord {
  readonly type: string
  readonly name: string
  readonly value: string
}
export interface DomainsOptions {
  /** The file that keeps the domains over restarts. */
  readonly storeFile?: string
  /**
   * Looks a record up by its full name. A domain with all of them is verified soon after it was requested, and fails once
   * one is gone. Without it, only `settle` changes domains.
   */
  readonly findsRecord?: (record: DomainRecord) => boolean
}

export function createDomains({ storeFile, findsRecord }: DomainsOptions) {
  const domains: StoredDomain[] =
    storeFile !== undefined && existsSync(storeFile)
      ? (JSON.parse(readFileSync(storeFile, 'utf8')) as StoredDomain[])
      : []
  const save = () => {
    if (storeFile === undefined) return
    mkdirSync(dirname(storeFile), { recursive: true })
    writeFileSync(storeFile, JSON.stringify(domains))
  }
  const at = (id: string): StoredDomain => {
    const domain = domains.find((one) => one.id === id)
    if (!domain) throw new Refusal(404, 'not_found', 'Domain not found')
    return domain
  }

  const add = (body: unknown) => {
    if (typeof body !== 'object' || body === null || !('name' in body) || body.name === '')
      throw new Refusal(422, 'missing_required_field', 'Missing `name` field.')
    const read = NewDomain.safeParse(body)
    const name = read.data?.name.toLowerCase() ?? ''
    if (!read.success || !NAME.test(name)) throw new Refusal(422, 'validation_error', 'The domain name is invalid.')
    const { region = 'us-east-1' } = read.data
    if (!REGIONS.includes(region)) throw new Refusal(422, 'invalid_region', 'Region must be one of the allowed values.')
    if (domains.some((one) => one.name === name))
      throw new Refusal(403, 'validation_error', `The ${name} domain has been registered already.`)
    const domain: StoredDomain = {
      id: randomUUID(),
      name,
      region,
      created_at: new Date().toISOString(),
      key: randomBytes(96).toString('base64'),
      status: 'not_started',
      looks: 0,
    }
    domains.push(domain)
    save()
    return shown(domain)
  }
  const isFound = (domain: StoredDomain) =>
    recordsOf(domain).every(({ type, name, value }) => findsRecord?.({ type, name: `${name}.${domain.name}`, value }))
  /** Verified domains are looked up again, as long as they exist. */
  const checked = (domain: StoredDomain): StoredDomain => {
    if (findsRecord && (domain.status === 'verified' || domain.status === 'temporary_failure')) {
      domain.status = isFound(domain) ? 'verified' : 'temporary_failure'
      save()
    }
    return domain
  }
  const look = (id: string) => {
    const domain = checked(at(id))
    if (findsRecord && domain.status === 'pending' && (domain.looks += 1) >= LOOKS_UNTIL_VERIFIED && isFound(domain))
      domain.status = 'verified'
    save()
    return { object: 'domain', ...shown(domain) }
  }
  const verify = (id: string) => {
    const domain = at(id)
    if (domain.status !== 'verified') Object.assign(domain, { status: 'pending', looks: 0 })
    save()
    return { object: 'domain', id }
  }
  const remove = (id: string) => {
    domains.splice(domains.indexOf(at(id)), 1)
    save()
    return { object: 'domain', id, deleted: true }
  }

  return {
    /** The response's status and body. Throws a Refusal. */
    answer(method: string, path: string, body: unknown): { status: number; body: unknown } {
      const [, id, action, ...more] = path.split('/').filter((part) => part !== '')
      const known =
        more.length === 0 && (action === undefined || action === 'verify')
          ? `${method} ${id === undefined ? 'all' : (action ?? 'one')}`
          : ''
      if (known === 'POST all') return { status: 201, body: add(body) }
      if (known === 'GET all')
        return {
          status: 200,
          body: {
            object: 'list',
            has_more: false,
            data: domains.map((one) => ({ ...shown(one), records: undefined })),
          },
        }
      if (known === 'GET one') return { status: 200, body: look(id ?? '') }
      if (known === 'POST verify') return { status: 200, body: verify(id ?? '') }
      if (known === 'DELETE one') return { status: 200, body: remove(id ?? '') }
      throw new Refusal(405, 'method_not_allowed', 'Method is not allowed for the requested path.')
    },
    /** Undefined for a domain that was not added. */
    statusOf(name: string): ResendStatus | undefined {
      const domain = domains.find((one) => one.name === name)
      return domain && checked(domain).status
    },
    names: (): string[] => domains.map(({ name }) => name),
    settle(name: string, status: ResendStatus): void {
      for (const domain of domains) if (domain.name === name) domain.status = status
      save()
    },
  }
}

function shown(domain: StoredDomain) {
  const { id, name, region, created_at, status } = domain
  return {
    id,
    name,
    created_at,
    status,
    region,
    capabilities: { sending: 'enabled', receiving: 'disabled' },
    records: recordsOf(domain).map((one) => ({ ...one, ttl: 'Auto', status: status.replace('partially_', '') })),
  }
}

const recordsOf = ({ region, key }: Pick<StoredDomain, 'region' | 'key'>) => [
  { record: 'SPF', name: 'send', type: 'MX', value: `feedback-smtp.${region}.amazonses.com`, priority: 10 },
  { record: 'SPF', name: 'send', type: 'TXT', value: 'v=spf1 include:amazonses.com ~all' },
  { record: 'DKIM', name: 'resend._domainkey', type: 'TXT', value: `p=${key}` },
]
