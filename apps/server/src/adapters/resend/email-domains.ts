import type { Region } from '@parlance/contract/lib/regions'
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import type { DomainRecords, DomainStatus } from 'resend'
import type { ResendAccount } from '../../lib/settings.ts'
import type { EmailDomains, FoundEmailDomain } from '../../modules/domains/ports.ts'

/** Where Resend keeps and sends the mails of a region. */
const PLACES = { eu: 'eu-west-1', na: 'us-east-1' } as const
const STATUSES: Readonly<Record<DomainStatus | 'temporary_failure', FoundEmailDomain['status']>> = {
  not_started: 'not_started',
  pending: 'pending',
  partially_verified: 'pending',
  verified: 'verified',
  failed: 'failure',
  partially_failed: 'failure',
  temporary_failure: 'temporary_failure',
}

/** Errors: CONFLICT for a name that is another tenant's, UNAVAILABLE without an account and where Resend does not answer. */
export function createEmailDomains(accountOf: (region: Region) => ResendAccount | undefined): EmailDomains {
  const clients = new Map<string, ReturnType<typeof load>>()
  const load = async ({ apiKey, baseUrl }: ResendAccount) => {
    const { Resend } = await import('resend')
    return new Resend(apiKey, { baseUrl })
  }
  const domainsOf = async (region: Region) => {
    const account = accountOf(region)
    if (!account) throw new AppError('UNAVAILABLE', msg('email_domains_unavailable'))
    const known = clients.get(account.apiKey) ?? load(account)
    clients.set(account.apiKey, known)
    return (await known).domains
  }
  return {
    async add(region, name) {
      const { data, error } = await (await domainsOf(region)).create({ name, region: PLACES[region] })
      if (error && /registered already/i.test(error.message)) throw new AppError('CONFLICT', msg('domain_taken'))
      if (error) throw failure(error)
      return found(data)
    },
    async find(region, id) {
      const { data, error } = await (await domainsOf(region)).get(id)
      if (error?.statusCode === 404) return undefined
      if (error) throw failure(error)
      return found(data)
    },
    async verify(region, id) {
      const { error } = await (await domainsOf(region)).verify(id)
      if (error?.statusCode === 404) throw new AppError('NOT_FOUND')
      if (error) throw failure(error)
    },
    async remove(region, id) {
      const { error } = await (await domainsOf(region)).remove(id)
      if (error && error.statusCode !== 404) throw failure(error)
    },
  }
}

const found = ({
  id,
  name,
  status,
  records,
}: {
  id: string
  name: string
  status: DomainStatus
  records: DomainRecords[]
}): FoundEmailDomain => ({
  id,
  domain: name,
  status: STATUSES[status] ?? 'pending',
  records: records.map((one) => ({
    record: one.record,
    type: one.type,
    name: one.name,
    value: one.value,
    ttl: one.ttl,
    status: one.status,
    ...('priority' in one && one.priority !== undefined && { priority: one.priority }),
  })),
})

const failure = ({ name, message }: { name: string; message: string }): AppError =>
  new AppError('UNAVAILABLE', msg('email_domains_failed'), { cause: new Error(`Resend: ${name}: ${message}`) })
