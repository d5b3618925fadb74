// What client users are sent by mail, in the name of their agency.
import { line, lines } from './letter.ts'
import { type MailContent, type Told, type WithLink, write } from './mails.ts'
import { emailTexts } from './texts.ts'

export interface ClientInvitationMail extends WithLink {
  readonly agency: string
  readonly org: string
  readonly name: string
  /** They sign in by a mailed code: the link leads to the sign-in page. */
  readonly byCode: boolean
}
/** `link` is the page on which the password is set. */
export async function clientInvitationMail({
  language,
  link,
  byCode,
  ...about
}: ClientInvitationMail): Promise<MailContent> {
  const t = await emailTexts(language, 'client')
  const names = { agency: line(about.agency, 60), org: line(about.org, 60) }
  return write({
    language,
    fromName: names.agency,
    letterhead: names.agency,
    subject: t('invitationSubject', names),
    parts: [
      { kind: 'text', text: byCode ? t('invitationByCode', names) : t('invitation', names) },
      { kind: 'button', label: byCode ? t('signIn') : t('setPassword'), link },
    ],
    why: t('invitationWhy'),
  })
}

export interface ClientCodeMail extends Told {
  readonly agency: string
  /** Six digits. */
  readonly code: string
}
export async function clientCodeMail({ language, code, ...about }: ClientCodeMail): Promise<MailContent> {
  const t = await emailTexts(language, 'client')
  const agency = line(about.agency, 60)
  return write({
    language,
    fromName: agency,
    letterhead: agency,
    subject: t('codeSubject', { code }),
    parts: [
      { kind: 'text', text: t('code', { agency }) },
      { kind: 'facts', facts: [[t('codeLabel'), code]] },
    ],
    why: t('codeWhy'),
  })
}

export interface NotificationMail extends WithLink {
  /** Undefined for people of a workspace. */
  readonly agency: string | undefined
  readonly title: string
  readonly body: string
}
export async function notificationMail({
  language,
  link,
  title,
  body,
  agency,
}: NotificationMail): Promise<MailContent> {
  const t = await emailTexts(language, 'client')
  const name = agency === undefined || agency === '' ? undefined : line(agency, 60)
  return write({
    language,
    ...(name !== undefined && { fromName: name, letterhead: name }),
    subject: line(title, 60),
    parts: [
      { kind: 'quote', text: lines(body, 300) },
      { kind: 'button', label: t('notificationOpen'), link },
    ],
    why: t('notificationWhy'),
  })
}
