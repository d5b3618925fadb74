// Compiles a message into Cloud API calls: texts, reply buttons, lists, links, pictures and files within WhatsApp's
// limits.
import type { Button, Card, Item } from '@parlance/contract/items/schemas'
import { degrade, losses, writtenAnswers } from '@parlance/engine/items/channels'
import { shorten, splitText } from '@parlance/engine/items/split'
import { englishOf, msg } from '@parlance/i18n/messages'
import type {
  ChannelAdapter,
  ChannelRequest,
  Compiled,
  CompiledOption,
  OutboundMessage,
  ThreadRef,
} from '../../modules/channels/index.ts'
import { whatsappText } from './format.ts'

const MAX_TEXT = 4096
const MAX_BODY = 1024
const MAX_CARD_BODY = 160
const MAX_SOURCES = 5
const BUTTON_LABEL = 20
const ROW_LABEL = 24
const MAX_BUTTONS = 3

type Body = Readonly<Record<string, unknown>>

/** A phone number, else the id of a user without a visible number, else a group. */
export const recipientOf = ({ thread, isGroup }: ThreadRef): Body => {
  if (isGroup) return { recipient_type: 'group', to: thread }
  return /^\d+$/.test(thread)
    ? { recipient_type: 'individual', to: thread }
    : { recipient_type: 'individual', recipient: thread }
}

export const textBody = (text: string, showsPreview = false): Body => ({
  type: 'text',
  text: { body: text, preview_url: showsPreview },
})

export const compileWhatsapp: ChannelAdapter['compile'] = (message, to, say = englishOf): Compiled => {
  const options: CompiledOption[] = []
  // The button that opens a list; its rows use the agent's own words.
  const listLabel = shorten(say(msg('channel_list_options')), BUTTON_LABEL)
  const place: Place = { ref: message.ref, options, to, listLabel }
  const bodies = message.items.flatMap((item) => {
    for (const button of writtenAnswers(item, 'whatsapp')) optionOf(button, button.name, place)
    return degrade([item], 'whatsapp').flatMap((fitting) => bodiesOf(fitting, place))
  })
  const cited = sourceLines(message.sources)
  return {
    requests: withSources(bodies, cited).map((body): ChannelRequest => ({
      method: 'messages',
      body: { messaging_product: 'whatsapp', ...recipientOf(to), ...body },
    })),
    options,
    losses: losses(message.items, 'whatsapp').map(({ item, detail }) => ({ item, detail })),
  }
}

/** Sources go under the answer when both fit into one message. */
function withSources(bodies: readonly Body[], cited: string): readonly Body[] {
  if (cited === '') return bodies
  const last = bodies.at(-1)
  const text = last?.type === 'text' ? String((last.text as { body: string }).body) : undefined
  if (text !== undefined && text.length + cited.length + 2 <= MAX_TEXT)
    return [...bodies.slice(0, -1), textBody(`${text}\n\n${cited}`)]
  return [...bodies, textBody(cited)]
}

const sourceLines = (sources: OutboundMessage['sources']): string =>
  sources
    .slice(0, MAX_SOURCES)
    .map(({ title, url }, index) => {
      const isWeb = url !== undefined && /^https?:\/\//.test(url) && url.length <= 500
      return `[${index + 1}] ${shorten(title, 120)}${isWeb ? `: ${url}` : ''}`
    })
    .join('\n')

interface Place {
  readonly ref: string
  readonly options: CompiledOption[]
  readonly to: ThreadRef
  readonly listLabel: string
}

/** Formatting makes a text longer, so pieces leave room for it. */
const texts = (text: string): Body[] =>
  splitText(text, { max: 3500, unit: 'characters' }).map((piece) => {
    const shown = whatsappText(piece)
    return textBody(shown.length <= MAX_TEXT ? shown : piece.slice(0, MAX_TEXT))
  })

function bodiesOf(item: Item, place: Place): Body[] {
  switch (item.type) {
    case 'text':
      return texts(item.text)
    case 'choice':
      return interactive(item.message ?? '', item.buttons, place)
    case 'visual':
      return [{ type: 'image', image: { link: item.image, ...captionOf(item.alt) } }]
    case 'cardV2':
      return cardBodies(item, place)
    case 'carousel':
      return carouselBodies(item.cards, place)
    case 'file':
      return [fileBody(item)]
    default:
      // `degrade` leaves no other kinds.
      return []
  }
}

const captionOf = (text: string) => {
  const caption = whatsappText(text)
  return caption === '' || caption.length > MAX_BODY ? {} : { caption }
}

function fileBody({ url: link, name, mime = '' }: Extract<Item, { type: 'file' }>): Body {
  if (/^image\/(?:jpe?g|png)$/.test(mime)) return { type: 'image', image: { link, ...captionOf(name) } }
  if (/^video\/(?:mp4|3gpp)$/.test(mime)) return { type: 'video', video: { link, ...captionOf(name) } }
  if (/^audio\/(?:aac|amr|mpeg|mp4|ogg)$/.test(mime)) return { type: 'audio', audio: { link } }
  return { type: 'document', document: { link, filename: name.slice(0, 240) } }
}

const wordsOf = ({ title, description }: Pick<Card, 'title' | 'description'>) =>
  [title && `**${title}**`, description?.text].filter(Boolean).join('\n')

