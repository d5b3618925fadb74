// The contents of the product's mails. Callers build links from PUBLIC_URL; untrusted names and texts
// are defused, so that mail programs make no links of them. The sentences are in texts/, by language.
import type { Language } from '@parlance/contract/accounts/languages'
import type { Region } from '@parlance/contract/lib/regions'
import type { GivenRole } from '@parlance/contract/lib/roles'
import { type EmailDocument, line, lines, type MailContent, textOf } from './email-document.ts'
import { moment } from './locale.ts'
import { emailTexts, emailFrameTexts, storedMessageIn } from './texts.ts'

export type { MailContent } from './email-document.ts'

/** Renders a document as a mail without recipient. Loads the layout on first use. */
export async function write(email: EmailDocument): Promise<MailContent> {
  const [{ draw }, texts] = await Promise.all([import('./layout.ts'), emailFrameTexts(email.language)])
  const { fromName, subject } = email
  return {
    ...(fromName === undefined ? {} : { fromName }),
    subject,
    text: textOf(email, texts),
    html: await draw(email, texts),
  }
}

/** Common to all mails: the reader's language. */
export interface MailBase {
  readonly language: Language
}
export interface WithLink extends MailBase {
  /** The page that the button leads to. */
  readonly link: string
}

export async function verificationMail({ language, link }: WithLink): Promise<MailContent> {
  const t = await emailTexts(language, 'verification')
  return write({
    language,
    subject: t('subject'),
    parts: [
      { kind: 'text', text: t('welcome') },
      { kind: 'text', text: t('text') },
      { kind: 'button', label: t('button'), link },
      { kind: 'text', text: t('ignore') },
    ],
    why: t('why'),
  })
}

/** A mail with one text and one link, for the person who requested it. */
export async function oneLinkMail(name: 'addressChange' | 'reset', { language, link }: WithLink): Promise<MailContent> {
  const t = await emailTexts(language, name)
  return write({
    language,
    subject: t('subject'),
    parts: [
      { kind: 'text', text: t('text') },
      { kind: 'button', label: t('button'), link },
      { kind: 'text', text: t('ignore') },
    ],
    why: t('why'),
  })
}

export const resetMail = (of: WithLink): Promise<MailContent> => oneLinkMail('reset', of)

export interface InvitationMail extends WithLink {
  /** Who invites: a name, or the address of one without. */
  readonly inviter: string
  readonly workspace: string
  readonly role: GivenRole
  readonly region: Region
}
export async function invitationMail({ language, link, role, region, ...props }: InvitationMail): Promise<MailContent> {
  const t = await emailTexts(language, 'invitation')
  const names = { inviter: line(props.inviter, 60) || t('somebody'), workspace: line(props.workspace, 60) }
  return write({
    language,
    subject: t('subject', names),
    parts: [
      { kind: 'text', text: t('text', names) },
      {
        kind: 'facts',
        facts: [
          [t('workspace'), names.workspace],
          [t('role'), t(`roles.${role}`)],
          [t('region'), t(`regions.${region}`)],
        ],
      },
      { kind: 'button', label: t('button'), link },
      { kind: 'text', text: t('ignore', names) },
    ],
    why: t('why'),
  })
}

export interface EventFailuresMail extends WithLink {
  readonly workspace: string
  readonly endpoint: string
  /** Number of failed deliveries; `failures` may be only the first ones. */
  readonly total: number
  /** `type` of the event; `reason` as stored with the delivery */
  readonly failures: readonly {
    readonly type: string
    readonly at: Date | string
    readonly reason: string
    readonly attempts: number
  }[]
}
const SHOWN_FAILURES = 10
export async function eventFailuresMail({ language, link, ...props }: EventFailuresMail): Promise<MailContent> {
  const t = await emailTexts(language, 'eventFailures')
  const about = { count: props.total, workspace: line(props.workspace, 60) }
  const shown = props.failures.slice(0, SHOWN_FAILURES)
  const more = props.total - shown.length
  const entries = shown.map(async ({ type, at, reason, attempts }) => ({
    title: line(type, 60),
    detail: `${moment(at, language)} · ${t('tried', { count: attempts })} · ${line(await storedMessageIn(language, reason), 200)}`,
  }))
  return write({
    language,
    subject: t('subject', about),
    parts: [
      { kind: 'text', text: t('text', about) },
      { kind: 'facts', facts: [[t('endpoint'), line(props.endpoint, 200)]] },
      { kind: 'list', entries: await Promise.all(entries) },
      ...(more > 0 ? [{ kind: 'text', text: t('more', { count: more }) } as const] : []),
      { kind: 'button', label: t('button'), link },
    ],
    why: t('why', about),
  })
}

export interface WorkspaceLogMail extends WithLink {
  readonly workspace: string
  readonly type: string
  readonly content: string
  readonly channel?: string
  readonly agent?: string
  readonly at: Date | string
}
export async function workspaceLogMail({ language, link, ...props }: WorkspaceLogMail): Promise<MailContent> {
  const t = await emailTexts(language)
  const about = { workspace: line(props.workspace, 60), type: line(props.type, 60) }
  return write({
    language,
    subject: t('workspaceLog.subject', about),
    parts: [
      { kind: 'text', text: t('workspaceLog.text') },
      { kind: 'quote', text: lines(props.content, 4000) },
      {
        kind: 'facts',
        facts: [
          [t('workspaceLog.type'), about.type],
          [t('workspaceLog.workspace'), about.workspace],
          ...(props.agent ? [[t('workspaceLog.agent'), line(props.agent)] as const] : []),
          ...(props.channel ? [[t('workspaceLog.channel'), line(props.channel)] as const] : []),
          [t('facts.time'), moment(props.at, language)],
        ],
      },
      { kind: 'button', label: t('workspaceLog.button'), link },
    ],
    why: t('workspaceLog.why', about),
  })
}

export interface NoticeMail extends MailBase {
  readonly workspace: string
  readonly subject: string
  /** Only its text is used: no markup, no pictures, no links. */
  readonly html: string
}
/** Text of a workspace's integration, in our layout. */
export async function noticeMail({ language, html, ...props }: NoticeMail): Promise<MailContent> {
  const [{ htmlToText }, t] = await Promise.all([import('./html-to-text.ts'), emailTexts(language, 'notice')])
  const about = { workspace: line(props.workspace, 60) }
  return write({
    language,
    subject: line(props.subject, 120) || t('subject', about),
    parts: [{ kind: 'quote', text: lines(htmlToText(html), 10_000) }],
    why: t('why', about),
  })
}

/** `at` is when it was deleted. */
export async function accountDeletedMail({
  language,
  at,
}: MailBase & { readonly at: Date | string }): Promise<MailContent> {
  const t = await emailTexts(language, 'accountDeleted')
  return write({
    language,
    subject: t('subject'),
    parts: [
      { kind: 'text', text: t('text', { time: moment(at, language) }) },
      { kind: 'text', text: t('after') },
    ],
    why: t('why'),
  })
}

export interface ExportReadyMail extends WithLink {
  readonly expiresAt: Date | string
}
export async function exportReadyMail({ language, link, expiresAt }: ExportReadyMail): Promise<MailContent> {
  const t = await emailTexts(language, 'exportReady')
  return write({
    language,
    subject: t('subject'),
    parts: [
      { kind: 'text', text: t('text') },
      { kind: 'button', label: t('button'), link },
      { kind: 'text', text: t('until', { time: moment(expiresAt, language) }) },
    ],
    why: t('why'),
  })
}
