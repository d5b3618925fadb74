// Compiles a message into Bot API calls: texts, pictures and keyboards within Telegram's limits, with citations.
import type { Button, Item } from '@parlance/contract/items/schemas'
import { degrade, losses } from '@parlance/engine/items/channels'
import { shorten, splitText } from '@parlance/engine/items/split'
import type {
  ChannelRequest,
  Compiled,
  CompiledOption,
  OutboundMessage,
  ThreadRef,
} from '../../modules/channels/index.ts'
import { telegramHtml } from './format.ts'

const MAX_TEXT = 4096
const MAX_CAPTION = 1024
const MAX_SOURCES = 5
const SHORT_LABEL = 16
const PER_ROW = 3

export const threadOf = (chatId: number | string, topic?: number): string =>
  topic === undefined ? String(chatId) : `${chatId}/${topic}`
/** Prefix of the threads of a chat's topics. */
export const topicsOf = (chatId: number): string => `${chatId}/`
export function chatOf(thread: string): { chat_id: string; message_thread_id?: number } {
  const [chat_id = '', topic] = thread.split('/')
  return topic === undefined ? { chat_id } : { chat_id, message_thread_id: Number(topic) }
}

/** Bots may send only some emoji; these stand for the others that we offer. */
const EMOJIS: Readonly<Record<string, string>> = { '❤️': '❤', '😂': '🤣', '😮': '🤯' }
/** Undefined for messages that came before their chat and number were stored. */
export function reactionOf({ providerId, emoji }: { providerId: string; emoji: string }): ChannelRequest | undefined {
  const [, chat_id, id] = /^(-?\d+):(\d+)$/.exec(providerId) ?? []
  if (chat_id === undefined) return undefined
  const reaction = emoji === '' ? [] : [{ type: 'emoji', emoji: EMOJIS[emoji] ?? emoji }]
  return { method: 'setMessageReaction', body: { chat_id, message_id: Number(id), reaction } }
}

interface Draft {
  readonly method: 'sendMessage' | 'sendPhoto' | 'sendDocument'
  readonly body: Record<string, unknown>
}

export function compileTelegram(message: OutboundMessage, to: ThreadRef): Compiled {
  const options: CompiledOption[] = []
  const chat = chatOf(to.thread)
  const drafts = degrade(message.items, 'telegram').flatMap((item) => draftsOf(item, message.ref, options))
  const cited = sourceLines(message.sources)
  const last = drafts.at(-1)
  const requests: ChannelRequest[] = [
    ...drafts,
    ...(cited === '' ? [] : [{ method: 'sendMessage' as const, body: htmlText(cited, cited) }]),
  ].map(({ method, body }) => ({ method, body: { ...chat, ...body } }))
  if (cited !== '' && last?.method === 'sendMessage' && isRoomy(last.body, cited)) {
    const merged = { ...last.body, text: `${String(last.body.text)}\n\n${cited}` }
    requests.splice(-2, 2, { method: 'sendMessage', body: { ...chat, ...merged } })
  }
  return {
    requests,
    options,
    losses: losses(message.items, 'telegram').map(({ item, detail }) => ({ item, detail })),
  }
}

const isRoomy = (body: Record<string, unknown>, cited: string) =>
  String(body.text).length + cited.length + 2 <= MAX_TEXT && body.parse_mode === 'HTML'

const htmlText = (html: string, plain: string) =>
  html.length <= MAX_TEXT
    ? { text: html, parse_mode: 'HTML', link_preview_options: { is_disabled: true } }
    : { text: plain.slice(0, MAX_TEXT), link_preview_options: { is_disabled: true } }

/** `end` shows that more follows. */
export function draftText(text: string, end = ''): { readonly text: string; readonly parse_mode?: string } {
  const [piece = ''] = splitText(text, { max: 3500, unit: 'characters' })
  const html = `${telegramHtml(piece)}${end}`
  return html.length <= MAX_TEXT ? { text: html, parse_mode: 'HTML' } : { text: `${piece}${end}` }
}

function sourceLines(sources: OutboundMessage['sources']): string {
  const named = sources.slice(0, MAX_SOURCES).map(({ title, url }, index) => {
    const name = telegramHtml(shorten(title, 120)).replaceAll(/<[^>]+>/g, '')
    const isWeb = url !== undefined && /^https?:\/\//.test(url) && url.length <= 1000
    return `[${index + 1}] ${isWeb ? telegramHtml(`[${name.replaceAll(/[[\]]/g, '')}](${url.replaceAll(')', '%29')})`) : name}`
  })
  return named.join('\n')
}

/** Formatting makes a text longer, so pieces leave room for it. */
const textDrafts = (text: string): Draft[] =>
  splitText(text, { max: 3500, unit: 'characters' }).map((piece) => ({
    method: 'sendMessage',
    body: htmlText(telegramHtml(piece), piece),
  }))

function draftsOf(
  item: Item | { readonly type: 'text'; readonly text: string },
  ref: string,
  options: CompiledOption[],
): Draft[] {
  switch (item.type) {
    case 'text':
      return textDrafts(item.text)
    case 'choice':
      return withKeyboard(textDrafts(item.message?.trim() || '…'), keyboardOf(item.buttons, ref, options))
    case 'visual':
      return [{ method: 'sendPhoto', body: { photo: item.image, ...captionOf(item.alt) } }]
    case 'cardV2': {
      const words = [item.title && `**${item.title}**`, item.description?.text].filter(Boolean).join('\n')
      const keyboard = keyboardOf(item.buttons, ref, options)
      const isCaption = item.imageUrl !== undefined && telegramHtml(words).length <= MAX_CAPTION
      if (isCaption)
        return withKeyboard([{ method: 'sendPhoto', body: { photo: item.imageUrl, ...captionOf(words) } }], keyboard)
      const picture: Draft[] =
        item.imageUrl === undefined ? [] : [{ method: 'sendPhoto', body: { photo: item.imageUrl } }]
      return [...picture, ...withKeyboard(textDrafts(words), keyboard)]
    }
    case 'file':
      return [{ method: 'sendDocument', body: { document: item.url, ...captionOf(item.name) } }]
    default:
      // `degrade` leaves no other kinds.
      return []
  }
}

const captionOf = (text: string) => {
  const html = telegramHtml(text)
  return html === '' || html.length > MAX_CAPTION ? {} : { caption: html, parse_mode: 'HTML' }
}

type Keyboard = readonly (readonly Record<string, string>[])[]

function keyboardOf(buttons: readonly Button[], ref: string, options: CompiledOption[]): Keyboard {
  const keys = buttons.map(({ name, request }): Record<string, string> => {
    if (request.type === 'open_url') return { text: name, url: request.payload }
    const id = `c:${ref}:${options.length}`
    options.push({ id, label: name, says: request.payload ?? name })
    return { text: name, callback_data: id }
  })
  const perRow = keys.every(({ text = '' }) => text.length <= SHORT_LABEL) ? PER_ROW : 1
  return keys.flatMap((_key, index) => (index % perRow === 0 ? [keys.slice(index, index + perRow)] : []))
}

function withKeyboard(drafts: Draft[], keyboard: Keyboard): Draft[] {
  const last = drafts.at(-1)
  if (!last || keyboard.length === 0) return drafts
  return [...drafts.slice(0, -1), { ...last, body: { ...last.body, reply_markup: { inline_keyboard: keyboard } } }]
}
