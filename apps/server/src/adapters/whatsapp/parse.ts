// Parses webhook values of the Cloud API. Unknown kinds are ignored.
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'
import { z } from 'zod'
import { saidByMeta } from '../meta/graph.ts'
import type { Inbound, InboundMedia } from '../../modules/channels/index.ts'

const Media = z.looseObject({
  id: z.string(),
  mime_type: z.string().optional(),
  caption: z.string().optional(),
  filename: z.string().optional(),
  voice: z.boolean().optional(),
})
const Reply = z.looseObject({ id: z.string().default(''), title: z.string().default('') })
const Amount = z.union([z.number(), z.string()])
/** What people can edit. */
const Content = z.looseObject({
  text: z.looseObject({ body: z.string() }).optional(),
  image: Media.optional(),
  video: Media.optional(),
  audio: Media.optional(),
  document: Media.optional(),
  sticker: Media.optional(),
  context: z.looseObject({ id: z.string().optional() }).optional(),
})
type Content = z.infer<typeof Content>
const Message = Content.extend({
  id: z.string().min(1),
  /** Missing when a user hides their number. */
  from: z.string().optional(),
  from_user_id: z.string().optional(),
  group_id: z.string().optional(),
  timestamp: z.string().default('0'),
  type: z.string().default(''),
  location: z
    .looseObject({
      latitude: z.number(),
      longitude: z.number(),
      name: z.string().optional(),
      address: z.string().optional(),
    })
    .optional(),
  contacts: z
    .array(
      z.looseObject({
        name: z.looseObject({ formatted_name: z.string().optional() }).optional(),
        phones: z.array(z.looseObject({ phone: z.string().optional() })).optional(),
        emails: z.array(z.looseObject({ email: z.string().optional() })).optional(),
      }),
    )
    .optional(),
  button: z.looseObject({ text: z.string().default(''), payload: z.string().optional() }).optional(),
  interactive: z
    .looseObject({
      button_reply: Reply.optional(),
      list_reply: Reply.optional(),
      nfm_reply: z.looseObject({ body: z.string().optional(), response_json: z.string().optional() }).optional(),
    })
    .optional(),
  order: z
    .looseObject({
      text: z.string().optional(),
      product_items: z
        .array(
          z.looseObject({
            product_retailer_id: z.string(),
            quantity: Amount,
            item_price: Amount.optional(),
            currency: z.string().optional(),
          }),
        )
        .default([]),
    })
    .optional(),
  reaction: z.looseObject({ message_id: z.string().min(1), emoji: z.string().max(40).optional() }).optional(),
  /** From numbers that are in the app on a phone, too. */
  edit: z.looseObject({ original_message_id: z.string().min(1), message: Content }).optional(),
  system: z
    .looseObject({ type: z.string().optional(), wa_id: z.string().optional(), user_id: z.string().optional() })
    .optional(),
})
type Message = z.infer<typeof Message>
/** What the business wrote to a person in the app on its phone. */
const AppMessage = Message.extend({ to: z.string().min(1), to_user_id: z.string().optional() })
const Contact = z.looseObject({
  profile: z.looseObject({ name: z.string().optional() }).optional(),
  wa_id: z.string().optional(),
  user_id: z.string().optional(),
})
type Contact = z.infer<typeof Contact>
const Status = z.looseObject({
  id: z.string().min(1),
  status: z.string(),
  timestamp: z.string().default('0'),
  recipient_id: z.string().optional(),
  recipient_user_id: z.string().optional(),
  errors: z
    .array(
      z.looseObject({
        code: z.number(),
        title: z.string().optional(),
        message: z.string().optional(),
        error_data: z.looseObject({ details: z.string().optional() }).optional(),
      }),
    )
    .optional(),
})
const Named = z.looseObject({ id: z.string().min(1) })
/** An unknown kind of item must not lose the others. */
export const Value = z.looseObject({
  metadata: z.looseObject({ phone_number_id: z.string().min(1) }),
  contacts: z.array(z.unknown()).optional(),
  messages: z.array(Named).optional(),
  message_echoes: z.array(Named).optional(),
  statuses: z.array(Named).optional(),
})
const known = <One>(schema: z.ZodType<One>, all: readonly unknown[]): One[] =>
  all.flatMap((one) => {
    const read = schema.safeParse(one)
    return read.success ? [read.data] : []
  })
