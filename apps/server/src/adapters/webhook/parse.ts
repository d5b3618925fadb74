// Parses calls of a custom webhook channel. Unknown kinds are ignored.
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'
import { z } from 'zod'
import type { Inbound, InboundMedia } from '../../modules/channels/index.ts'

const Id = z.string().min(1).max(200)
const Person = z.looseObject({
  id: Id,
  name: z.string().max(300).optional(),
  language: z.string().max(10).optional(),
})
const Attachment = z.looseObject({
  url: z.url({ protocol: /^https?$/ }).max(2048),
  name: z.string().min(1).max(200).optional(),
  type: z.string().max(100).optional(),
  size: z.number().int().nonnegative().optional(),
})
const base = { id: Id, conversation: Id.optional(), at: z.iso.datetime({ offset: true }).optional() }
const said = { ...base, sender: Person, group: z.boolean().optional() }
export const Call = z.discriminatedUnion('type', [
  z.looseObject({
    ...said,
    type: z.literal('message'),
    text: z.string().max(16_000).optional(),
    option: z.string().max(100).optional(),
    replyTo: z.string().max(200).optional(),
    attachments: z.array(Attachment).max(10).optional(),
  }),
  z.looseObject({ ...said, type: z.enum(['start', 'opt-out', 'opt-in']) }),
  z.looseObject({ ...base, type: z.literal('reply'), conversation: Id, text: z.string().max(10_000) }),
  z.looseObject({
    ...base,
    type: z.enum(['delivered', 'read', 'failed']),
    message: Id,
    error: z.string().max(300).optional(),
  }),
])
export type Call = z.infer<typeof Call>

/** A call with only an id: kept so that the log shows that nothing of it was read. */
export const Unknown = z.looseObject({ id: Id, type: z.string().max(100) })
export const Stored = z.object({ receivedAt: z.number(), call: z.unknown() })

export const keyOf = ({ type, id }: { type: string; id: string }) => `${type}:${id}`

export function parseWebhook(body: unknown): Inbound[] {
  const stored = Stored.safeParse(body)
  const read = Call.safeParse(stored.data?.call)
  if (!stored.success || !read.success) return []
  const call = read.data
  const person = 'sender' in call ? (call.sender as z.infer<typeof Person>) : { id: call.conversation ?? '' }
  const thread = call.conversation ?? person.id
  const shared = {
    id: keyOf(call),
    thread,
    isGroup: 'group' in call && call.group === true && call.conversation !== undefined,
    sender: {
      id: person.id,
      name: (person.name ?? '').slice(0, 100),
      ...(person.language === undefined ? {} : { language: person.language }),
    },
    at: call.at === undefined ? stored.data.receivedAt : Date.parse(call.at),
  }
  switch (call.type) {
    case 'message': {
      const media = (call.attachments ?? []).map(mediaOf)
      const text = (call.text ?? '').trim()
      if (text === '' && media.length === 0 && call.option === undefined) return []
      return [
        {
          ...shared,
          kind: 'message',
          text,
          media,
          ...(call.option === undefined ? {} : { optionId: call.option }),
          ...(call.replyTo === undefined ? {} : { replyTo: call.replyTo }),
        },
      ]
    }
    case 'start':
      return [{ ...shared, kind: 'start' }]
    case 'opt-out':
    case 'opt-in':
      return [{ ...shared, kind: 'consent', isAllowed: call.type === 'opt-in' }]
    case 'reply':
      return [{ ...shared, kind: 'echo', text: call.text }]
    default:
      return [
        {
          ...shared,
          kind: 'status',
          providerId: call.message,
          state: call.type,
          ...(call.error === undefined ? {} : { error: call.error }),
        },
      ]
  }
}

export function whyIgnored(body: unknown): MessageDescriptor {
  const call = Stored.safeParse(body).data?.call
  const read = Call.safeParse(call)
  if (read.success) return msg('channel_message_empty')
  const [issue] = read.error.issues
  const field = issue?.path.join('.').slice(0, 200) || 'body'
  return msg('channel_call_malformed', { field })
}

function mediaOf({ url, name, type, size }: z.infer<typeof Attachment>): InboundMedia {
  const mime = (type ?? '').split(';')[0]?.trim() || 'application/octet-stream'
  const [family = ''] = mime.split('/')
  const kinds: Readonly<Record<string, InboundMedia['kind']>> = { image: 'picture', audio: 'voice', video: 'video' }
  const last = decodeURIComponent(/[^/]*$/.exec(new URL(url).pathname)?.[0].replaceAll('%', '') ?? '')
  return {
    id: url,
    kind: kinds[family] ?? 'file',
    name: (name ?? (last || 'file')).slice(0, 200),
    mime,
    ...(size === undefined ? {} : { bytes: size }),
  }
}
