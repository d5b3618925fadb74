import { CAPABILITIES } from '@parlance/contract/channels/capabilities'
import type { Button, Card, Item } from '@parlance/contract/items/schemas'
import { degrade, losses } from '@parlance/engine/items/channels'
import { shorten, sizeOf, splitText } from '@parlance/engine/items/split'
import type { Compiled, CompiledOption, OutboundMessage, ThreadRef } from '../../modules/channels/index.ts'

export type PagesChannel = 'messenger' | 'instagram'
/** `humanMessages` may be sent for seven days under a tag, after the provider's answer window has closed. */
export type SendMethod = 'messages' | 'humanMessages'

/** Characters of a button template's text, on both channels. */
const MAX_TEMPLATE_TEXT = 640
const MAX_SOURCES = 5

type Body = Readonly<Record<string, unknown>>
interface Draft {
  readonly body: Body
  readonly text?: string
}

export function compilePages(channel: PagesChannel, message: OutboundMessage, to: ThreadRef): Compiled {
  const options: CompiledOption[] = []
  const limit = CAPABILITIES[channel].text
  const write = { limit, ref: message.ref, options }
  const drafts = message.items.flatMap((item) => {
    const before = options.length
    const made = degrade([item], channel).flatMap((part) => draftsOf(part, write))
    // More answers than fit become a numbered list, and people type the number.
    if (item.type === 'choice' && options.length === before)
      for (const button of item.buttons) if (!isLink(button)) optionOf(button, write)
    return made
  })
  const method: SendMethod = message.from === 'human' ? 'humanMessages' : 'messages'
  return {
    requests: cite(drafts, sourceLines(message.sources), limit).map(({ body }) => ({
      method,
      body: { recipient: { id: to.thread }, messaging_type: 'RESPONSE', message: body },
    })),
    options,
    losses: losses(message.items, channel).map(({ item, detail }) => ({ item, detail })),
  }
}

interface Write {
  readonly limit: { readonly max: number; readonly unit: 'characters' | 'bytes' }
  readonly ref: string
  readonly options: CompiledOption[]
}

const textDrafts = (text: string, limit: Write['limit']): Draft[] =>
  splitText(text, limit).map((piece) => ({ text: piece, body: { text: piece } }))

function draftsOf(item: Item | { readonly type: 'text'; readonly text: string }, write: Write): Draft[] {
  switch (item.type) {
    case 'text':
      return textDrafts(item.text, write.limit)
    case 'choice':
      return choiceDrafts(item.message?.trim() || '…', item.buttons, write)
    case 'visual':
      return [attachment('image', item.image)]
    case 'cardV2':
      return cardDrafts([item], write)
    case 'carousel':
      return cardDrafts(item.cards, write)
    case 'file':
      return [attachment(kindOfFile(item.mime ?? '', item.name), item.url)]
    default:
      // `degrade` leaves no other kinds.
      return []
  }
}

const attachment = (type: string, url: string): Draft => ({
  body: { attachment: { type, payload: { url, is_reusable: false } } },
})

function kindOfFile(mime: string, name: string): 'image' | 'audio' | 'video' | 'file' {
  if (mime.startsWith('image/') || /\.(?:png|jpe?g|gif|webp)$/i.test(name)) return 'image'
  if (mime.startsWith('audio/') || /\.(?:mp3|m4a|ogg|wav)$/i.test(name)) return 'audio'
  return mime.startsWith('video/') || /\.(?:mp4|mov|webm)$/i.test(name) ? 'video' : 'file'
}

const isLink = ({ request }: Button) => request.type === 'open_url'

function optionOf({ name, request }: Button, { ref, options }: Write): string {
  const id = `c:${ref}:${options.length}`
  options.push({ id, label: name, says: request.payload ?? name })
  return id
}

const templateButton = (button: Button, write: Write): Body =>
  button.request.type === 'open_url'
    ? { type: 'web_url', title: button.name, url: button.request.payload }
    : { type: 'postback', title: button.name, payload: optionOf(button, write) }

/** Answers are quick replies; only a template can open URLs. */
function choiceDrafts(message: string, buttons: readonly Button[], write: Write): Draft[] {
  if (!buttons.some(isLink)) {
    const texts = textDrafts(message, write.limit)
    const last = texts.pop()
    const replies = buttons.map((button) => ({
      content_type: 'text',
      title: button.name,
      payload: optionOf(button, write),
    }))
    return [...texts, { text: last?.text ?? '…', body: { text: last?.text ?? '…', quick_replies: replies } }]
  }
  const pieces = splitText(message, write.limit)
  const text = pieces.pop() ?? '…'
  const above = text.length > MAX_TEMPLATE_TEXT ? [text] : []
  const template = {
    template_type: 'button',
    text: above.length > 0 ? '…' : text,
    buttons: buttons.map((button) => templateButton(button, write)),
  }
  return [
    ...[...pieces, ...above].map((piece) => ({ text: piece, body: { text: piece } })),
    { body: { attachment: { type: 'template', payload: template } } },
  ]
}

function cardDrafts(cards: readonly Card[], write: Write): Draft[] {
  // A title alone is not a valid element.
  const [only] = cards
  if (cards.length === 1 && only && !only.imageUrl && !only.description?.text && only.buttons.length === 0)
    return textDrafts(only.title, write.limit)
  const elements = cards.map(({ title, description, imageUrl, buttons }) => ({
    title,
    subtitle: description?.text || (imageUrl === undefined && buttons.length === 0 ? '…' : undefined),
    ...(imageUrl === undefined ? {} : { image_url: imageUrl }),
    ...(buttons.length === 0 ? {} : { buttons: buttons.map((button) => templateButton(button, write)) }),
  }))
  return [{ body: { attachment: { type: 'template', payload: { template_type: 'generic', elements } } } }]
}

function sourceLines(sources: OutboundMessage['sources']): string {
  const named = sources.slice(0, MAX_SOURCES).map(({ title, url }, index) => {
    const isWeb = url !== undefined && /^https?:\/\//.test(url) && url.length <= 300
    return `[${index + 1}] ${shorten(title, 80)}${isWeb ? `: ${url}` : ''}`
  })
  return named.join('\n')
}

/** Cites under the last text when both fit, otherwise before the quick replies, which vanish with the next message. */
function cite(drafts: readonly Draft[], cited: string, limit: Write['limit']): readonly Draft[] {
  if (cited === '') return drafts
  const last = drafts.at(-1)
  const together = last?.text === undefined ? undefined : `${last.text}\n\n${cited}`
  if (last && together !== undefined && sizeOf(together, limit.unit) <= limit.max)
    return [...drafts.slice(0, -1), { text: together, body: { ...last.body, text: together } }]
  const own = textDrafts(cited, limit)
  return last && 'quick_replies' in last.body ? [...drafts.slice(0, -1), ...own, last] : [...drafts, ...own]
}
