/** Methods of the Bot API that the simulator knows, with the limits of Telegram's documentation (10.3). */
type Kind = 'string' | 'number' | 'chat' | 'boolean' | 'object' | 'any'
export interface Field {
  readonly kind: Kind
  readonly required?: true
  readonly max?: number
}
const text = (max: number): Field => ({ kind: 'string', required: true, max })
const chat: Readonly<Record<string, Field>> = {
  chat_id: { kind: 'chat', required: true },
  message_thread_id: { kind: 'number' },
  reply_markup: { kind: 'object' },
  reply_parameters: { kind: 'object' },
  link_preview_options: { kind: 'object' },
  parse_mode: { kind: 'string' },
}
export const METHODS: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  getMe: {},
  getWebhookInfo: {},
  deleteWebhook: { drop_pending_updates: { kind: 'boolean' } },
  setWebhook: {
    url: text(2048),
    secret_token: { kind: 'string', max: 256 },
    allowed_updates: { kind: 'any' },
    max_connections: { kind: 'any' },
    drop_pending_updates: { kind: 'any' },
  },
  sendMessage: { ...chat, text: text(4096) },
  sendMessageDraft: {
    chat_id: { kind: 'chat', required: true },
    message_thread_id: { kind: 'number' },
    draft_id: { kind: 'number', required: true },
    text: { kind: 'string', max: 4096 },
    parse_mode: { kind: 'string' },
  },
  sendPhoto: { ...chat, photo: text(4096), caption: { kind: 'string', max: 1024 } },
  sendDocument: { ...chat, document: text(4096), caption: { kind: 'string', max: 1024 } },
  sendChatAction: { ...chat, action: text(40) },
  answerCallbackQuery: { callback_query_id: text(100), text: { kind: 'string', max: 200 } },
  editMessageText: {
    chat_id: { kind: 'chat', required: true },
    message_id: { kind: 'number', required: true },
    text: text(4096),
    parse_mode: { kind: 'string' },
    link_preview_options: { kind: 'object' },
    reply_markup: { kind: 'object' },
  },
  setMessageReaction: {
    chat_id: { kind: 'chat', required: true },
    message_id: { kind: 'number', required: true },
    reaction: { kind: 'object' },
    is_big: { kind: 'boolean' },
  },
  deleteMessage: { chat_id: { kind: 'chat', required: true }, message_id: { kind: 'number', required: true } },
  setMyCommands: { commands: { kind: 'object', required: true }, language_code: { kind: 'string', max: 2 } },
  editMessageReplyMarkup: { ...chat, message_id: { kind: 'number', required: true } },
  getFile: { file_id: text(200) },
}

/** Tags that `parse_mode: HTML` supports. */
const TAGS = new Set(['b', 'strong', 'i', 'em', 'u', 's', 'code', 'pre', 'a', 'blockquote', 'tg-spoiler'])

/** Why HTML is refused; undefined when it is valid. */
export function htmlFault(html: string): string | undefined {
  const open: string[] = []
  for (const [, close, tag = ''] of html.matchAll(/<(\/?)([a-z-]*)[^<>]*>/gi)) {
    if (!TAGS.has(tag.toLowerCase())) return `Unsupported start tag "${tag}"`
    if (close === '') open.push(tag)
    else if (open.pop() !== tag) return `Unexpected end tag "${tag}"`
  }
  return open.length > 0 ? `Can't find end tag corresponding to start tag "${open.at(-1)}"` : undefined
}

const lengthShown = (html: string) => html.replaceAll(/<[^>]+>/g, '').replaceAll(/&\w+;/g, '&').length

