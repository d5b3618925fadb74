// Converts Voiceflow's answer («traces») to items in order, with a note for everything dropped.
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'
import type { Source } from '@parlance/contract/conversations/schemas'
import { checkItems } from '../items/check.ts'
import type { Card, Item } from '@parlance/contract/items/schemas'
import { urlsIn } from '../items/urls.ts'
import { cut } from '@parlance/contract/lib/text'
import { nameOf, type ParsedButton, readButton, webUrl } from './buttons.ts'
import { cleanJson, type JsonObject, isJsonObject, asArray, asString } from './clean.ts'
import { DIALOGUE_LIMITS, type DialogueAction } from '@parlance/contract/dialogue/schemas'
import { slateToPlainText, stripSsml } from './texts.ts'

export interface ShownItem {
  readonly item: Item
  /** What Voiceflow receives when one of its buttons is pressed or, without `button`, when its form is sent. */
  readonly replies: readonly { readonly button?: number; readonly action: DialogueAction }[]
}

export interface TraceResult {
  readonly shown: readonly ShownItem[]
  /** Voiceflow's conversation has ended; later traces are ignored. */
  readonly ended: boolean
  /** Voiceflow requests a hand-off. */
  readonly handOff: boolean
  readonly retrievals: readonly { readonly query: string; readonly passages: readonly Source[] }[]
  /** What was dropped or changed. */
  readonly notes: readonly MessageDescriptor[]
  /** The sanitised answer, for the owner's trace. */
  readonly clean: readonly unknown[]
}

/** Undefined when it is not a list of traces. */
export function readTraces(raw: unknown): TraceResult | undefined {
  // A verbose response wraps the traces next to the state.
  const found = isJsonObject(raw) ? (raw['trace'] ?? raw['traces']) : raw
  if (!Array.isArray(found)) return undefined
  const clean = asArray(cleanJson(found.slice(0, DIALOGUE_LIMITS.traces)))
  const notes: MessageDescriptor[] = []
  const shown: ShownItem[] = []
  const retrievals: TraceResult['retrievals'][number][] = []
  let ended = false
  let handOff = false
  for (const trace of clean) {
    const type = isJsonObject(trace) ? asString(trace['type']) : ''
    if (!isJsonObject(trace) || type === '') {
      notes.push(msg('step_without_type'))
      continue
    }
    const payload = isJsonObject(trace['payload']) ? trace['payload'] : {}
    if (type === 'end') ended = true
    else if (type === 'live-agent-handoff') handOff = true
    else if (type === 'knowledgeBase') retrievals.push(retrievalOf(payload))
    const read = ITEMS[type]
    if (read) shown.push(...read(payload, trace, (reason) => notes.push(msg('named', { name: cut(type, 50), reason }))))
    else if (!SILENT.has(type)) notes.push(msg('step_type_unknown', { type: cut(type, 100) }))
    if (type === 'no-reply') notes.push(msg('loss_voiceflow_reminder'))
    if (ended) break
  }
  if (found.length > DIALOGUE_LIMITS.traces)
    notes.push(msg('loss_steps_limited', { max: DIALOGUE_LIMITS.traces, count: found.length }))
  return { shown: within(shown, notes), ended, handOff, retrievals, notes, clean }
}

/** Debug traces, or traces for telephony only. */
const SILENT: ReadonlySet<string> = new Set(
  'end no-reply path block flow debug log completion reasoning knowledgeBase goto dtmf audio live-agent-handoff'.split(
    ' ',
  ),
)

type Read = (payload: JsonObject, trace: JsonObject, note: Note) => readonly ShownItem[]
const MAX_TEXT = 10_000
const alone = (item: Item): ShownItem => ({ item, replies: [] })

type Note = (reason: MessageDescriptor) => void

function texts(text: string, note: Note): ShownItem[] {
  const trimmed = text.trim()
  if (trimmed.length > MAX_TEXT) note(msg('loss_text_limited', { max: MAX_TEXT }))
  return trimmed === '' ? [] : [alone({ type: 'text', text: cut(trimmed, MAX_TEXT) })]
}

const readText: Read = (payload, _trace, note) => {
  const message = asString(payload['message'])
  return texts(message.trim() === '' ? slateToPlainText(payload['slate']) : message, note)
}

const readSpeech: Read = (payload, _trace, note) => {
  if (payload['type'] !== 'audio') return texts(stripSsml(asString(payload['message'])), note)
  const url = webUrl(payload['src'])
  if (url !== undefined) return [alone({ type: 'file', url, name: 'Audio', mime: 'audio/mpeg' })]
  note(msg('loss_sound_address'))
  return []
}

const readVisual: Read = (payload, _trace, note) => {
  const image = webUrl(payload['image'] ?? payload['imageUrl'])
  if (image !== undefined) return [alone({ type: 'visual', image, alt: cut(asString(payload['alt']), 500) })]
  note(msg('loss_picture_address'))
  return []
}

const readChoice: Read = (payload, _trace, note) => {
  const given = asArray(payload['buttons'] ?? payload['choices'])
  const buttons = readButtons(given, 30, note)
  const message = asString(payload['message']).trim()
  if (buttons.length === 0) return texts(message, note)
  const said = message === '' ? {} : { message: cut(message, 2000) }
  return [
    { item: { type: 'choice', ...said, buttons: buttons.map(({ button }) => button) }, replies: repliesOf(buttons) },
  ]
}

function readButtons(given: readonly unknown[], most: number, note: Note): ParsedButton[] {
  const read = given.map(readButton).filter((button) => button !== undefined)
  if (read.length < given.length) note(msg('loss_button_unnamed'))
  if (read.length > most) note(msg('loss_buttons_limited', { max: most, count: read.length }))
  return read.slice(0, most)
}

