// Every mail that the product sends: what it says. Links are made by callers from PUBLIC_URL; names and words of others
// stand in it as text that no mail program makes a link of.
import { REGION_NAMES, type Region } from '@parlance/core/kit/regions'
import type { GivenRole } from '@parlance/core/kit/roles'
import { type Letter, line, lines, type MailContent, moment, PRODUCT, textOf } from './letter.ts'

export type { MailContent } from './letter.ts'

/** A letter as a mail without recipient. The first one loads what draws it. */
export async function write(letter: Letter): Promise<MailContent> {
  const { draw } = await import('./layout.ts')
  const { fromName, subject } = letter
  return { ...(fromName === undefined ? {} : { fromName }), subject, text: textOf(letter), html: await draw(letter) }
}

/** `link` is the page that confirms the address. */
export const verificationMail = (props: { readonly link: string }): Promise<MailContent> =>
  write({
    lang: 'en',
    subject: 'Confirm your e-mail address',
    parts: [
      { kind: 'text', text: `Welcome to ${PRODUCT}.` },
      { kind: 'text', text: 'Please confirm that this e-mail address is yours. The link works for 24 hours.' },
      { kind: 'button', label: 'Confirm e-mail address', link: props.link },
      { kind: 'text', text: 'If you did not create an account, you can ignore this mail.' },
    ],
    why: 'You got this mail because an account was made with this address.',
  })

/** `link` is the page that asks for the new password. */
export const resetMail = (props: { readonly link: string }): Promise<MailContent> =>
  write({
    lang: 'en',
    subject: 'Set a new password',
    parts: [
      {
        kind: 'text',
        text: `Someone asked to set a new password for your ${PRODUCT} account. The link works once, for 15 minutes.`,
      },
      { kind: 'button', label: 'Set a new password', link: props.link },
      { kind: 'text', text: 'If it was not you, you can ignore this mail: your password stays as it is.' },
    ],
    why: 'You got this mail because a new password was asked for with this address.',
  })

const ROLE_TEXT: Readonly<Record<GivenRole, string>> = {
  viewer: 'Viewer – looks at everything',
  editor: 'Editor – builds agents and answers visitors',
  admin: 'Admin – also manages members, keys and the workspace itself',
}

export interface InvitationMail {
  /** The page that leads in, with its token. */
  readonly link: string
  /** Who invites: a name, or the address of one without. */
  readonly inviter: string
  /** The workspace's name. */
  readonly workspace: string
  readonly role: GivenRole
  readonly region: Region
}
export function invitationMail(props: InvitationMail): Promise<MailContent> {
  const [inviter, workspace] = [line(props.inviter, 60) || 'Somebody', line(props.workspace, 60)]
  return write({
    lang: 'en',
    subject: `${inviter} invited you to ${workspace}`,
    parts: [
      {
        kind: 'text',
        text: `${inviter} wants to work with you in the workspace ${workspace} on ${PRODUCT}. Follow the link to begin: it signs up or in with this e-mail address, works once and for 7 days.`,
      },
      {
        kind: 'facts',
        facts: [
          ['Workspace', workspace],
          ['Your role', ROLE_TEXT[props.role]],
          ['Region', REGION_NAMES[props.region]],
        ],
      },
      { kind: 'button', label: 'Open the workspace', link: props.link },
      { kind: 'text', text: `If you don’t know ${inviter}, you can ignore this mail.` },
    ],
    why: 'You got this mail because somebody entered this address as a member of a workspace.',
  })
}

