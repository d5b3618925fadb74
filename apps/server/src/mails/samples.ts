// Every mail with made-up contents, for reviewing text and layout.
import type { Language } from '@parlance/contract/accounts/languages'
import type { Message } from '@parlance/contract/conversations/schemas'
import * as mails from './mails.ts'
import { addressChangeMail, addressNoticeMail } from './account-mails.ts'
import { clientCodeMail, clientInvitationMail, feedbackMail, notificationMail } from './client-mails.ts'
import { noticeTexts } from './notices.ts'
import { securityMail, type SecurityNews, signInMail } from './security-mails.ts'
import { replyMail } from './reply.ts'
import { transcriptMail } from './transcript.ts'
import { msg } from '@parlance/i18n/messages'
import { storedMessage } from '../lib/stored-message.ts'

export interface SampleMail {
  readonly id: string
  readonly name: string
  readonly mail: mails.MailContent
}

const AT = '2026-11-21T14:05:00Z'
const message = (id: string, from: Message['from'], at: string, text: string): Message => ({
  id,
  seq: 1,
  turnId: 't1',
  from,
  status: 'complete',
  items: [{ type: 'text', text }],
  sources: [],
  at,
})

type Written = readonly [id: string, name: string, mail: Promise<mails.MailContent>]
const WORKSPACE = 'Harbour Bakery'

/** In the order in which users meet them. Links begin with `appOrigin`. Users' own words stay untranslated. */
export function sampleMails(appOrigin: string, language: Language): Promise<SampleMail[]> {
  const at = (path: string) => ({ language, link: `${appOrigin}${path}` })
  const written = [
    ...ofAccounts(at),
    ...ofSecurity(at),
    ...ofWorkspaces(at),
    ...ofClients(at),
    ofAgents(language),
    ofReplies(language),
    ...ofData(at),
  ]
  return Promise.all(written.map(async ([id, name, mail]) => ({ id, name, mail: await mail })))
}

type To = (path: string) => mails.WithLink
const ofAccounts = (at: To): Written[] => [
  ['verification', 'Confirm an address', mails.verificationMail(at('/verify-email?token=sample'))],
  ['reset', 'New password', mails.resetMail(at('/reset-password?token=sample'))],
  ['address-change', 'Confirm a new address', addressChangeMail(at('/verify-email?token=sample'))],
  [
    'address-notice',
    'Address is to change',
    addressNoticeMail({ ...at('/app/eu/account?tab=profile'), newEmail: 'ada@new.example' }),
  ],
  [
    'sign-in',
    'New sign-in',
    signInMail({ ...at('/app/eu/account?tab=sessions'), at: AT, ...ORIGIN, method: 'password' }),
  ],
]

const ORIGIN = { device: { browser: 'firefox', platform: 'linux' }, network: '203.0.113.0', country: 'DE' } as const
const SECURITY: readonly (readonly [name: string, what: SecurityNews])[] = [
  ['Passkey added', { news: 'passkey-added', name: 'Ada’s laptop' }],
  ['Passkey removed', { news: 'passkey-removed', name: 'Ada’s laptop' }],
  ['Second factor on', { news: 'factor-on' }],
  ['Second factor off', { news: 'factor-off' }],
  ['New recovery codes', { news: 'codes-renewed' }],
  ['Recovery code used', { news: 'code-used', left: 9 }],
  ['Provider connected', { news: 'provider-linked', name: 'Google' }],
  ['Provider disconnected', { news: 'provider-unlinked', name: 'Google' }],
  ['Wrong passwords tried', { news: 'passwords-guessed' }],
  ['Password changed', { news: 'password-changed' }],
  ['Password set anew', { news: 'password-reset' }],
  ['Other devices signed out', { news: 'sessions-ended' }],
  ['Factors removed by the operator', { news: 'factors-reset' }],
  ['Address changed, to the old one', { news: 'address-left', before: 'ada@example.com', after: 'ada@new.example' }],
  ['Address changed, to the new one', { news: 'address-taken', before: 'ada@example.com', after: 'ada@new.example' }],
]
const ofSecurity = (at: To): Written[] =>
  SECURITY.map(([name, what]) => {
    const mail = securityMail({ what, at: AT, ...at('/app/eu/account?tab=security'), ...ORIGIN })
    return [what.news, name, mail]
  })