/** The description of the refusal; undefined when the call is valid. */
export function faultOf(method: string, body: Readonly<Record<string, unknown>>): string | undefined {
  const fields = METHODS[method]
  if (!fields) return undefined
  for (const name of Object.keys(body)) if (!(name in fields)) return `Bad Request: unknown parameter ${name}`
  for (const [name, { kind, required, max }] of Object.entries(fields)) {
    const value = body[name]
    if (value === undefined || value === '') {
      if (required) return name === 'text' ? 'Bad Request: message text is empty' : `Bad Request: ${name} is required`
      continue
    }
    if (kind === 'chat' ? !/^-?\d+$/.test(String(value)) : kind !== 'any' && typeof value !== kind)
      return kind === 'chat' ? 'Bad Request: chat not found' : `Bad Request: ${name} must be a ${kind}`
    if (max !== undefined && typeof value === 'string') {
      const shown =
        body.parse_mode === 'HTML' && (name === 'text' || name === 'caption') ? lengthShown(value) : value.length
      if (shown > max) return `Bad Request: ${name === 'text' ? 'message' : name} is too long`
    }
  }
  if (body.parse_mode === 'HTML') {
    const fault = htmlFault(String(body.text ?? body.caption ?? ''))
    if (fault) return `Bad Request: can't parse entities: ${fault}`
  }
  return markupFault(body.reply_markup) ?? commandsFault(body.commands) ?? reactionFault(body.reaction)
}

/** What bots may react with, of which people in the inbox use a part. */
const REACTIONS = new Set(
  '👍 👎 ❤ 🔥 🥰 👏 😁 🤔 🤯 😱 🤬 😢 🎉 🤩 🤮 💩 🙏 👌 🕊 🤡 🥱 🥴 😍 🐳 🌚 🌭 💯 🤣 ⚡ 🍌 🏆 💔 🤨 😐 🍓 🍾 💋 🖕 😈 😴 😭 🤓 👻 👀 🎃 🙈 😇 😨 🤝 ✍ 🤗 🫡 🎅 🎄 ☃ 💅 🤪 🗿 🆒 💘 🙉 🦄 😘 💊 🙊 😎 👾 🤷 😡'.split(
    ' ',
  ),
)
function reactionFault(reaction: unknown): string | undefined {
  if (reaction === undefined) return undefined
  const all = reaction as readonly { readonly type?: string; readonly emoji?: string }[]
  const isValid =
    Array.isArray(reaction) &&
    all.length <= 1 &&
    all.every(({ type, emoji = '' }) => type === 'emoji' && REACTIONS.has(emoji))
  return isValid ? undefined : 'Bad Request: REACTION_INVALID'
}

function commandsFault(commands: unknown): string | undefined {
  if (commands === undefined) return undefined
  const all = commands as readonly { readonly command?: string; readonly description?: string }[]
  const isValid =
    Array.isArray(commands) &&
    all.length <= 100 &&
    all.every(
      ({ command = '', description = '' }) =>
        /^[a-z0-9_]{1,32}$/.test(command) && description.length > 0 && description.length <= 256,
    )
  return isValid ? undefined : 'Bad Request: BOT_COMMAND_INVALID'
}

interface Key {
  readonly text?: string
  readonly url?: string
  readonly callback_data?: string
}
function markupFault(markup: unknown): string | undefined {
  if (markup === undefined) return undefined
  const rows = (markup as { inline_keyboard?: readonly (readonly Key[])[] }).inline_keyboard
  if (!Array.isArray(rows)) return 'Bad Request: object expected as reply markup'
  const keys = (rows as Key[][]).flat()
  if (keys.length > 100) return 'Bad Request: too many buttons'
  for (const { text = '', url, callback_data: data } of keys) {
    if (text === '') return 'Bad Request: text buttons are unallowed in the inline keyboard'
    if (url === undefined && data === undefined) return 'Bad Request: inline keyboard button must have an action'
    if (data !== undefined && (data === '' || Buffer.byteLength(data) > 64)) return 'Bad Request: BUTTON_DATA_INVALID'
    if (url !== undefined && !/^(?:https?|tg):\/\//.test(url))
      return `Bad Request: inline keyboard button URL '${url}' is invalid`
  }
  return undefined
}