export type Value = z.infer<typeof Value>

/** The account is locked or unpaid. */
export const SUSPENDED: readonly number[] = [131_031, 131_042]
const NEW_NUMBER = new Set(['user_changed_number', 'customer_changed_number'])
const STATES: Readonly<Record<string, 'delivered' | 'read' | 'failed'>> = {
  delivered: 'delivered',
  read: 'read',
  played: 'read',
  failed: 'failed',
}

export function parseWhatsapp(body: unknown): Inbound[] {
  const read = Value.safeParse(body)
  if (!read.success) return []
  const { messages = [], message_echoes: echoes = [], statuses = [] } = read.data
  const contacts = known(Contact, read.data.contacts ?? [])
  return [
    ...known(Message, messages).flatMap((message) => inboundOf(message, contactOf(message, contacts))),
    ...known(AppMessage, echoes).flatMap((message): Inbound[] => {
      const { id, to, to_user_id: user, timestamp } = message
      const text = wordsOf(message) || mediaOf(message)[0]?.name
      if (text === undefined) return []
      const aliases = [to, user].filter((one) => one !== undefined)
      const base = { id, thread: to, isGroup: false, sender: { id: user ?? to, name: '' }, aliases }
      return [{ ...base, at: Number(timestamp) * 1000, kind: 'echo', text, isForeign: true }]
    }),
    ...known(Status, statuses).flatMap((status): Inbound[] => {
      const state = STATES[status.status]
      const person = status.recipient_id ?? status.recipient_user_id ?? ''
      if (state === undefined) return []
      const [error] = status.errors ?? []
      return [
        {
          id: `${status.id}:${status.status}`,
          kind: 'status',
          providerId: status.id,
          state,
          thread: person,
          isGroup: false,
          sender: { id: person, name: '' },
          at: Number(status.timestamp) * 1000,
          ...(error
            ? {
                error: saidByMeta(error.code, error.error_data?.details ?? error.message ?? error.title ?? ''),
                ...(SUSPENDED.includes(error.code) && { isSuspended: true }),
              }
            : {}),
        },
      ]
    }),
  ]
}

export function whyIgnored(body: unknown): MessageDescriptor | undefined {
  const [message] = Value.safeParse(body).data?.messages ?? []
  if (!message) return undefined
  // A deleted message needs no answer.
  if (message.type === 'revoke') return undefined
  const type = typeof message.type === 'string' ? message.type.slice(0, 40) : 'unknown'
  return msg('channel_unreadable', { kinds: type })
}

const contactOf = ({ from, from_user_id: userId }: Message, contacts: readonly Contact[]): Contact | undefined =>
  contacts.find(
    (one) => (from !== undefined && one.wa_id === from) || (userId !== undefined && one.user_id === userId),
  ) ?? (contacts.length === 1 ? contacts[0] : undefined)

