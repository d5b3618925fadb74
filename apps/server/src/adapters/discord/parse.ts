// Parses gateway events and interactions. Unknown kinds are ignored.
import { msg } from '@parlance/i18n/messages'
import { shorten } from '@parlance/engine/items/split'
import { z } from 'zod'
import type { WebhookPart } from '../../lib/http/provider-webhook.ts'
import type { Inbound, InboundMedia } from '../../modules/channels/index.ts'
import { threadKey } from './compile.ts'

const Snowflake = z.string().regex(/^\d{1,20}$/)
const User = z.looseObject({
  id: Snowflake,
  username: z.string().optional(),
  global_name: z.string().nullish(),
  bot: z.boolean().optional(),
  locale: z.string().optional(),
})
const Member = z.looseObject({ nick: z.string().nullish(), user: User.optional() })
const Attachment = z.looseObject({
  id: Snowflake,
  filename: z.string(),
  size: z.number(),
  url: z.string(),
  content_type: z.string().nullish(),
})
export const Message = z.looseObject({
  id: Snowflake,
  channel_id: Snowflake,
  type: z.number(),
  content: z.string(),
  edited_timestamp: z.string().nullish(),
  author: User,
  member: Member.optional(),
  webhook_id: z.string().nullish(),
  mentions: z.array(User).optional(),
  attachments: z.array(Attachment).optional(),
  referenced_message: z.looseObject({ webhook_id: z.string().nullish() }).nullish(),
})
/** Leaves out what a message holds besides. */
const StoredMessage = z.object(Message.shape)
const Row = z.looseObject({
  components: z.array(z.looseObject({ custom_id: z.string().optional(), label: z.string().nullish() })).optional(),
})

export const Interaction = z.looseObject({
  id: Snowflake,
  type: z.number(),
  token: z.string(),
  channel_id: Snowflake.optional(),
  channel: z.looseObject({ id: Snowflake, type: z.number(), parent_id: Snowflake.nullish() }).optional(),
  member: Member.optional(),
  user: User.optional(),
  locale: z.string().optional(),
  /** The message whose button was pressed. */
  message: z.looseObject({ components: z.array(Row).optional() }).optional(),
  data: z
    .looseObject({
      name: z.string().optional(),
      custom_id: z.string().optional(),
      options: z.array(z.looseObject({ name: z.string(), value: z.unknown() })).optional(),
    })
    .optional(),
})
export type Interaction = z.infer<typeof Interaction>

export const COMMAND = 'ask'
export const QUESTION = 'question'
const THREAD_TYPES = new Set([10, 11, 12])
const MESSAGE_TYPES = new Set([0, 19, 20])

const Stored = z.object({
  message: Message.optional(),
  interaction: z
    .object({
      id: Snowflake,
      user: User,
      nick: z.string().optional(),
      locale: z.string().optional(),
      text: z.string(),
      optionId: z.string().optional(),
    })
    .optional(),
  thread: Snowflake.optional(),
  /** Who opened the thread. */
  threadOwner: Snowflake.optional(),
  presence: z.object({ is: z.enum(['back', 'channel-deleted', 'bot-removed']), at: z.number() }).optional(),
})
type Stored = z.infer<typeof Stored>

const idOf = (kind: string, id: string) => `${kind}:${id}`

export interface ThreadPlace {
  readonly id: string
  readonly parent: string
  readonly owner?: string | undefined
}
/** The part of a channel message that is stored; undefined for messages that never get an answer. */
export function partOfMessage(
  data: unknown,
  placeOf: (channel: string) => ThreadPlace | undefined,
): WebhookPart | undefined {
  const { data: message } = Message.safeParse(data)
  if (!message) return undefined
  // Other bots and webhooks, including ours, get no answer: two agents would talk to each other forever.
  if (message.author.bot || message.webhook_id || !MESSAGE_TYPES.has(message.type)) return undefined
  const { channel_id: channel } = message
  const place = placeOf(channel)
  const body: Stored = {
    message: StoredMessage.parse(message),
    ...(place === undefined ? {} : { thread: place.id }),
    ...(place?.owner === undefined ? {} : { threadOwner: place.owner }),
  }
  return { account: place?.parent ?? channel, id: nameOfVersion(message), body }
}
const nameOfVersion = ({ id, edited_timestamp: edited }: z.infer<typeof Message>) =>
  edited ? idOf('e', `${id}:${edited}`) : idOf('m', id)

/** Whether the bot is still in the channel. */
export const partOfPresence = (
  account: string,
  is: NonNullable<Stored['presence']>['is'],
  at = Date.now(),
): WebhookPart => ({ account, id: idOf(is, String(at)), body: { presence: { is, at } } satisfies Stored })

const LOST = {
  back: undefined,
  'bot-removed': msg('discord_bot_missing'),
  'channel-deleted': msg('discord_channel_deleted'),
} as const

