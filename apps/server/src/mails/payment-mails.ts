import type { MailColours } from '@parlance/contract/agencies/theme'
import { line } from './email-document.ts'
import { moment } from './locale.ts'
import { type MailBase, type MailContent, write } from './mails.ts'
import { emailTexts } from './texts.ts'

export type PaymentNoticeKind =
  | 'pastDue'
  | 'lastReminder'
  | 'ended'
  | 'rechargeStopped'
  | 'rechargeCardGone'
  | 'rechargeLimit'
  | 'rechargeDeclined'
  | 'clientExhausted'
  | 'budgetAlert'
  | 'budgetSpent'
  | 'budgetStopped'
  | 'creditsLow'
  | 'creditsOut'
  | 'clientRunsLow'
  | 'clientRechargeStopped'
  | 'clientRechargeUncovered'
  | 'clientCreditsOwed'
  | 'disputeOpened'
  | 'disputeWon'
  | 'disputeLost'
  | 'clientDisputeOpened'
  | 'clientDisputeWon'
  | 'clientDisputeLost'

export type ClientMailKind = 'clientLow' | 'clientOut' | 'rechargeDeclined' | 'rechargeStopped'

export async function paymentNoticeMail({
  language,
  kind,
  workspace,
  amount = '',
  org = '',
  date,
  link,
}: MailBase & {
  readonly kind: PaymentNoticeKind
  readonly workspace: string
  readonly amount?: string
  readonly org?: string
  readonly date?: Date
  readonly link: string
}): Promise<MailContent> {
  const t = await emailTexts(language, 'payments')
  const words = { amount, org, date: date ? moment(date, language) : '' }
  return write({
    language,
    subject: t(`${kind}.subject`, words),
    parts: [
      { kind: 'facts', facts: [[t('workspace'), line(workspace, 60)]] },
      { kind: 'text', text: t(`${kind}.text`, words) },
      { kind: 'button', label: t('button'), link },
    ],
    why: t('why'),
  })
}

export async function clientCreditsMail({
  language,
  kind,
  credits = 0,
  amount = '',
  agency,
  colours,
  link,
}: MailBase & {
  readonly kind: ClientMailKind
  readonly credits?: number
  readonly amount?: string
  readonly agency: string
  readonly colours?: MailColours | undefined
  readonly link: string
}): Promise<MailContent> {
  const t = await emailTexts(language, 'payments')
  const name = line(agency, 60)
  return write({
    language,
    fromName: name,
    header: name,
    colours,
    subject: t(`${kind}.subject`),
    parts: [
      {
        kind: 'text',
        text: t(`${kind}.text`, { amount, credits: new Intl.NumberFormat(language).format(Math.floor(credits)) }),
      },
      { kind: 'button', label: t('button'), link },
    ],
    why: t('clientWhy'),
  })
}

export async function enterpriseRequestMail({
  language,
  workspaceId,
  name,
  email,
  company,
  message,
}: MailBase & {
  readonly workspaceId: string
  readonly name: string
  readonly email: string
  readonly company: string
  readonly message: string
}): Promise<MailContent> {
  const t = await emailTexts(language, 'payments')
  return write({
    language,
    subject: t('enterprise.subject', { name }),
    parts: [
      { kind: 'text', text: t('enterprise.text', { name, email, company: company || '–', workspaceId }) },
      { kind: 'text', text: message },
    ],
    why: t('enterprise.why'),
  })
}