function inboundOf(message: Message, contact: Contact | undefined): Inbound[] {
  const phone = message.from ?? contact?.wa_id
  const user = message.from_user_id ?? contact?.user_id
  const person = phone ?? user
  if (person === undefined || person === '') return []
  const base = {
    id: message.id,
    thread: message.group_id ?? person,
    isGroup: message.group_id !== undefined,
    sender: { id: user ?? person, name: (contact?.profile?.name ?? phone ?? 'WhatsApp user').slice(0, 100) },
    ...(message.group_id === undefined ? { aliases: [phone, user].filter((one) => one !== undefined) } : {}),
    ...quoteOf(message),
    at: Number(message.timestamp) * 1000,
  }
  const { system, type, interactive, button, reaction, edit } = message
  if (type === 'reaction' && reaction)
    return [{ ...base, kind: 'reaction', providerId: reaction.message_id, emoji: reaction.emoji ?? '' }]
  if (edit) {
    const { original_message_id: providerId, message: content } = edit
    const said = { text: typedIn(content).trim(), media: mediaOf(content), ...quoteOf(content) }
    // WhatsApp takes edits for a quarter of an hour.
    return [{ ...base, ...said, kind: 'edit', providerId, sentAt: base.at }]
  }
  if (type === 'request_welcome') return [{ ...base, kind: 'start' }]
  if (NEW_NUMBER.has(system?.type ?? '') && system?.wa_id) return [{ ...base, kind: 'moved', to: system.wa_id }]
  // Only people without a visible number are known by this id.
  if (system?.type === 'user_changed_user_id' && system.user_id && phone === undefined)
    return [{ ...base, kind: 'moved', to: system.user_id }]
  const pressed = interactive?.button_reply ?? interactive?.list_reply
  if (pressed) return [{ ...base, kind: 'message', text: pressed.title, media: [], optionId: pressed.id }]
  if (button) return [{ ...base, kind: 'message', text: button.text, media: [] }]
  const media = mediaOf(message)
  const text = wordsOf(message)
  return text === '' && media.length === 0 ? [] : [{ ...base, kind: 'message', text, media }]
}

const quoteOf = ({ context }: Content): Pick<Inbound, 'replyTo'> =>
  context?.id === undefined ? {} : { replyTo: context.id }

const typedIn = ({ text, image, video, document }: Content): string =>
  [text?.body, ...[image, video, document].map((one) => one?.caption)].filter(Boolean).join('\n')

const wordsOf = (message: Message): string =>
  [typedIn(message), answersOf(message), orderOf(message), locationOf(message), contactsOf(message)]
    .filter(Boolean)
    .join('\n')
    .trim()

const MAX_ANSWERS = 4000
const answersOf = ({ interactive }: Message) =>
  filledIn(interactive?.nfm_reply?.response_json ?? '') || interactive?.nfm_reply?.body

/** What was filled in a flow, one answer a line; '' when it is not readable. */
function filledIn(json: string): string {
  try {
    const answers = z.record(z.string(), z.unknown()).parse(JSON.parse(json))
    const lines = Object.entries(answers).flatMap(([name, value]) => {
      const answer = name === 'flow_token' ? '' : answerOf(value)
      return answer === '' ? [] : [`${name}: ${answer}`]
    })
    return lines.join('\n').slice(0, MAX_ANSWERS)
  } catch {
    return ''
  }
}
function answerOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(answerOf).join(', ')
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '').trim()
}

const orderOf = ({ order }: Message) =>
  order &&
  [
    order.text,
    ...order.product_items.map(({ product_retailer_id: id, quantity, item_price: price, currency = '' }) =>
      price === undefined ? `${quantity} × ${id}` : `${quantity} × ${id} (${`${price} ${currency}`.trim()})`,
    ),
  ]
    .filter(Boolean)
    .join('\n')

const locationOf = ({ location }: Message) =>
  location &&
  [location.name, location.address, `${location.latitude}, ${location.longitude}`].filter(Boolean).join(', ')

const contactsOf = ({ contacts = [] }: Message) =>
  contacts
    .map(({ name, phones = [], emails = [] }) =>
      [name?.formatted_name, ...phones.map(({ phone }) => phone), ...emails.map(({ email }) => email)]
        .filter(Boolean)
        .join(', '),
    )
    .filter((line) => line !== '')
    .join('\n')

function mediaOf({ image, video, audio, document, sticker }: Content): InboundMedia[] {
  const of = (kind: InboundMedia['kind'], file: z.infer<typeof Media> | undefined, name: string, mime: string) =>
    file
      ? [{ id: file.id, kind, name: file.filename ?? name, mime: file.mime_type?.split(';')[0]?.trim() ?? mime }]
      : []
  return [
    ...of('picture', image, 'photo.jpg', 'image/jpeg'),
    ...of('picture', sticker, 'sticker.webp', 'image/webp'),
    ...of(audio?.voice === true ? 'voice' : 'audio', audio, 'voice.ogg', 'audio/ogg'),
    ...of('video', video, 'video.mp4', 'video/mp4'),
    ...of('file', document, 'file', 'application/octet-stream'),
  ]
}