const ofWorkspaces = (at: To): Written[] => [
  [
    'invitation',
    'Invitation to a workspace',
    mails.invitationMail({
      ...at('/invitation?token=sample'),
      inviter: 'Ada Lovelace',
      workspace: WORKSPACE,
      role: 'editor',
      region: 'eu',
    }),
  ],
  [
    'event-failures',
    'Events that were not delivered',
    mails.eventFailuresMail({
      ...at('/app/eu/events'),
      workspace: WORKSPACE,
      endpoint: 'https://hooks.example.com/parlance',
      total: 12,
      failures: ['new_lead', 'new_conversation', 'handoff_requested'].map((type, index) => ({
        type,
        at: `2026-11-21T14:0${index}:00Z`,
        reason: storedMessage(
          index === 2 ? msg('endpoint_no_answer', { seconds: 10 }) : msg('endpoint_answered_status', { status: 503 }),
        ),
        attempts: index + 1,
      })),
    }),
  ],
  [
    'workspace-log',
    'Entry in the workspace’s log',
    mails.workspaceLogMail({
      ...at('/app/eu/events'),
      workspace: WORKSPACE,
      type: 'order_failed',
      content: 'Order 1042 could not be booked.\nThe till did not answer within 10 seconds.',
      channel: 'web-chat',
      agent: 'Order desk',
      at: AT,
    }),
  ],
  [
    'notice',
    'Message of a workspace',
    mails.noticeMail({
      ...at('/'),
      workspace: WORKSPACE,
      subject: 'Your order is ready',
      html: '<h1>Hello Bob,</h1><p>your <b>rye bread</b> is ready. We are open until six.</p><ul><li>1 × rye bread</li><li>2 × rolls</li></ul>',
    }),
  ],
]

const ofClients = (at: To): Written[] => {
  const of = { ...at('/app/eu/sign-in/sample/password?token=sample'), agency: 'Northlight' }
  return [
    [
      'client-invitation',
      'Client added',
      clientInvitationMail({ ...of, name: 'Mia', org: WORKSPACE, byCode: false, isNew: true }),
    ],
    [
      'client-password',
      'Client set a password',
      clientInvitationMail({ ...of, name: 'Mia', org: WORKSPACE, byCode: false, isNew: false }),
    ],
    [
      'client-feedback',
      'Client feedback',
      feedbackMail({
        ...of,
        org: WORKSPACE,
        from: { name: 'Mia Lund', email: 'mia@example.test' },
        subject: '',
        message: 'Could our opening hours be shown on Sundays too?',
      }),
    ],
    ['client-code', 'Client sign-in code', clientCodeMail({ ...of, code: '204816' })],
    [
      'notification',
      'Notification',
      noticeTexts(of.language, 'handoff', { visitor: 'Ada', agent: 'Lamp shop' }).then((texts) =>
        notificationMail({ ...of, ...texts }),
      ),
    ],
  ]
}

const ofReplies = (language: Language): Written => [
  'reply',
  'Reply to a left message',
  replyMail({
    language,
    title: 'Order desk',
    owned: 'https://bakery.example.com',
    message: 'Could you put a rye bread aside for me?\nI come by after five.',
    pageUrl: '',
    replies: [
      { ...message('m6', 'human', '2026-11-21T16:00:00Z', 'It is put aside under your name.'), by: { name: 'Mia' } },
      { ...message('m7', 'human', '2026-11-21T16:01:00Z', 'See you at five.'), by: { name: 'Mia' } },
    ],
  }),
]

const ofAgents = (language: Language): Written => [
  'transcript',
  'Transcript of a chat',
  transcriptMail({
    language,
    reader: 'visitor',
    title: 'Order desk',
    owned: 'https://bakery.example.com',
    messages: [
      message('m1', 'agent', '2026-11-21T14:00:00Z', 'Hello! What can I do for you?'),
      message('m2', 'user', '2026-11-21T14:01:00Z', 'Do you have rye bread today?\nAnd until when are you open?'),
      message('m3', 'agent', '2026-11-21T14:01:00Z', 'We do, and we are open until six: see bakery.example.com.'),
      message('handoff-asked:m4', 'system', '2026-11-21T14:02:00Z', 'The visitor asked for a human.'),
      message('m5', 'human', '2026-11-21T14:03:00Z', 'I put one aside for you.'),
    ],
  }),
]

const ofData = (at: To): Written[] => [
  ['export-ready', 'Data export', mails.exportReadyMail({ ...at('/app/eu/account?tab=data'), expiresAt: AT })],
  ['account-deleted', 'Account deleted', mails.accountDeletedMail({ ...at('/'), at: AT })],
]
