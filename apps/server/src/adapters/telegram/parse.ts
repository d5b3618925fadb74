// Parses Bot API updates. Unknown kinds are ignored.
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'
import { z } from 'zod'
import type { Inbound, InboundMedia } from '../../modules/channels/index.ts'
import { threadOf, topicsOf } from './compile.ts'

const User = z.looseObject({
  id: z.number(),
  is_bot: z.boolean().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  username: z.string().optional(),
  language_code: z.string().optional(),
})
const Chat = z.looseObject({ id: z.number(), type: z.string(), title: z.string().optional() })
const File = z.looseObject({
  file_id: z.string(),
  file_name: z.string().optional(),
  mime_type: z.string().optional(),
  file_size: z.number().optional(),
})
const Entity = z.looseObject({ type: z.string(), offset: z.number(), length: z.number() })
const Key = z.looseObject({ text: z.string(), callback_data: z.string().optional() })
const Message = z.looseObject({
  message_id: z.number(),
  from: User.optional(),
  chat: Chat,
  date: z.number(),
  message_thread_id: z.number().optional(),
  is_topic_message: z.boolean().optional(),
  text: z.string().optional(),
  caption: z.string().optional(),
  entities: z.array(Entity).optional(),
  edit_date: z.number().optional(),
  reply_to_message: z
    .looseObject({
      message_id: z.number().optional(),
      from: User.optional(),
      text: z.string().optional(),
      caption: z.string().optional(),
    })
    .optional(),
  quote: z.looseObject({ text: z.string() }).optional(),
  photo: z.array(File).optional(),
  voice: File.optional(),
  audio: File.optional(),
  video: File.optional(),
  video_note: File.optional(),
  sticker: z.looseObject({ emoji: z.string().optional() }).optional(),
  document: File.optional(),
  contact: z.looseObject({ phone_number: z.string() }).optional(),
  location: z.looseObject({ latitude: z.number(), longitude: z.number() }).optional(),
  migrate_to_chat_id: z.number().optional(),
  migrate_from_chat_id: z.number().optional(),
  reply_markup: z.looseObject({ inline_keyboard: z.array(z.array(Key)).optional() }).optional(),
})
export const Update = z.looseObject({
  update_id: z.number().int(),
  message: Message.optional(),
  edited_message: Message.optional(),
  message_reaction: z
    .looseObject({
      chat: Chat,
      message_id: z.number(),
      user: User.optional(),
      date: z.number(),
      new_reaction: z.array(z.looseObject({ type: z.string(), emoji: z.string().optional() })),
    })
    .optional(),
  callback_query: z
    .looseObject({ id: z.string(), from: User, message: Message.optional(), data: z.string().optional() })
    .optional(),
  my_chat_member: z
    .looseObject({ chat: Chat, from: User, date: z.number(), new_chat_member: z.looseObject({ status: z.string() }) })
    .optional(),
})
type User = z.infer<typeof User>
type Message = z.infer<typeof Message>

const nameOf = ({ first_name = '', last_name = '', username = '' }: User) =>
  `${first_name} ${last_name}`.trim() || username || 'Telegram user'
const senderOf = (user: User) => ({
  id: String(user.id),
  name: nameOf(user).slice(0, 100),
  ...(user.language_code === undefined ? {} : { language: user.language_code.slice(0, 10) }),
})

export function parseTelegram(
  body: unknown,
  { account, settings }: { readonly account: string; readonly settings: Readonly<Record<string, string>> },
): Inbound[] {
  const read = Update.safeParse(body)
  if (!read.success) return []
  const { update_id, message, edited_message: edited, message_reaction: reacted } = read.data
  const { callback_query: pressed, my_chat_member: member } = read.data
  const id = String(update_id)
  const inOrder = (all: readonly Inbound[]) => all.map((one) => ({ ...one, order: update_id }))
  const of = { account, bot: settings.username ?? '' }
  if (message) return inOrder(messageOf(message, of))
  if (edited) return inOrder(editOf(id, edited, of))
  if (reacted) return inOrder(reactionOf(id, reacted))
  if (pressed) {
    const chat = pressed.message?.chat
    const base = {
      id,
      sender: senderOf(pressed.from),
      thread: pressed.message ? threadOfMessage(pressed.message) : threadOf(pressed.from.id),
      isGroup: chat !== undefined && chat.type !== 'private',
      // A button press has no time of its own.
      at: (pressed.message?.date ?? 0) * 1000,
      acknowledge: acknowledgements(pressed),
    }
    const text = labelOf(pressed) ?? ''
    return inOrder([{ ...base, kind: 'message', text, media: [], optionId: pressed.data ?? '' }])
  }
  if (member)
    return [
      {
        id,
        kind: 'consent',
        thread: threadOf(member.chat.id),
        isGroup: member.chat.type !== 'private',
        sender: senderOf(member.from),
        at: member.date * 1000,
        isAllowed: !['kicked', 'left'].includes(member.new_chat_member.status),
      },
    ]
  return []
}

