// Degrades items to what a channel can show, and reports losses.
import { CAPABILITIES, type Capabilities, type ItemChannel } from './capabilities.ts'
import { hasTable, plainMarkdown } from './formatting.ts'
import type { Button, Card, FormField, Item } from '@parlance/contract/items/schemas'
import { fieldsOf } from '@parlance/contract/items/submissions'
import { type MessageCode, type MessageDescriptor, type MessageParams, msg } from '@parlance/i18n/messages'
import { shorten, splitText } from './split.ts'

export interface Loss {
  /** Index of the item in the message. */
  readonly index: number
  readonly item: Item['type']
  readonly channel: ItemChannel
  /** One English sentence for the owner, with its code and parameters. */
  readonly detail: string
  readonly code: MessageCode
  readonly params?: MessageParams
}

/** What a channel cannot show of these items. */
export const losses = (items: readonly Item[], channel: ItemChannel, can = CAPABILITIES[channel]): Loss[] =>
  items.flatMap((item, index) => {
    const lost = new Map<string, Omit<MessageDescriptor, 'message'>>()
    const lose = ({ message, ...code }: MessageDescriptor) => void lost.set(message, code)
    fit(item, { can, lose })
    return [...lost].map(([detail, code]) => ({ index, item: item.type, channel, detail, ...code }))
  })

/**
 * Returns items the channel can show, with the same text and every option reachable. A form becomes its first question.
 * Options become numbers where buttons are not available.
 */
export const degrade = (items: readonly Item[], channel: ItemChannel, can = CAPABILITIES[channel]): Item[] =>
  items.flatMap((item) => fit(item, { can, lose: () => undefined }))

/** Answers of a choice that become numbers in the text, because the channel has too few buttons. */
export function writtenAnswers(item: Item, channel: ItemChannel): Button[] {
  if (item.type !== 'choice') return []
  const { buttons, list } = CAPABILITIES[channel]
  const answers = item.buttons.filter((button) => !isLink(button))
  return answers.length > Math.max(buttons.max, list?.max ?? 0) ? answers : []
}

interface Aim {
  readonly can: Capabilities
  readonly lose: (reason: MessageDescriptor) => void
}
type CardItem = Extract<Item, { type: 'cardV2' }>

function fit(item: Item, aim: Aim): Item[] {
  const { can, lose } = aim
  switch (item.type) {
    case 'text':
      return fitText(item.text, aim)
    case 'choice':
      return fitChoice(item.message ?? '', item.buttons, aim)
    case 'visual':
      if (can.visual === 'shown' && takesPicture(can, item.image)) return [item]
      lose(can.visual === 'said' ? msg('loss_picture_described') : msg('loss_picture_link'))
      return texts(can.visual === 'said' ? item.alt : labelled(item.alt, item.image), aim)
    case 'cardV2':
      return fitCard(withLinkedPicture(item, aim), aim)
    case 'carousel':
      return fitCarousel(
        item.cards.map((card) => withLinkedPicture(card, aim)),
        aim,
      )
    case 'iFrame':
      return fitFrame(item, aim)
    case 'form':
    case 'input':
      return can.form ? [item] : fitForm(item, aim)
    case 'file':
      return fitFile(item, aim)
  }
}

