import type { MailColours } from '@parlance/contract/agencies/theme'
import { FEEDBACK_MAX } from '@parlance/contract/agencies/schemas'
import { line, lines } from './email-document.ts'
import { type MailContent, type MailBase, type WithLink, write } from './mails.ts'
import { emailTexts } from './texts.ts'

interface InColours {
  readonly colours?: MailColours | undefined
}

export interface ClientInvitationMail extends WithLink, InColours {
  readonly agency: string
  readonly org: string
  readonly name: string
  /** They sign in with a mailed code: the link leads to the sign-in page. */
  readonly byCode: boolean
  /** They have no password yet. */
  readonly isNew: boolean
}
/** `link` is the page on which the password is set. */
export async function clientInvitationMail({
  language,
  link,
  byCode,
  isNew,
  ...about
}: ClientInvitationMail): Promise<MailContent> {
  const t = await emailTexts(language, 'client')
  const isKnown = !isNew && !byCode
  const names = { agency: line(about.agency, 60), org: line(about.org, 60) }
  return write({
    language,
    fromName: names.agency,
    header: names.agency,
    colours: about.colours,
    subject: isKnown ? t('passwordSubject', names) : t('invitationSubject', names),
    parts: [
      { kind: 'text', text: byCode ? t('invitationByCode', names) : t(isKnown ? 'passwordLink' : 'invitation', names) },
      { kind: 'button', label: byCode ? t('signIn') : t('setPassword'), link },
    ],
    why: isKnown ? t('passwordWhy') : t('invitationWhy'),
  })
}

export interface ClientCodeMail extends MailBase, InColours {
  readonly agency: string
  readonly code: string
}
export async function clientCodeMail({ language, code, ...about }: ClientCodeMail): Promise<MailContent> {
  const t = await emailTexts(language, 'client')
  const agency = line(about.agency, 60)
  return write({
    language,
    fromName: agency,
    header: agency,
    colours: about.colours,
    subject: t('codeSubject', { code }),
    parts: [
      { kind: 'text', text: t('code', { agency }) },
      { kind: 'facts', facts: [[t('codeLabel'), code]] },
    ],
    why: t('codeWhy'),
  })
}

export interface FeedbackMail extends MailBase {
  readonly agency: string
  readonly org: string
  /** The author, who gets the replies. */
  readonly from: { readonly name: string; readonly email: string }
  readonly subject: string
  readonly message: string
}
export async function feedbackMail({ language, from, message, ...about }: FeedbackMail): Promise<MailContent> {
  const t = await emailTexts(language, 'client')
  const agency = line(about.agency, 60)
  const name = line(from.name || from.email, 60)
  return write({
    language,
    fromName: agency,
    header: agency,
    subject: line(about.subject, 120) || t('feedbackSubject', { name }),
    parts: [
      { kind: 'quote', text: lines(message, FEEDBACK_MAX) },
      {
        kind: 'facts',
        facts: [
          [t('feedbackFrom'), `${name} (${line(from.email, 254)})`],
          [t('feedbackOrg'), line(about.org, 60)],
        ],
      },
    ],
    why: t('feedbackWhy'),
  })
}

export interface NotificationMail extends WithLink, InColours {
  /** Undefined for members of a workspace. */
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
  colours,
}: NotificationMail): Promise<MailContent> {
  const t = await emailTexts(language, 'client')
  const name = agency === undefined || agency === '' ? undefined : line(agency, 60)
  return write({
    language,
    ...(name !== undefined && { fromName: name, header: name, colours }),
    subject: line(title, 60),
    parts: [
      { kind: 'quote', text: lines(body, 300) },
      { kind: 'button', label: t('notificationOpen'), link },
    ],
    why: t('notificationWhy'),
  })
}