type Press = NonNullable<z.infer<typeof Update>['callback_query']>
const rowsOf = ({ message }: Press) => message?.reply_markup?.inline_keyboard ?? []
const labelOf = (pressed: Press) =>
  rowsOf(pressed)
    .flat()
    .find(({ callback_data: key }) => key !== undefined && key === pressed.data)?.text

const MAX_TOAST = 200
/** Names the choice, and leaves only links under the message, so that nobody presses twice. */
function acknowledgements(pressed: Press) {
  const { id, message } = pressed
  const rows = rowsOf(pressed)
  const chosen = labelOf(pressed)
  const left = rows.map((row) => row.filter(({ callback_data: key }) => key === undefined))
  const answer = { callback_query_id: id, ...(chosen === undefined ? {} : { text: chosen.slice(0, MAX_TOAST) }) }
  const keyboard = { inline_keyboard: left.filter((row) => row.length > 0) }
  return [
    { method: 'answerCallbackQuery', body: answer },
    ...(message && rows.length > 0
      ? [
          {
            method: 'editMessageReplyMarkup',
            body: { chat_id: String(message.chat.id), message_id: message.message_id, reply_markup: keyboard },
          },
        ]
      : []),
  ]
}

const FRAME = new Set([
  'message_id',
  'from',
  'chat',
  'date',
  'sender_chat',
  'reply_to_message',
  'quote',
  'text',
  'entities',
])

/** Most group messages aren't for the bot, and an edit or a reaction may be about any of them. */
export function whyIgnored(body: unknown): MessageDescriptor | undefined {
  const { data: update } = Update.safeParse(body)
  if (!update || update.edited_message || update.message_reaction) return undefined
  const { message } = update
  const kinds = Object.keys(message ?? update).filter((key) => !FRAME.has(key) && key !== 'update_id')
  if (message && (message.chat.type !== 'private' || message.from?.is_bot)) return undefined
  if (kinds.length === 0) return msg('channel_message_empty')
  return msg('channel_unreadable', { kinds: kinds.slice(0, 5).join(', ').slice(0, 200) })
}

const RESETS = new Set(['reset', 'new'])

const threadOfMessage = ({ chat, is_topic_message, message_thread_id }: Message) =>
  threadOf(chat.id, is_topic_message === true ? message_thread_id : undefined)

/** Edits and reactions name a message by its chat and number. */
const nameOfMessage = ({
  chat,
  message_id: id,
}: {
  readonly chat: { readonly id: number }
  readonly message_id: number
}) => `${chat.id}:${id}`

function editOf(id: string, edited: Message, of: Bot): Inbound[] {
  const { edit_date: at = edited.date } = edited
  // A live location moves by edits.
  if (edited.location) return []
  return messageOf(edited, of).flatMap((said): Inbound[] =>
    said.kind === 'message'
      ? [{ ...said, kind: 'edit', id, providerId: said.id, at: at * 1000, sentAt: edited.date * 1000 }]
      : [],
  )
}

function reactionOf(id: string, reacted: NonNullable<z.infer<typeof Update>['message_reaction']>): Inbound[] {
  const { chat, message_id, user, date, new_reaction: reactions } = reacted
  // Anonymous people have no name, and other bots are no visitors.
  if (!user || user.is_bot) return []
  const [reaction] = reactions
  const base = {
    id,
    thread: threadOf(chat.id),
    threadPrefix: topicsOf(chat.id),
    isGroup: chat.type !== 'private',
    sender: senderOf(user),
  }
  // Paid and custom ones have no character of their own.
  const emoji = reaction ? (reaction.emoji ?? '⭐') : ''
  return [{ ...base, kind: 'reaction', providerId: String(message_id), emoji, at: date * 1000 }]
}