export function partOfInteraction(interaction: Interaction): WebhookPart | undefined {
  const { id, channel, channel_id: channelId, member, user = member?.user, data, locale } = interaction
  const here = channel?.id ?? channelId
  if (here === undefined || !user || !data) return undefined
  const parent = channel && THREAD_TYPES.has(channel.type) ? (channel.parent_id ?? undefined) : undefined
  const asked = data.options?.find(({ name }) => name === QUESTION)?.value
  const optionId = interaction.type === 3 ? data.custom_id : undefined
  const pressed = (interaction.message?.components ?? [])
    .flatMap(({ components = [] }) => components)
    .find(({ custom_id: key }) => key !== undefined && key === optionId)
  const text = interaction.type === 2 && typeof asked === 'string' ? asked : (pressed?.label ?? '')
  if (text === '' && optionId === undefined) return undefined
  const nick = member?.nick ?? undefined
  const body: Stored = {
    interaction: {
      id,
      user,
      text,
      ...(nick === undefined ? {} : { nick }),
      ...(locale === undefined ? {} : { locale }),
      ...(optionId === undefined ? {} : { optionId }),
    },
    ...(parent === undefined ? {} : { thread: here }),
  }
  return { account: parent ?? here, id: idOf('i', id), body }
}

const nameOf = ({ global_name: shown, username }: z.infer<typeof User>, nick?: string | null) =>
  (nick || shown || username || 'Discord user').slice(0, 100)
/** Discord's epoch; the upper bits of an id are milliseconds since then. */
/** An edit that comes later gets no answer. */
const ANSWERED_MS = 3_600_000
const momentOf = (snowflake: string) => Number((BigInt(snowflake) >> 22n) + 1_420_070_400_000n)

export function parseDiscord(
  body: unknown,
  { settings }: { readonly settings: Readonly<Record<string, string>> },
): Inbound[] {
  const { data: stored } = Stored.safeParse(body)
  if (!stored) return []
  const { message, interaction, threadOwner, presence } = stored
  const bot = settings.botId ?? ''
  // A thread that a person opened below the message came after its answer.
  const thread = stored.thread === message?.id && threadOwner !== bot ? undefined : stored.thread
  if (presence) {
    const { is, at } = presence
    const nobody = { thread: '', isGroup: true, sender: { id: '', name: '' } }
    return [{ ...nobody, id: idOf(is, String(at)), at, kind: 'lost', reason: LOST[is] }]
  }
  const placeOf = (person: string) => ({
    thread: thread === undefined ? threadKey.person(person) : threadKey.thread(thread),
    isGroup: thread !== undefined,
  })
  if (interaction) {
    const { id, user, nick, locale, text, optionId } = interaction
    const sender = { id: user.id, name: nameOf(user, nick), ...(locale ? { language: locale.slice(0, 10) } : {}) }
    const said = { kind: 'message', text, media: [], ...(optionId === undefined ? {} : { optionId }) } as const
    return [{ id: idOf('i', id), ...placeOf(user.id), sender, at: momentOf(id), ...said }]
  }
  if (!message || message.author.bot || message.webhook_id || !MESSAGE_TYPES.has(message.type)) return []
  const { id, author, member, content, mentions = [], attachments = [], referenced_message: to } = message
  const { edited_timestamp: edited } = message
  const isMentioned = mentions.some((one) => one.id === bot)
  const isReply = to?.webhook_id != null && to.webhook_id === settings.webhookId
  const isOurThread = thread !== undefined && threadOwner === bot
  if (settings.answers === 'mentions' && !isMentioned && !isReply && !isOurThread) return []
  const text = content.replaceAll(new RegExp(`<@!?${bot || '0'}>`, 'g'), '').trim()
  const media = attachments.map(mediaOf)
  if (text === '' && media.length === 0) return []
  const sender = { id: author.id, name: nameOf(author, member?.nick) }
  const said = { ...placeOf(author.id), sender, text, media }
  const [providerId, sentAt] = [idOf('m', id), momentOf(id)]
  if (!edited) return [{ ...said, id: providerId, at: sentAt, kind: 'message' }]
  return [{ ...said, id: nameOfVersion(message), at: Date.parse(edited), kind: 'edit', providerId, sentAt }]
}

const MAX_THREAD_NAME = 90
/** A mention in the channel itself, for which a thread is opened: the message, and a name for the thread. */
export function opensThread(
  body: unknown,
  { settings }: { readonly settings: Readonly<Record<string, string>> },
): { readonly stored: Stored; readonly channel: string; readonly message: string; readonly name: string } | undefined {
  const { data: stored } = Stored.safeParse(body)
  const message = stored?.message
  if (!stored || !message || stored.thread !== undefined || settings.threads === 'no') return undefined
  // It was answered in the channel before it mentioned the bot.
  if (message.edited_timestamp && settings.answers !== 'mentions') return undefined
  if (message.edited_timestamp && Date.parse(message.edited_timestamp) - momentOf(message.id) > ANSWERED_MS)
    return undefined
  const { mentions = [], id, channel_id: channel, content, author, member } = message
  if (!mentions.some((one) => one.id === settings.botId) || parseDiscord(body, { settings }).length === 0)
    return undefined
  const words = content
    .replaceAll(/<@!?\d+>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return { stored, channel, message: id, name: shorten(words || nameOf(author, member?.nick), MAX_THREAD_NAME) }
}

function mediaOf({ filename, size, url, content_type: type }: z.infer<typeof Attachment>): InboundMedia {
  const mime = type?.split(';')[0] ?? 'application/octet-stream'
  const [family] = mime.split('/')
  const isVoice = filename === 'voice-message.ogg'
  const kinds = { image: 'picture', audio: isVoice ? 'voice' : 'audio', video: 'video' } as const
  const kind = family === 'image' || family === 'audio' || family === 'video' ? kinds[family] : 'file'
  // The URL itself: `download` only connects to Discord's hosts.
  return { id: url, kind, name: filename.slice(0, 200), mime, bytes: size }
}
