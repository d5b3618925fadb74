// Parses events of Messenger and Instagram. Unknown kinds are ignored.
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'
import { z } from 'zod'
import type { Inbound, InboundMedia } from '../../modules/channels/index.ts'

const Id = z.string().min(1).max(300)
const Attachment = z.looseObject({
  type: z.string(),
  title: z.string().optional(),
  url: z.string().optional(),
  payload: z.looseObject({ url: z.string().optional(), title: z.string().optional() }).nullish(),
})
const Message = z.looseObject({
  mid: Id,
  text: z.string().optional(),
  quick_reply: z.looseObject({ payload: z.string() }).optional(),
  attachments: z.array(Attachment).optional(),
  reply_to: z
    .looseObject({
      mid: Id.optional(),
      story: z.looseObject({ id: z.string().optional(), url: z.string().optional() }).optional(),
    })
    .optional(),
  is_echo: z.boolean().optional(),
  is_deleted: z.boolean().optional(),
  is_unsupported: z.boolean().optional(),
  app_id: z.union([z.number(), z.string()]).optional(),
})
const Reaction = z.looseObject({
  mid: Id,
  action: z.string(),
  emoji: z.string().max(20).optional(),
  reaction: z.string().optional(),
})
const Edit = z.looseObject({
  mid: Id,
  text: z.string().default(''),
  num_edit: z.union([z.number(), z.string()]).optional(),
})
const Postback = z.looseObject({ mid: Id.optional(), title: z.string().default(''), payload: z.string() })
export const Event = z.looseObject({
  sender: z.looseObject({ id: Id }),
  recipient: z.looseObject({ id: Id }),
  timestamp: z.number().optional(),
  message: Message.optional(),
  message_edit: Edit.optional(),
  postback: Postback.optional(),
  reaction: Reaction.optional(),
  delivery: z.looseObject({ mids: z.array(z.string()).optional(), watermark: z.number().optional() }).optional(),
  read: z.looseObject({ mid: z.string().optional(), watermark: z.number().optional() }).optional(),
})
export type Event = z.infer<typeof Event>
/** What Meta does to a page; it names no person. */
const Policy = z.looseObject({
  timestamp: z.number().default(0),
  policy_enforcement: z.looseObject({ action: z.string(), reason: z.string().default('') }),
})
/** One page's or account's events in a batch; `standby` events belong to another app that owns the conversation now. */
export const Delivery = z.looseObject({
  time: z.number().optional(),
  messaging: z.array(z.unknown()).optional(),
  standby: z.array(z.unknown()).optional(),
})
type Delivery = z.infer<typeof Delivery>

/** Payload of Messenger's «Get started» button. */
export const GET_STARTED = 'GET_STARTED'
const MAX_TEXT = 16_000

export function keyOfEvent(event: unknown): string {
  const read = Event.safeParse(event)
  if (!read.success) {
    const policy = Policy.safeParse(event).data
    return policy ? `policy:${policy.timestamp}:${policy.policy_enforcement.action}` : JSON.stringify(event)
  }
  const { sender, timestamp = 0, message, message_edit: edit, postback, reaction, delivery, read: seen } = read.data
  if (message) return `${message.mid}${message.is_deleted ? ':deleted' : ''}`
  if (edit) return `edit:${edit.mid}:${edit.num_edit ?? timestamp}`
  if (postback) return postback.mid ?? `${sender.id}:${timestamp}:${postback.payload}`
  if (reaction) return `reaction:${sender.id}:${timestamp}:${reaction.action}`
  if (delivery) return `delivery:${sender.id}:${delivery.watermark ?? timestamp}:${delivery.mids?.join() ?? ''}`
  if (seen) return `read:${sender.id}:${seen.mid ?? seen.watermark ?? timestamp}`
  return JSON.stringify(event)
}

interface Account {
  readonly account: string
  readonly settings: Readonly<Record<string, string>>
}