export interface EventFailuresMail {
  /** The page that shows deliveries. */
  readonly link: string
  /** The workspace's name. */
  readonly workspace: string
  /** The address that events go to. */
  readonly endpoint: string
  /** How many could not be delivered; `failures` may be the first of them only. */
  readonly total: number
  /** `type` of the event; `reason` as the log says it, such as «The endpoint answered 500.» */
  readonly failures: readonly {
    readonly type: string
    readonly at: Date | string
    readonly reason: string
    readonly attempts: number
  }[]
}
const SHOWN_FAILURES = 10
export function eventFailuresMail(props: EventFailuresMail): Promise<MailContent> {
  const workspace = line(props.workspace, 60)
  const shown = props.failures.slice(0, SHOWN_FAILURES)
  const more = props.total - shown.length
  const what = props.total === 1 ? 'An event' : `${props.total} events`
  return write({
    lang: 'en',
    subject: `${what} of ${workspace} could not be delivered`,
    parts: [
      {
        kind: 'text',
        text: `The endpoint of the workspace ${workspace} did not accept ${props.total === 1 ? 'this event' : 'these events'}. What is still to be tried again is tried again.`,
      },
      { kind: 'facts', facts: [['Endpoint', line(props.endpoint, 200)]] },
      {
        kind: 'list',
        entries: shown.map(({ type, at, reason, attempts }) => ({
          title: line(type, 60),
          detail: `${moment(at)} · ${attempts === 1 ? 'tried once' : `tried ${attempts} times`} · ${line(reason, 200)}`,
        })),
      },
      ...(more > 0 ? [{ kind: 'text', text: `And ${more} more.` } as const] : []),
      { kind: 'button', label: 'Look at the deliveries', link: props.link },
    ],
    why: `You got this mail because you are a member of the workspace ${workspace}, which sends events to an endpoint.`,
  })
}

export interface WorkspaceLogMail {
  /** The page that shows the workspace's log. */
  readonly link: string
  readonly workspace: string
  readonly type: string
  readonly content: string
  readonly channel?: string
  /** The agent's title. */
  readonly agent?: string
  readonly at: Date | string
}
/** An entry that an integration wrote into the workspace's log and wanted mailed. */
export function workspaceLogMail(props: WorkspaceLogMail): Promise<MailContent> {
  const [workspace, type] = [line(props.workspace, 60), line(props.type, 60)]
  return write({
    lang: 'en',
    subject: `New log entry in ${workspace}: ${type}`,
    parts: [
      { kind: 'text', text: 'An integration wrote this into the log of your workspace.' },
      { kind: 'quote', text: lines(props.content, 4000) },
      {
        kind: 'facts',
        facts: [
          ['Type', type],
          ['Workspace', workspace],
          ...(props.agent ? [['Agent', line(props.agent)] as const] : []),
          ...(props.channel ? [['Channel', line(props.channel)] as const] : []),
          ['Time', moment(props.at)],
        ],
      },
      { kind: 'button', label: 'Open the workspace', link: props.link },
    ],
    why: `You got this mail because you are a member of the workspace ${workspace}.`,
  })
}

export interface NoticeMail {
  /** The workspace's name. */
  readonly workspace: string
  readonly subject: string
  /** Only its words are taken: no markup, no pictures, no links. */
  readonly html: string
}
/** What a workspace's integration wants to tell somebody: its words, in our letter. */
export async function noticeMail(props: NoticeMail): Promise<MailContent> {
  const { wordsOf } = await import('./words.ts')
  const workspace = line(props.workspace, 60)
  return write({
    lang: 'en',
    subject: line(props.subject, 120) || `A message from ${workspace}`,
    parts: [{ kind: 'quote', text: lines(wordsOf(props.html), 10_000) }],
    why: `You got this mail because the workspace ${workspace} sent it to this address through ${PRODUCT}. If you don’t know it, you can ignore this mail.`,
  })
}

/** `at` is when it was deleted. */
export const accountDeletedMail = (props: { readonly at: Date | string }): Promise<MailContent> =>
  write({
    lang: 'en',
    subject: 'Your account was deleted',
    parts: [
      {
        kind: 'text',
        text: `Your ${PRODUCT} account was deleted on ${moment(props.at)}, with the workspaces that you owned and everything in them. This can’t be undone.`,
      },
      {
        kind: 'text',
        text: 'Backups still hold it until they end. This is the last mail that we send to this address, unless you sign up again.',
      },
    ],
    why: 'You got this mail because this was the address of the account.',
  })

export interface ExportReadyMail {
  /** The page to download it from, after signing in. */
  readonly link: string
  readonly expiresAt: Date | string
}
export const exportReadyMail = (props: ExportReadyMail): Promise<MailContent> =>
  write({
    lang: 'en',
    subject: 'Your data is ready to download',
    parts: [
      { kind: 'text', text: `The export of your ${PRODUCT} data that you asked for is ready.` },
      { kind: 'button', label: 'Download your data', link: props.link },
      {
        kind: 'text',
        text: `It can be downloaded until ${moment(props.expiresAt)} and is deleted then. It holds personal data: keep it in a safe place.`,
      },
    ],
    why: 'You got this mail because an export of this account was asked for.',
  })
