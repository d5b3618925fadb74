import { AppError } from '@parlance/contract/lib/errors'
import { LANGUAGES } from '@parlance/contract/accounts/languages'
import { emailOf, isEmail } from '@parlance/contract/lib/mailbox'
import { msg } from '@parlance/i18n/messages'
import { z } from 'zod'
import { MAX_ACCOUNT_LENGTH, refused, type WebhookPart } from '../../lib/http/provider-webhook.ts'
import { type InboundMailEvent, type InboundMailService, localPartOf } from '../../lib/inbound-mail.ts'
import {
  AUTOMATIC,
  type Mail,
  type MailAttachment,
  MailRefused,
  type Mailers,
  unsubscribeHeaders,
} from '../../lib/mail.ts'
import type { ChannelAdapter, ChannelConnection, FirstMessage, SendOutcome } from '../../modules/channels/index.ts'
import { compileEmail, compileFirst } from './compile.ts'
import {
  accountIn,
  accountOf,
  accountOfTags,
  firstThreadOf,
  parseEmail,
  parseRefused,
  readMail,
  refusedBody,
  senderOf,
  tagsOf,
  whyIgnored,
} from './parse.ts'

/** What only a mail to someone who may never have written has. */
export type First = Pick<FirstMessage, 'sender' | 'language' | 'unsubscribe'>

export interface EmailOptions {
  readonly inboundMail: InboundMailService
  /** What else a mail is, when it arrives without a webhook: an answer to a mail of ours. */
  readonly alsoIn?: (event: InboundMailEvent) => readonly WebhookPart[]
  readonly mailers: Mailers
  readonly draw: (
    connection: ChannelConnection,
    mail: { readonly subject: string; readonly text: string; readonly first?: First | undefined },
  ) => Promise<Pick<Mail, 'fromName' | 'subject' | 'text' | 'html'>>
  /** The bytes of an attached file; undefined when it is stored elsewhere or gone. */
  readonly fileOf: (connection: ChannelConnection, url: string) => Promise<Buffer | undefined>
}

/** Stops two machines that answer each other. */
const ANSWERS_A_DAY = 25
const MAX_OUT_BYTES = 10_000_000

const Arrived = z.looseObject({ mailId: z.string(), to: z.array(z.string()) })
const Outgoing = z.looseObject({
  key: z.string(),
  from: z.enum(['agent', 'human', 'system']),
  address: z.string(),
  subject: z.string(),
  thread: z.string(),
  references: z.string(),
  inReplyTo: z.string(),
  text: z.string(),
  attachments: z.array(z.looseObject({ url: z.string(), name: z.string(), mime: z.string() })),
  first: z.object({ sender: z.string(), language: z.enum(LANGUAGES), unsubscribe: z.string() }).optional(),
})

const answering = (subject: string) => (subject === '' ? '' : `Re: ${subject.replace(/^(?:re:\s*)+/i, '')}`)