function cardBodies(card: Card, place: Place): Body[] {
  const { imageUrl, buttons } = card
  const words = wordsOf(card)
  if (buttons.length > 0) return interactive(words, buttons, place, imageUrl)
  if (imageUrl === undefined) return texts(words)
  return whatsappText(words).length <= MAX_BODY
    ? [{ type: 'image', image: { link: imageUrl, ...captionOf(words) } }]
    : [{ type: 'image', image: { link: imageUrl } }, ...texts(words)]
}

/** A body with buttons has a lower limit: the rest goes before it. */
function bodyOf(text: string, whenEmpty: string): { before: Body[]; body: string } {
  const pieces = splitText(text, { max: 900, unit: 'characters' })
  const last = whatsappText(pieces.pop() ?? '') || whenEmpty
  const before = pieces.length === 0 ? [] : texts(pieces.join('\n'))
  return { before, body: last.length <= MAX_BODY ? last : shorten(last, MAX_BODY) }
}

function interactive(message: string, buttons: readonly Button[], place: Place, imageUrl?: string): Body[] {
  const [link] = buttons.filter(({ request }) => request.type === 'open_url')
  const answers = buttons.filter(({ request }) => request.type !== 'open_url')
  const { before, body } = bodyOf(message, link ? link.name : '…')
  const header = imageUrl === undefined ? {} : { header: { type: 'image', image: { link: imageUrl } } }
  // Groups can't have buttons, so the options are written out.
  if (place.to.isGroup) return [...before, ...plainly(body, buttons, place)]
  if (answers.length === 0 && link)
    return [
      ...before,
      {
        type: 'interactive',
        interactive: {
          type: 'cta_url',
          ...header,
          body: { text: body },
          action: {
            name: 'cta_url',
            parameters: {
              display_text: shorten(link.name, BUTTON_LABEL),
              url: link.request.type === 'open_url' ? link.request.payload : '',
            },
          },
        },
      },
    ]
  const isList = answers.length > MAX_BUTTONS
  const labels = distinct(
    answers.map(({ name }) => name),
    isList ? ROW_LABEL : BUTTON_LABEL,
  )
  const keys = answers.map((button, index) => optionOf(button, labels[index] ?? button.name, place))
  const action = isList
    ? { button: place.listLabel, sections: [{ rows: keys.map(({ id, label }) => ({ id, title: label })) }] }
    : { buttons: keys.map(({ id, label }) => ({ type: 'reply', reply: { id, title: label } })) }
  // A list can't have a picture: it goes before.
  const picture: Body[] = isList && imageUrl !== undefined ? [{ type: 'image', image: { link: imageUrl } }] : []
  return [
    ...picture,
    ...before,
    {
      type: 'interactive',
      interactive: { type: isList ? 'list' : 'button', ...(isList ? {} : header), body: { text: body }, action },
    },
  ]
}

function plainly(body: string, buttons: readonly Button[], place: Place): Body[] {
  const lines = buttons.map((button, index) =>
    button.request.type === 'open_url'
      ? `${button.name}: ${button.request.payload}`
      : `${index + 1}. ${optionOf(button, button.name, place).label}`,
  )
  return texts([body, ...lines].join('\n'))
}

function optionOf({ name, request }: Button, label: string, { ref, options }: Place): CompiledOption {
  const option = { id: `c:${ref}:${options.length}`, label, says: request.payload ?? name }
  options.push(option)
  return option
}

/** WhatsApp requires distinct titles within one message. */
function distinct(names: readonly string[], max: number): string[] {
  const short = names.map((name) => shorten(name, max))
  return new Set(short).size === short.length ? short : names.map((name, n) => shorten(`${n + 1}. ${name}`, max))
}

function carouselBodies(cards: readonly Card[], place: Place): Body[] {
  const isLinks = cards.every(
    ({ buttons: [first], buttons }) => buttons.length === 1 && first?.request.type === 'open_url',
  )
  const isAnswers = cards.every(
    ({ buttons }) =>
      buttons.length > 0 && buttons.length <= 2 && buttons.every(({ request }) => request.type === 'text'),
  )
  const fits = cards.every((card) => card.imageUrl !== undefined && whatsappText(wordsOf(card)).length <= MAX_CARD_BODY)
  if (place.to.isGroup || !fits || !(isLinks || isAnswers)) return cards.flatMap((card) => cardBodies(card, place))
  const shown = cards.map((card, index) => ({
    card_index: index,
    type: isLinks ? 'cta_url' : 'button',
    header: { type: 'image', image: { link: card.imageUrl } },
    body: { text: whatsappText(wordsOf(card)) },
    action: isLinks ? linkAction(card) : replyAction(card, place),
  }))
  return [{ type: 'interactive', interactive: { type: 'carousel', body: { text: '…' }, action: { cards: shown } } }]
}
const linkAction = ({ buttons: [first] }: Card) => ({
  name: 'cta_url',
  parameters: {
    display_text: shorten(first?.name ?? '', BUTTON_LABEL),
    url: first?.request.type === 'open_url' ? first.request.payload : '',
  },
})
function replyAction({ buttons }: Card, place: Place) {
  const labels = distinct(
    buttons.map(({ name }) => name),
    BUTTON_LABEL,
  )
  return {
    buttons: buttons.map((button, index) => {
      const { id, label } = optionOf(button, labels[index] ?? button.name, place)
      return { type: 'quick_reply', quick_reply: { id, title: label } }
    }),
  }
}