const repliesOf = (buttons: readonly ParsedButton[], from = 0): ShownItem['replies'] =>
  buttons.flatMap(({ action }, index) => (action ? [{ button: from + index, action }] : []))

interface ReadCard {
  readonly card: Card
  readonly buttons: readonly ParsedButton[]
}

function cardOf(raw: unknown, note: Note): ReadCard | undefined {
  if (!isJsonObject(raw)) return undefined
  const said = isJsonObject(raw['description'])
    ? asString(raw['description']['text']) || slateToPlainText(raw['description']['slate'])
    : asString(raw['description'] ?? raw['text'])
  const image = raw['imageUrl'] ?? (isJsonObject(raw['image']) ? raw['image']['largeImageUrl'] : raw['image'])
  const imageUrl = webUrl(image)
  if (imageUrl === undefined && asString(image) !== '') note(msg('loss_card_picture_address'))
  const buttons = readButtons(asArray(raw['buttons']), 10, note)
  // Our cards need a title: falls back to the description or the first button.
  const own = nameOf(raw['title'])
  const title = own || nameOf(said) || (buttons[0]?.button.name ?? '')
  if (title === '') return undefined
  const text = cut(said.trim(), 2000)
  const isTold = text !== '' && (own !== '' || nameOf(text) !== text)
  return {
    card: {
      title,
      ...(imageUrl === undefined ? {} : { imageUrl }),
      ...(isTold ? { description: { text } } : {}),
      buttons: buttons.map(({ button }) => button),
    },
    buttons,
  }
}

const readCard: Read = (payload, trace, note) => {
  const read = cardOf(payload, note)
  if (read) return [{ item: { type: 'cardV2', ...read.card }, replies: repliesOf(read.buttons) }]
  if (webUrl(payload['imageUrl']) !== undefined) return readVisual(payload, trace, note)
  note(msg('loss_card_empty'))
  return []
}

const readCarousel: Read = (payload, _trace, note) => {
  const given = asArray(payload['cards'])
  const cards = given.slice(0, 10).flatMap((each) => cardOf(each, note) ?? [])
  if (given.length > 10) note(msg('loss_cards_limited', { count: given.length }))
  if (cards.length === 0) {
    note(msg('loss_cards_empty'))
    return []
  }
  let from = 0
  const replies = cards.flatMap(({ buttons }) => {
    const own = repliesOf(buttons, from)
    from += buttons.length
    return own
  })
  return [{ item: { type: 'carousel', cards: cards.map(({ card }) => card) }, replies }]
}

/** Custom actions named like our items, with the fields as body (data, or JSON text). */
const readOurs: Read = (_payload, trace, note) => {
  const body = trace['payload']
  const fields = typeof body === 'string' ? parsed(body) : body
  if (!isJsonObject(fields)) {
    note(msg('loss_body_invalid'))
    return []
  }
  const urls = [...urlsIn(JSON.stringify(fields))].filter((url) => url.startsWith('http'))
  const { items, notes } = checkItems([{ ...fields, type: trace['type'] }], urls)
  for (const reason of notes) note(reason)
  return items.map((item) => {
    const sent = item.type === 'form' || item.type === 'input' ? eventOf(trace) : undefined
    return { item, replies: sent === undefined ? [] : [{ action: { type: sent } }] }
  })
}

function parsed(text: string): unknown {
  try {
    return cleanJson(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** A custom action's path after its form: the one with this name, the default, or the first. */
function eventOf(trace: JsonObject): string | undefined {
  const names = asArray(trace['paths']).map((path) => {
    const event = isJsonObject(path) ? path['event'] : undefined
    return isJsonObject(event) ? asString(event['type']) || asString(event['name']) : ''
  })
  const chosen = names.find((name) => /^(?:complete|success|submit)/i.test(name))
  const name = chosen ?? (names[Number(trace['defaultPath'])] || names.find(Boolean))
  return name === undefined || name === '' || name === 'launch' ? undefined : cut(name, 200)
}

const ITEMS: Readonly<Record<string, Read | undefined>> = Object.assign(Object.create(null), {
  text: readText,
  speak: readSpeech,
  visual: readVisual,
  choice: readChoice,
  card: readCard,
  cardV2: readCard,
  carousel: readCarousel,
  iFrame: readOurs,
  form: readOurs,
  input: readOurs,
  file: readOurs,
} satisfies Record<string, Read>)

function retrievalOf(payload: JsonObject): TraceResult['retrievals'][number] {
  const query = isJsonObject(payload['query']) ? asString(payload['query']['question']) : asString(payload['query'])
  const passages = asArray(payload['chunks'])
    .filter(isJsonObject)
    .slice(0, 20)
    .map((chunk) => {
      const data = isJsonObject(chunk['documentData']) ? chunk['documentData'] : chunk
      return {
        docId: cut(asString(chunk['documentID']), 100),
        title: cut(asString(data['name'] ?? data['title'] ?? data['url']), 500),
        text: cut(asString(chunk['content']), 5000),
        score: typeof chunk['score'] === 'number' ? chunk['score'] : 0,
      }
    })
  return { query: cut(query, 2000), passages }
}

function within(shown: readonly ShownItem[], notes: MessageDescriptor[]): ShownItem[] {
  let chars = 0
  const kept = shown.filter(({ item }, index) => {
    if (item.type === 'text') chars += item.text.length
    return index < DIALOGUE_LIMITS.items && chars <= DIALOGUE_LIMITS.chars
  })
  if (kept.length < shown.length) notes.push(msg('loss_items_left_out', { count: shown.length - kept.length }))
  return kept
}
