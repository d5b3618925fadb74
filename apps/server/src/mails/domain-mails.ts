import type { DnsRecord } from '@parlance/contract/domains/schemas'
import { line } from './email-document.ts'
import { type MailBase, type MailContent, type WithLink, write } from './mails.ts'
import { emailTexts } from './texts.ts'

export interface DnsInstructionsMail extends MailBase {
  readonly agency: string
  readonly domain: string
  readonly records: readonly DnsRecord[]
}
/** For the person who manages the DNS zone, who may never have heard of us. */
export async function dnsInstructionsMail({ language, records, ...about }: DnsInstructionsMail): Promise<MailContent> {
  const t = await emailTexts(language, 'domains')
  const agency = line(about.agency, 60)
  const domain = line(about.domain, 253)
  return write({
    language,
    fromName: agency,
    header: agency,
    subject: t('instructionsSubject', { domain }),
    parts: [
      { kind: 'text', text: t('instructions', { agency, domain }) },
      { kind: 'facts', facts: records.map(({ type, name, value }) => [`${type} ${name}`, value] as const) },
      { kind: 'text', text: t('propagation') },
    ],
    why: t('instructionsWhy', { agency }),
  })
}

export interface DomainWarningMail extends WithLink {
  readonly domain: string
  readonly state: 'missing' | 'quarantined' | 'mailReminder' | 'mailFailed'
}
export async function domainWarningMail({ language, link, domain, state }: DomainWarningMail): Promise<MailContent> {
  const t = await emailTexts(language, 'domains')
  const name = line(domain, 253)
  return write({
    language,
    subject: t(`${state}Subject`, { domain: name }),
    parts: [
      { kind: 'text', text: t(state, { domain: name }) },
      { kind: 'button', label: t('open'), link },
    ],
    why: t('warningWhy'),
  })
}