export function parsePages(body: unknown, account: Account): Inbound[] {
  const read = Delivery.safeParse(body)
  if (!read.success) return []
  const at = read.data.time ?? 0
  const events = [...eventsOf(read.data, 'messaging'), ...eventsOf(read.data, 'standby')]
  return [
    ...policiesIn(read.data),
    ...events.flatMap(({ event, isStandby }) => inboundOf(event, { ...account, at, isStandby })),
  ]
}

const policiesIn = ({ messaging = [] }: Delivery): Inbound[] =>
  messaging.flatMap((event): Inbound[] => {
    const { timestamp: at, policy_enforcement: policy } = Policy.safeParse(event).data ?? {}
    if (at === undefined || (policy?.action !== 'block' && policy?.action !== 'unblock')) return []
    const nobody = { thread: '', isGroup: false, sender: { id: '', name: '' } }
    const reason = policy.action === 'block' ? saidOf(policy.reason) : undefined
    return [{ ...nobody, id: keyOfEvent(event), at, kind: 'lost', reason }]
  })
const saidOf = (words: string) => msg('provider_said', { provider: 'Meta', words: words.slice(0, 500) })

const FRAME = new Set(['sender', 'recipient', 'timestamp'])

/** Deleted messages and our own need no answer; Meta's warnings are only logged. */
export function whyIgnored(body: unknown): MessageDescriptor | undefined {
  const read = Delivery.safeParse(body)
  const warning = Policy.safeParse(read.data?.messaging?.[0]).data?.policy_enforcement
  if (warning) return saidOf(warning.reason)
  const [event] = read.success ? eventsOf(read.data, 'messaging') : []
  const { message } = event?.event ?? {}
  if (!event || message?.is_deleted || message?.is_echo) return undefined
  const kinds = Object.keys(event.event).filter((key) => !FRAME.has(key))
  return message?.is_unsupported
    ? msg('channel_kind_withheld')
    : msg('channel_unreadable', { kinds: kinds.slice(0, 5).join(', ').slice(0, 200) })
}

const eventsOf = (delivery: Delivery, list: 'messaging' | 'standby') =>
  (delivery[list] ?? []).flatMap((one) => {
    const event = Event.safeParse(one)
    return event.success ? [{ event: event.data, isStandby: list === 'standby' }] : []
  })

/** For reactions that come by name only. */
const EMOJIS: Readonly<Record<string, string>> = {
  love: '❤',
  smile: '😆',
  wow: '😮',
  sad: '😢',
  angry: '😠',
  like: '👍',
  dislike: '👎',
}

interface Where extends Account {
  readonly at: number
  readonly isStandby: boolean
}

