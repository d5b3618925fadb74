// Parses a mail. A thread belongs to one mailbox: anyone else who answers in it gets a new thread.
import { sha256 } from '../../lib/crypto.ts'
import {
  type InboundMail,
  isAttached,
  isAutomatic,
  isForged,
  type MailReport,
  wordsOf,
} from '../../lib/inbound-mail.ts'
import { mailboxOf } from '@parlance/contract/lib/mailbox'
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'
import { z } from 'zod'
import type { ChannelConnection, Inbound, InboundMedia } from '../../modules/channels/index.ts'

const Mail = z.looseObject({
  id: z.string().min(1).max(200),
  from: z.looseObject({ address: z.string(), name: z.string() }),
  to: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  headers: z.record(z.string(), z.string()),
  messageId: z.string(),
  at: z.number(),
  attachments: z.array(
    z.looseObject({
      id: z.string(),
      filename: z.string(),
      mime: z.string(),
      bytes: z.number(),
      isInline: z.boolean().optional(),
    }),
  ),
})

const MAX_FILES = 10
const MAX_REFERENCES = 20
const MAX_SUBJECT = 200

/** The account of an agent: the part of its address before the `@`. */
export const accountOf = (agentId: string): string => `agent+${agentId.toLowerCase()}`
/** A thread is answered from the address `agent+{id}.{thread}`. */
export const accountIn = (local: string): string | undefined => /^(agent\+[a-z0-9]+)(?:\.[0-9a-f]+)?$/.exec(local)?.[1]

/** Name the agent, the thread and the mail in the mail service's reports. */
export const tagsOf = ({ account, thread, key }: { account: string; thread: string; key: string }) => ({
  agent: account.slice(account.indexOf('+') + 1),
  thread,
  mail: key,
})
export const accountOfTags = ({ agent = '' }: Readonly<Record<string, string>>) => accountIn(`agent+${agent}`)

const Refused = z.object({
  refusedId: z.string(),
  why: z.enum(['bounced', 'complained']),
  thread: z.string().regex(/^[0-9a-f]{24}$/),
  mail: z.string(),
  at: z.number(),
})
/** What becomes of a report on a mail of ours. */
export const refusedBody = ({ id: refusedId, why, tags }: MailReport, at: number) =>
  Refused.safeParse({ refusedId, why, thread: tags['thread'], mail: tags['mail'] ?? '', at }).data

const HASH_LENGTH = 12
const hash = (text: string) => sha256(text).slice(0, HASH_LENGTH)
const idsIn = (text: string | undefined): string[] => (text ?? '').match(/<[^<>\s]{1,250}>/g) ?? []

/** The first half identifies the mailbox, so nobody else can enter the thread by its address. */
function threadOf(mail: InboundMail, account: string): string {
  const mailbox = hash(`mailbox:${mailboxOf(mail.from.address)}`)
  const tags = mail.to.map((address) => address.toLowerCase().split('@')[0] ?? '')
  const tag = tags
    .map((local) => local.slice(account.length + 1))
    .find((one, at) => tags[at]?.startsWith(`${account}.`) && /^[0-9a-f]{24}$/.test(one))
  if (tag?.startsWith(mailbox)) return tag
  const root = idsIn(mail.headers.references)[0] ?? idsIn(mail.headers['in-reply-to'])[0] ?? (mail.messageId || mail.id)
  return `${mailbox}${hash(`thread:${root}`)}`
}

/** The thread of mails that the agent begins: one for each mailbox. */
export const firstThreadOf = (address: string): string =>
  `${hash(`mailbox:${mailboxOf(address)}`)}${hash('thread:first')}`

export const senderOf = (thread: string): string => thread.slice(0, HASH_LENGTH)

export const readMail = (body: unknown) => Mail.safeParse(body).data

/** Why a mail gets no answer; undefined for mail written by a person. */
export function whyIgnored(mail: Pick<InboundMail, 'from' | 'headers'>): MessageDescriptor | undefined {
  if (isForged(mail)) return msg('channel_mail_forged')
  return isAutomatic(mail) ? msg('channel_mail_automatic') : undefined
}

export function parseRefused(body: unknown): Inbound | undefined {
  const read = Refused.safeParse(body).data
  if (!read) return undefined
  const { refusedId, why, thread, mail, at } = read
  return {
    kind: 'refusal',
    id: `${refusedId}:${why}`,
    thread,
    isGroup: false,
    sender: { id: thread, name: '' },
    at,
    providerId: mail,
    note: msg(why === 'bounced' ? 'channel_mail_bounced' : 'channel_mail_complained'),
    ...(why === 'bounced' && { error: msg('email_came_back') }),
  }
}

const subjectOf = ({ subject }: InboundMail) => subject.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_SUBJECT)

/** What the sender wrote. The subject of an answer is ours. */
function textOf(mail: InboundMail, account: string, hasMedia: boolean): string {
  const { headers, to } = mail
  const isAnswer =
    idsIn(headers['references']).length > 0 ||
    idsIn(headers['in-reply-to']).length > 0 ||
    to.some((address) => address.toLowerCase().startsWith(`${account}.`))
  const [subject, words] = [subjectOf(mail), wordsOf(mail)]
  if (words === '') return isAnswer && hasMedia ? '' : subject
  const isSaid = isAnswer || words.toLowerCase().includes(subject.toLowerCase())
  return isSaid ? words : `${subject}\n\n${words}`
}

export function parseEmail(body: unknown, { account }: Pick<ChannelConnection, 'account'>): Inbound[] {
  const mail = readMail(body)
  if (!mail || whyIgnored(mail) !== undefined) return []
  const { address, name } = mail.from
  const media = mediaOf(mail)
  const text = textOf(mail, account, media.length > 0)
  if (text === '' && media.length === 0) return []
  const ids = [...new Set([...idsIn(mail.headers.references), ...idsIn(mail.messageId)])]
  // The first reference identifies the thread; of the others the latest are kept.
  const references = [...ids.slice(0, 1), ...ids.slice(1).slice(1 - MAX_REFERENCES)]
  return [
    {
      kind: 'message',
      id: mail.id,
      thread: threadOf(mail, account),
      isGroup: false,
      sender: { id: address, name: (name || address).slice(0, 100) },
      at: mail.at,
      text,
      media,
      details: {
        address,
        subject: subjectOf(mail),
        references: references.join(' '),
        messageId: idsIn(mail.messageId)[0] ?? '',
      },
    },
  ]
}

const kindOf = (mime: string): InboundMedia['kind'] => {
  if (mime.startsWith('image/')) return 'picture'
  if (mime.startsWith('audio/')) return 'audio'
  return mime.startsWith('video/') ? 'video' : 'file'
}

function mediaOf(mail: z.infer<typeof Mail>): InboundMedia[] {
  return mail.attachments
    .filter(isAttached)
    .slice(0, MAX_FILES)
    .map(({ id, filename, mime, bytes }) => ({
      id: `${mail.id}/${id}`,
      kind: kindOf(mime),
      name: filename.slice(0, 200),
      mime,
      bytes,
    }))
}
