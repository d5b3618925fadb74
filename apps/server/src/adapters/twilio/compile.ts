// Compiles a message to SMS: plain letters, numbered options, and pictures if the number can send them.
import { smsMax, plainLetters } from '@parlance/contract/channels/sms'
import type { Button, Card, Item } from '@parlance/contract/items/schemas'
import { degrade, losses } from '@parlance/engine/items/channels'
import { shorten, splitText } from '@parlance/engine/items/split'
import type {
  ChannelRequest,
  Compiled,
  CompiledOption,
  OutboundMessage,
  ThreadRef,
} from '../../modules/channels/index.ts'

const MAX_SOURCES = 3

interface Draft {
  readonly text: string
  readonly media?: string
}

/** `media` is a URL that `toMessage` attaches or writes out. */
export function compileSms(message: OutboundMessage, { thread }: ThreadRef): Compiled {
  const options: CompiledOption[] = []
  const drafts = message.items.flatMap((item) => draftsOf(item, message.ref, options))
  const cited = sourceLines(message.sources)
  const last = drafts.at(-1)
  if (cited !== '' && last && !last.media) drafts.splice(-1, 1, { text: `${last.text}\n\n${cited}` })
  else if (cited !== '') drafts.push({ text: cited })
  const requests = drafts.flatMap(({ text, media }): ChannelRequest[] => {
    const plain = plainLetters(text).trim()
    const pieces = splitText(plain, { max: smsMax(plain), unit: 'characters' })
    return (pieces.length === 0 ? [''] : pieces).map((piece, index, all) => ({
      method: 'send',
      body: { to: thread, text: piece, ...(media !== undefined && index === all.length - 1 ? { media } : {}) },
    }))
  })
  return { requests, options, losses: losses(message.items, 'sms').map(({ item, detail }) => ({ item, detail })) }
}

/** The form fields of the call. Countries without MMS get the picture's URL in the text. */
export function toMessage(
  { body }: ChannelRequest,
  { from, statusUrl, sendsMedia }: { readonly from: string; readonly statusUrl: string; readonly sendsMedia: boolean },
): URLSearchParams {
  const to = String(body.to)
  const media = typeof body.media === 'string' ? body.media : undefined
  const isSent = media !== undefined && sendsMedia && /^\+1\d{10}$/.test(to)
  const text = [body.text, isSent ? undefined : media].filter((part) => part !== undefined && part !== '').join('\n')
  const form = new URLSearchParams({ To: to, From: from })
  if (text !== '') form.set('Body', text.slice(0, 1600))
  if (isSent) form.set('MediaUrl', media)
  if (statusUrl !== '') form.set('StatusCallback', statusUrl)
  return form
}

function sourceLines(sources: OutboundMessage['sources']): string {
  return sources
    .slice(0, MAX_SOURCES)
    .map(({ title, url }, index) => {
      const isShort = url !== undefined && url.length <= 120
      return `[${index + 1}] ${shorten(title, 60)}${isShort ? ` ${url}` : ''}`
    })
    .join('\n')
}

const isWeb = (url: string) => /^https?:\/\/\S+$/.test(url) && url.length <= 1000

function draftsOf(item: Item, ref: string, options: CompiledOption[]): Draft[] {
  switch (item.type) {
    case 'choice':
      return [{ text: lines(plainOf(item.message ?? ''), ...numbered(item.buttons, ref, options)) }]
    case 'visual':
      return [{ text: item.alt, ...(isWeb(item.image) ? { media: item.image } : {}) }]
    case 'cardV2':
      return [cardDraft(item, ref, options)]
    case 'carousel':
      return item.cards.map((card) => cardDraft(card, ref, options))
    default:
      return degrade([item], 'sms').flatMap((one) => (one.type === 'text' ? [{ text: one.text }] : []))
  }
}

function cardDraft(card: Card, ref: string, options: CompiledOption[]): Draft {
  const { title, description, imageUrl, buttons } = card
  return {
    text: lines(title, plainOf(description?.text ?? ''), ...numbered(buttons, ref, options)),
    ...(imageUrl !== undefined && isWeb(imageUrl) ? { media: imageUrl } : {}),
  }
}

const lines = (...parts: readonly string[]) => parts.filter((part) => part !== '').join('\n')
const plainOf = (text: string): string =>
  degrade([{ type: 'text', text }], 'sms')
    .map((one) => (one.type === 'text' ? one.text : ''))
    .join('\n')

/** Typed numbers count the options of the whole message. */
function numbered(buttons: readonly Button[], ref: string, options: CompiledOption[]): string[] {
  return buttons.map(({ name, request }) => {
    if (request.type === 'open_url') return `${name}: ${request.payload}`
    options.push({ id: `c:${ref}:${options.length}`, label: name, says: request.payload ?? name })
    return `${options.length}. ${name}`
  })
}