interface Bot {
  readonly account: string
  readonly bot: string
}

function messageOf(message: Message, { account, bot }: Bot): Inbound[] {
  const { chat, from, date, migrate_to_chat_id: movedTo, migrate_from_chat_id: movedFrom } = message
  const isGroup = chat.type !== 'private'
  const base = {
    id: nameOfMessage(message),
    thread: threadOfMessage(message),
    isGroup,
    sender: from ? senderOf(from) : { id: String(chat.id), name: chat.title ?? 'Telegram group' },
    at: date * 1000,
  }
  // Both groups get a notice: the second one is a repeat.
  if (movedTo !== undefined) return [{ ...base, id: `moved:${chat.id}`, kind: 'moved', to: threadOf(movedTo) }]
  if (movedFrom !== undefined)
    return [{ ...base, id: `moved:${movedFrom}`, kind: 'moved', thread: threadOf(movedFrom), to: base.thread }]
  // Other bots get no answer: two agents would talk to each other forever.
  if (from?.is_bot || chat.type === 'channel') return []
  const text = message.text ?? message.caption ?? ''
  const command = /^\/(\w+)(?:@(\w+))?/.exec(text)
  const isOurs = (name: string | undefined) => name !== undefined && name.toLowerCase() === bot.toLowerCase()
  const mention = bot === '' ? undefined : new RegExp(`@${bot}\\b`, 'gi')
  if (isGroup) {
    const isReply = String(message.reply_to_message?.from?.id ?? '') === account
    const isMentioned = mention?.test(text) === true
    if (!isReply && !isMentioned && !(command && isOurs(command[2]))) return []
  }
  if (command && command[2] !== undefined && !isOurs(command[2])) return []
  if (command?.[1] === 'start' || command?.[1] === 'help') return [{ ...base, kind: 'start' }]
  if (command && RESETS.has(command[1] ?? '')) return [{ ...base, kind: 'reset' }]
  const words = mention ? text.replaceAll(mention, '').trim() : text.trim()
  const shared = message.contact?.phone_number ?? locationOf(message) ?? message.sticker?.emoji
  const media = mediaOf(message)
  if (words === '' && shared === undefined && media.length === 0) return []
  const said = [words, shared].filter(Boolean).join('\n')
  return [{ ...base, kind: 'message', text: said, media, ...quoteOf(message, account) }]
}

/** What a message replies to. Each message in a topic replies to its first one, which says nothing. */
function quoteOf(
  { reply_to_message: to, quote, message_thread_id: topic }: Message,
  account: string,
): Pick<Inbound, 'replyTo' | 'quoted'> {
  if (to?.message_id === undefined || to.message_id === topic) return {}
  const quoted = quote?.text ?? to.text ?? to.caption ?? ''
  return {
    ...(String(to.from?.id ?? '') === account ? { replyTo: String(to.message_id) } : {}),
    ...(quoted === '' ? {} : { quoted }),
  }
}

const locationOf = ({ location }: Message) => location && `${location.latitude}, ${location.longitude}`

function mediaOf({ photo, voice, audio, video, video_note, document }: Message): InboundMedia[] {
  const of = (kind: InboundMedia['kind'], file: z.infer<typeof File> | undefined, name: string, mime: string) =>
    file
      ? [
          {
            id: file.file_id,
            kind,
            name: file.file_name ?? name,
            mime: file.mime_type ?? mime,
            ...(file.file_size === undefined ? {} : { bytes: file.file_size }),
          },
        ]
      : []
  return [
    ...of('picture', photo?.at(-1), 'photo.jpg', 'image/jpeg'),
    ...of('voice', voice, 'voice.ogg', 'audio/ogg'),
    ...of('audio', audio, 'audio.mp3', 'audio/mpeg'),
    ...of('video', video ?? video_note, 'video.mp4', 'video/mp4'),
    ...of('file', document, 'file', 'application/octet-stream'),
  ]
}