export function createEmail({ inboundMail, alsoIn, mailers, draw, fileOf }: EmailOptions): ChannelAdapter {
  const { domain, listen } = inboundMail

  const partsOf = ({ id, key = id, to }: InboundMailEvent): WebhookPart[] =>
    [...new Set(to.flatMap((address) => accountIn(localPartOf(address, domain) ?? '') ?? []))]
      // Another process may serve its region and looks the account up there.
      .filter((account) => account.length <= MAX_ACCOUNT_LENGTH)
      .map((account) => ({ account, id: key, body: { mailId: id, to } }))

  /** Files that don't fit or aren't ours stay a link in the text. */
  async function attach(connection: ChannelConnection, wanted: z.infer<typeof Outgoing>['attachments']) {
    const attachments: MailAttachment[] = []
    const written: string[] = []
    let size = 0
    for (const { url, name, mime } of wanted) {
      const bytes = await fileOf(connection, url)
      if (!bytes || size + bytes.length > MAX_OUT_BYTES) {
        written.push(`${name}: ${url}`)
        continue
      }
      size += bytes.length
      attachments.push({ filename: name, contentType: mime, base64: bytes.toString('base64') })
    }
    return { attachments, written }
  }

  return {
    channel: 'email',
    withoutNotices: true,
    answersADay: { most: ANSWERS_A_DAY, senderOf },
    async verify(request) {
      const read = inboundMail.readEvent(request)
      if ('reason' in read) return refused(read.reason)
      const parts: WebhookPart[] = []
      const { report } = read
      const reported = report && accountOfTags(report.tags)
      const body = report && refusedBody(report, request.now.getTime())
      if (report && reported !== undefined && reported.length <= MAX_ACCOUNT_LENGTH && body)
        parts.push({ account: reported, id: `${report.id}:${report.why}`, body })
      return { kind: 'accepted', parts: [...parts, ...(read.event ? partsOf(read.event) : [])] }
    },
    namedBy: ({ body }) =>
      [...new Set(body.toString('utf8').match(/agent\+[a-z0-9]+/g))].map((account) => ({ account })),
    async read(body, { region }) {
      if (parseRefused(body)) return body
      const arrived = Arrived.safeParse(body)
      const mail = arrived.success ? await inboundMail.fetch(region, arrived.data.mailId) : undefined
      // The envelope is more reliable than the header.
      return mail && { ...mail, to: arrived.data?.to ?? mail.to }
    },
    parse(body, connection) {
      const refusal = parseRefused(body)
      if (refusal) return [refusal]
      const all = parseEmail(body, connection)
      return all.filter(({ sender }) => localPartOf(sender.id, domain) === undefined)
    },
    whyIgnored(body) {
      const mail = readMail(body)
      return mail ? whyIgnored(mail) : msg('channel_mail_gone')
    },
    compile: compileEmail,
    threadOf: ({ email }) => (isEmail(email) ? firstThreadOf(email) : undefined),
    first: { addressOf: ({ email }) => emailOf(email), senderOf, compile: compileFirst },
    async send(request, connection): Promise<SendOutcome> {
      const read = Outgoing.safeParse(request.body)
      if (!read.success || !isEmail(read.data.address))
        return { kind: 'undeliverable', reason: msg('email_no_address') }
      const { key, from, address, thread, references, inReplyTo, first } = read.data
      try {
        const { attachments, written } = await attach(connection, read.data.attachments)
        const text = [read.data.text, ...written].filter((part) => part !== '').join('\n\n')
        const subject = first ? read.data.subject : answering(read.data.subject)
        const content = await draw(connection, { subject, text, first })
        const ids = [references, inReplyTo]
          .filter((one) => one !== '')
          .join(' ')
          .split(' ')
        await mailers.of(connection.region).send({
          ...content,
          to: address,
          replyTo: `${connection.account}.${thread}@${domain}`,
          onBehalfOf: connection.workspaceId,
          tags: tagsOf({ account: connection.account, thread, key }),
          key,
          headers: {
            ...(inReplyTo !== '' && { 'In-Reply-To': inReplyTo }),
            ...(ids[0] !== '' && { References: [...new Set(ids)].join(' ') }),
            ...(first
              ? { ...AUTOMATIC, ...unsubscribeHeaders(first.unsubscribe) }
              : { 'Auto-Submitted': from === 'human' ? 'no' : 'auto-replied' }),
          },
          ...(attachments.length > 0 && { attachments }),
        })
        return { kind: 'sent', providerId: key }
      } catch (error) {
        if (error instanceof MailRefused) return { kind: 'undeliverable', reason: msg('email_address_refused') }
        return { kind: 'retry', reason: msg('email_not_taken') }
      }
    },
    async download({ id, mime }, { region }) {
      const [mailId = '', fileId = ''] = id.split('/')
      return { bytes: await inboundMail.attachment(region, mailId, fileId), mime }
    },
    async connect({ agentId }) {
      const account = accountOf(agentId)
      const address = `${account}@${domain}`
      if (!isEmail(address)) throw new AppError('UNAVAILABLE')
      return { account, name: address, settings: { agentId, address }, secrets: {} }
    },
    disconnect: async () => {},
    ...(listen && {
      listen: (deps) =>
        listen({
          ...deps,
          async take(event) {
            const parts = [...(alsoIn?.(event) ?? [])]
            for (const part of partsOf(event)) if (await deps.isConnected(part.account)) parts.push(part)
            if (parts.length > 0) await deps.take(parts)
            return parts.length > 0
          },
        }),
    }),
  }
}