const PICTURE = /\.(jpe?g|png|gif|webp|svg|avif|hei[cf]|bmp|tiff?|ico)$/i
/** An address that does not tell its type may be of any. */
function takesPicture({ pictures }: Capabilities, url: string): boolean {
  const type = PICTURE.exec(url.replace(/[?#].*$/s, ''))?.[1]?.toLowerCase()
  return pictures === undefined || type === undefined || pictures.includes(type)
}

/** A picture of a type that the channel refuses becomes a link in the card's text. */
function withLinkedPicture<C extends Card>(card: C, { can, lose }: Aim): C {
  const { imageUrl, ...rest } = card
  if (!can.card || imageUrl === undefined || takesPicture(can, imageUrl)) return card
  lose(msg('loss_picture_link'))
  return { ...rest, description: { text: lines(card.description?.text, imageUrl) } } as C
}

const labelled = (label: string, url: string) => (label === '' ? url : `${label}: ${url}`)
const lines = (...parts: readonly (string | undefined)[]) => parts.filter(Boolean).join('\n')
const numbered = (names: readonly string[]) => names.map((name, index) => `${index + 1}. ${name}`)

/** Splits generated text; its formatting is not reported as lost. */
const texts = (text: string, { can }: Aim): Item[] =>
  splitText(text, can.text).map((piece) => ({ type: 'text', text: piece }))

function fitText(text: string, aim: Aim): Item[] {
  const { format } = aim.can.text
  if (format === 'markdown') return cutText(text, aim)
  if (format === 'basic') {
    if (hasTable(text)) aim.lose(msg('loss_table_text'))
    return cutText(text, aim)
  }
  const plain = plainMarkdown(text, format === 'spoken')
  if (squeezed(plain) !== squeezed(text))
    aim.lose(format === 'spoken' ? msg('loss_formatting_unsaid') : msg('loss_formatting'))
  return cutText(plain, aim)
}

const squeezed = (text: string): string => text.trim().replaceAll(/\s+/g, ' ')

function cutText(text: string, aim: Aim): Item[] {
  const pieces = texts(text, aim)
  if (pieces.length > 1) aim.lose(msg('loss_split', { count: pieces.length }))
  return pieces
}

const isLink = ({ request }: Button) => request.type === 'open_url'
const linkLine = ({ name, request }: Button) => (request.type === 'open_url' ? labelled(name, request.payload) : name)

function fitChoice(message: string, buttons: readonly Button[], aim: Aim): Item[] {
  const { can, lose } = aim
  if (can.text.format === 'spoken') return sayChoice(message, buttons, aim)
  const answers = buttons.filter((button) => !isLink(button))
  const links = buttons.filter(isLink)
  const kept = links.slice(0, can.links.max)
  const isMixed = answers.length > 0 && kept.length > 0
  // Link buttons are dropped first: their URLs can be part of the text.
  const shownLinks = isMixed && answers.length + kept.length > can.links.mixed ? [] : kept
  const written = links.filter((link) => !shownLinks.includes(link)).map(linkLine)
  if (written.length > 0) lose(msg('loss_button_links'))
  const most = Math.max(can.buttons.max, can.list?.max ?? 0)
  if (answers.length > most) {
    lose(most === 0 ? msg('loss_options_numbered') : msg('loss_options_numbered_limit', { max: most }))
    const list = lines(message, ...numbered(answers.map(({ name }) => name)), ...written)
    return [...texts(list, aim), ...(shownLinks.length > 0 ? fitChoice('', shownLinks, aim) : [])]
  }
  const isList = answers.length > can.buttons.max
  if (isList) lose(msg('loss_options_list', { max: can.buttons.max }))
  const label = isList ? (can.list?.label ?? 0) : can.buttons.label
  const shown = buttons.filter((button) => !isLink(button) || shownLinks.includes(button))
  if (shown.length === 0) return texts(lines(message, ...written), aim)
  return withLabels({ message: lines(message, ...written), buttons: shown, label }, aim)
}

interface Labelled {
  readonly message: string
  readonly buttons: readonly Button[]
  readonly label: number
}

/** Where a label is too long, all labels are listed in full above the buttons. */
function withLabels({ message, buttons, label }: Labelled, aim: Aim): Item[] {
  const isLong = buttons.some(({ name }) => name.length > label)
  if (isLong) aim.lose(msg('loss_labels_shortened', { max: label }))
  const above = isLong ? lines(message, ...numbered(buttons.map(({ name }) => name))) : message
  const fitting = isLong ? buttons.map((button, index) => shortButton(button, index, label)) : [...buttons]
  const pieces = splitText(above, { max: Math.min(aim.can.text.max, 2000), unit: aim.can.text.unit })
  const last = pieces.pop()
  const choice: Item = { type: 'choice', ...(last === undefined ? {} : { message: last }), buttons: fitting }
  return [...pieces.map((text): Item => ({ type: 'text', text })), choice]
}

/** Numbered, so that shortened labels differ; the full label is what the button sends. */
function shortButton({ name, request }: Button, index: number, label: number): Button {
  const short = shorten(`${index + 1}. ${name}`, label)
  return { name: short, request: request.type === 'text' ? { ...request, payload: request.payload ?? name } : request }
}

/** Options read aloud at once; more on request. */
const SPOKEN = 4
function sayChoice(message: string, buttons: readonly Button[], aim: Aim): Item[] {
  const answers = buttons.filter((button) => !isLink(button)).map(({ name }) => name)
  if (answers.length < buttons.length) aim.lose(msg('loss_addresses_unsaid'))
  if (answers.length > SPOKEN) aim.lose(msg('loss_options_first', { max: SPOKEN, count: answers.length }))
  else if (answers.length > 0) aim.lose(msg('loss_options_said'))
  const said = answers.slice(0, SPOKEN).join(', ')
  return fitText(lines(message, said && `${said}${answers.length > SPOKEN ? ' …' : ''}`), aim)
}

function cardFits({ title, description, buttons }: Card, { card, buttons: limits, links }: Capabilities): boolean {
  if (!card || title.length > card.title || (description?.text.length ?? 0) > card.text) return false
  const opening = buttons.filter(isLink).length
  const isMixed = opening > 0 && opening < buttons.length
  if (buttons.length > card.buttons || opening > links.max || (isMixed && buttons.length > links.mixed)) return false
  return buttons.every((button) => button.name.length <= (isLink(button) ? links.label : limits.label))
}

function fitCard(card: CardItem, aim: Aim): Item[] {
  const { can, lose } = aim
  if (cardFits(card, can)) return [card]
  const { title, description, imageUrl, buttons } = card
  if (!can.card) {
    lose(msg('loss_card_text'))
    const isSpoken = can.text.format === 'spoken'
    return [
      ...fitText(lines(title, description?.text, isSpoken ? undefined : imageUrl), aim),
      ...(buttons.length > 0 ? fitChoice('', buttons, aim) : []),
    ]
  }
  lose(msg('loss_card_parts'))
  const short = shorten(title, can.card.title)
  const isWhole = short === title && (description?.text.length ?? 0) <= can.card.text
  const head: CardItem = {
    type: 'cardV2',
    title: short,
    ...(imageUrl === undefined ? {} : { imageUrl }),
    ...(isWhole && description ? { description } : {}),
    buttons: [],
  }
  const bare = !isWhole && imageUrl === undefined
  return [
    ...(bare ? [] : [head]),
    ...(isWhole ? [] : fitText(lines(title, description?.text), aim)),
    ...(buttons.length > 0 ? fitChoice('', buttons, aim) : []),
  ]
}

const kinds = ({ imageUrl, buttons }: Card) =>
  `${imageUrl === undefined}/${buttons.map(({ request }) => request.type).join()}`

function fitCarousel(cards: readonly Card[], aim: Aim): Item[] {
  const { can, lose } = aim
  const { carousel } = can
  const isAlike = !carousel?.uniform || cards.every((card) => card.imageUrl && kinds(card) === kinds(cards[0] ?? card))
  if (
    carousel &&
    isAlike &&
    cards.length >= carousel.min &&
    cards.length <= carousel.max &&
    cards.every((card) => cardFits(card, can) && (card.description?.text.length ?? 0) <= carousel.text)
  )
    return [{ type: 'carousel', cards: [...cards] }]
  if (can.text.format === 'spoken') {
    lose(msg('loss_cards_named'))
    return fitText(cards.map(({ title }) => title).join(', '), aim)
  }
  if (!can.card) {
    lose(msg('loss_cards_numbered'))
    const told = cards.map(({ title, description, buttons }) =>
      lines(title, description?.text, ...buttons.map((button) => `- ${linkLine(button)}`)),
    )
    return fitText(numbered(told).join('\n'), aim)
  }
  lose(carousel?.uniform && !isAlike ? msg('loss_cards_unlike') : msg('loss_cards_below'))
  return cards.flatMap((card) => fitCard({ type: 'cardV2', ...card }, aim))
}

function fitFrame(item: Extract<Item, { type: 'iFrame' }>, aim: Aim): Item[] {
  const { can, lose } = aim
  if (can.iFrame === 'shown') return [item]
  if (can.iFrame === 'said') {
    lose(msg('loss_page_title'))
    return texts(item.title, aim)
  }
  lose(msg('loss_page_link'))
  if (can.links.max === 0) return texts(labelled(item.title, item.url), aim)
  return fitChoice('', [{ name: item.title, request: { type: 'open_url', payload: item.url } }], aim)
}

function fitForm(item: Extract<Item, { type: 'form' | 'input' }>, aim: Aim): Item[] {
  const { can, lose } = aim
  const fields = fieldsOf(item)
  lose(fields.length > 1 ? msg('loss_form_questions') : msg('loss_field_question'))
  if (fields.some(({ type }) => type === 'password')) lose(msg('loss_password_open'))
  if (!can.upload && fields.some(({ type }) => type === 'file')) lose(msg('loss_no_file'))
  const before = item.type === 'form' ? lines(item.title, item.description) : ''
  const [first] = fields
  return [...fitText(before, aim), ...(first ? ask(first, aim) : [])]
}

function ask({ label, options }: FormField, aim: Aim): Item[] {
  if (!options?.length) return fitText(label, aim)
  return fitChoice(
    label,
    options.map((name) => ({ name, request: { type: 'text' } })),
    aim,
  )
}

const MEDIA = /\.(?:png|jpe?g|gif|webp|mp4|mov|webm|mp3|m4a|ogg|wav)$/i

function fitFile(item: Extract<Item, { type: 'file' }>, aim: Aim): Item[] {
  const { file } = aim.can
  const isMedia = item.mime === undefined ? MEDIA.test(item.name) : /^(?:image|video|audio)\//.test(item.mime)
  if (file === 'shown' || (file === 'media' && isMedia)) return [item]
  if (file === 'said') {
    aim.lose(msg('loss_file_named'))
    return texts(item.name, aim)
  }
  aim.lose(msg('loss_file_link'))
  return texts(labelled(item.name, item.url), aim)
}