function inboundOf(event: Event, { account, settings, at, isStandby }: Where): Inbound[] {
  const { message, message_edit: edit, postback, reaction, delivery, read } = event
  // Messages of the page itself go to the visitor, who still identifies the thread.
  const isOwn = message?.is_echo === true || event.sender.id === account
  const visitor = isOwn ? event.recipient.id : event.sender.id
  const base = {
    id: keyOfEvent(event),
    thread: visitor,
    isGroup: false,
    sender: { id: visitor, name: '' },
    at: event.timestamp ?? at,
  }
  const told = (mids: readonly string[], until: number | undefined, state: 'delivered' | 'read'): Inbound[] =>
    mids.length === 0 && until !== undefined && Number.isSafeInteger(until)
      ? [{ ...base, kind: 'status', providerId: '', until, state }]
      : mids.map((providerId) => ({ ...base, kind: 'status', providerId, state }))
  if (delivery) return told(delivery.mids ?? [], delivery.watermark, 'delivered')
  if (read) return told(read.mid === undefined ? [] : [read.mid], read.watermark, 'read')
  if (postback) {
    if (isStandby) return []
    if (postback.payload === GET_STARTED) return [{ ...base, kind: 'start' }]
    return [{ ...base, kind: 'message', text: postback.title, media: [], optionId: postback.payload }]
  }
  if (reaction) {
    const { mid: providerId, action, emoji, reaction: name = '' } = reaction
    const shown = action === 'react' ? (emoji ?? EMOJIS[name] ?? '👍') : ''
    return [{ ...base, kind: 'reaction', providerId, emoji: shown }]
  }
  if (edit) {
    if (isOwn || isStandby) return []
    const text = edit.text.trim().slice(0, MAX_TEXT)
    // Messenger takes edits for a quarter of an hour.
    return [{ ...base, kind: 'edit', providerId: edit.mid, text, media: [], sentAt: base.at }]
  }
  if (!message || message.is_deleted || message.is_unsupported) return []
  const text = wordsOf(message)
  const media = mediaOf(message)
  if (isOwn) {
    const isNamed = settings.appId !== undefined && message.app_id !== undefined
    if (isNamed && String(message.app_id) === settings.appId) return []
    return [{ ...base, kind: 'echo', text: text || namesOf(media), ...(isNamed && { isForeign: true }) }]
  }
  const isMention = message.attachments?.some(({ type }) => type === 'story_mention') ?? false
  if (text === '' && media.length === 0 && !isMention) return []
  const pressed = message.quick_reply ? { optionId: message.quick_reply.payload } : {}
  const quoted = message.reply_to?.mid === undefined ? {} : { replyTo: message.reply_to.mid }
  const notice = isMention ? { notice: msg('channel_story_mention') } : {}
  const said = { ...base, kind: 'message' as const, text, media, ...notice, ...pressed, ...quoted }
  if (isStandby) return [{ ...said, isUnanswered: true }]
  const acknowledge = [{ method: 'messages', body: { recipient: { id: visitor }, sender_action: 'mark_seen' } }]
  return [{ ...said, acknowledge }]
}

const SHARED = new Set(['fallback', 'share', 'post', 'ig_post', 'ig_reel', 'reel', 'ig_story'])

function wordsOf({ text = '', attachments = [] }: z.infer<typeof Message>): string {
  const shared = attachments.flatMap(({ type, title, url, payload }) => {
    if (!SHARED.has(type)) return []
    const address = url ?? payload?.url ?? ''
    return [title ?? payload?.title ?? '', text.includes(address) ? '' : address]
  })
  return [text.trim(), ...shared]
    .filter((line) => line !== '')
    .join('\n')
    .slice(0, MAX_TEXT)
}

const STORY = { kind: 'picture', name: 'story.jpg', mime: 'image/jpeg', isContext: true } as const
const KINDS: Readonly<Record<string, Omit<InboundMedia, 'id'>>> = {
  image: { kind: 'picture', name: 'picture.jpg', mime: 'image/jpeg' },
  story_mention: STORY,
  audio: { kind: 'voice', name: 'voice.m4a', mime: 'audio/mp4' },
  video: { kind: 'video', name: 'video.mp4', mime: 'video/mp4' },
  file: { kind: 'file', name: 'file', mime: 'application/octet-stream' },
}

function mediaOf({ attachments = [], reply_to: to }: z.infer<typeof Message>): InboundMedia[] {
  const sent = attachments.flatMap(({ type, payload }): InboundMedia[] => {
    const known = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined
    const id = payload?.url
    if (!known || id === undefined) return []
    return [{ id, ...known, ...(type === 'file' ? { name: fileNameOf(id) } : {}) }]
  })
  const story = to?.story?.url
  return story === undefined ? sent : [...sent, { id: story, ...STORY }]
}

/** The last segment of the URL, which providers use as file name. */
function fileNameOf(address: string): string {
  const last = URL.parse(address)?.pathname.split('/').at(-1) ?? ''
  return /^[\w.-]{1,100}$/.test(last) ? last : 'file'
}

const namesOf = (media: readonly InboundMedia[]): string => media.map(({ name }) => name).join(', ')
