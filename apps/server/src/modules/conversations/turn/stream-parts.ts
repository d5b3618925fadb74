// The growing answer of a turn: its parts, their event ids, and its replay after a gap.
import { type Message as Sentence, withRef } from '@parlance/i18n/messages'
import type { Item } from '@parlance/contract/items/schemas'
import { plainText } from '@parlance/contract/items/plain'
import type { Message, Source, StreamPart, TurnMetadata } from '@parlance/contract/conversations/schemas'

export type TurnStatus = Exclude<Message['status'], 'streaming'>

/**
 * Event ids are positions: one per part, one per UTF-16 unit of text. So any node can resume, however text was split.
 */
export interface Turn {
  readonly metadata: TurnMetadata
  readonly messageId: string
  /** Parts before the first output, in order. */
  readonly opening: StreamPart[]
  /** Output so far, in order; the last one grows while it is text. Texts are never adjacent. */
  readonly body: Item[]
  /** Passages found after the first word; sent at the end. */
  readonly lateSources: Source[]
  at: number
  ending: StreamPart[] | undefined
}

export interface NumberedPart {
  readonly id: number
  readonly part: StreamPart
}

export function openTurn(metadata: TurnMetadata, messageId: string): Turn {
  const opening: StreamPart[] = [{ type: 'start', messageId, messageMetadata: metadata }, { type: 'start-step' }]
  return { metadata, messageId, opening, body: [], lateSources: [], at: opening.length, ending: undefined }
}

export const turnText = ({ body }: Pick<Turn, 'body'>): string => plainText(body)

const sourceParts = (sources: readonly Source[], before: number): StreamPart[] =>
  sources.map(({ docId, title, text, score, n, url }, index) => ({
    type: 'source-document',
    sourceId: `${docId}-${before + index + 1}`,
    mediaType: 'text/plain',
    title,
    providerMetadata: {
      parlance: { docId, passage: text, score, ...(n === undefined ? {} : { n }), ...(url ? { url } : {}) },
    },
  }))

const numbered = (turn: Turn, part: StreamPart, units = 1): NumberedPart => ({ id: (turn.at += units), part })

/** Before the first word they are sent at once, and the new parts returned; later ones wait for the end. */
export function addSources(turn: Turn, sources: readonly Source[]): NumberedPart[] {
  if (turn.body.length > 0 || turn.ending) {
    if (!turn.ending) turn.lateSources.push(...sources.map((source) => ({ ...source, late: true })))
    return []
  }
  const parts = sourceParts(sources, turn.opening.length - 2)
  turn.opening.push(...parts)
  return parts.map((part) => numbered(turn, part))
}

const textId = (index: number) => (index === 0 ? 'answer' : `answer-${index + 1}`)

/** Adds generated text; the first piece after anything else also opens its text part. */
export function addText(turn: Turn, delta: string): NumberedPart[] {
  if (delta === '' || turn.ending) return []
  const last = turn.body.at(-1)
  const id = textId(last?.type === 'text' ? turn.body.length - 1 : turn.body.length)
  const parts: NumberedPart[] = []
  if (last?.type === 'text') last.text += delta
  else {
    turn.body.push({ type: 'text', text: delta })
    parts.push(numbered(turn, { type: 'text-start', id }))
  }
  parts.push(numbered(turn, { type: 'text-delta', id, delta }, delta.length))
  return parts
}

/** Adds an item whole. A text item becomes part of the text, as a paragraph of its own. */
export function addItem(turn: Turn, item: Item): NumberedPart[] {
  if (turn.ending) return []
  const last = turn.body.at(-1)
  if (item.type === 'text')
    return item.text === '' ? [] : addText(turn, (last?.type === 'text' ? '\n\n' : '') + item.text)
  const parts: NumberedPart[] = []
  if (last?.type === 'text') parts.push(numbered(turn, { type: 'text-end', id: textId(turn.body.length - 1) }))
  turn.body.push(item)
  parts.push(numbered(turn, itemPart(turn, item, turn.body.length - 1)))
  return parts
}

const itemPart = (turn: Turn, item: Item, index: number): StreamPart => ({
  type: 'data-item',
  id: `${turn.messageId}-${index}`,
  data: item,
})

/** Starts a new paragraph, e.g. when a model continues after its tools. */
export function newParagraph(turn: Turn): NumberedPart[] {
  const last = turn.body.at(-1)
  return last?.type === 'text' && !/\n\s*$/.test(last.text) ? addText(turn, '\n\n') : []
}

export interface Ending {
  readonly status: TurnStatus
  /** Shown to the reader when the turn failed or was interrupted by an error. */
  readonly error?: Sentence
  readonly finishReason?: 'stop' | 'length' | 'error' | 'other'
  readonly metadata?: Partial<TurnMetadata>
}

export const finishReasonOf = ({ status, finishReason }: Ending): NonNullable<Ending['finishReason']> =>
  finishReason ?? (status === 'complete' ? 'stop' : 'other')

/** Ends the turn; returns the closing parts. A second call changes nothing. */
export function endTurn(turn: Turn, ending: Ending): NumberedPart[] {
  if (turn.ending) return []
  const { error: errorText, errorMessage } = withRef('error', ending.error ?? '')
  const metadata = {
    ...turn.metadata,
    ...ending.metadata,
    status: ending.status,
    ...(errorMessage && { errorMessage }),
  }
  const { body } = turn
  turn.ending = [
    ...(body.at(-1)?.type === 'text' ? [{ type: 'text-end', id: textId(body.length - 1) } as const] : []),
    ...sourceParts(turn.lateSources, turn.opening.length - 2),
    ...(errorText ? [{ type: 'error', errorText } as const] : []),
    ...(ending.status === 'interrupted' && !errorText ? [{ type: 'abort', reason: 'stopped' } as const] : []),
    { type: 'finish-step' },
    {
      type: 'finish',
      finishReason: finishReasonOf(ending),
      messageMetadata: metadata,
    },
  ]
  return turn.ending.map((part) => numbered(turn, part))
}

/** Every part after event id `after` (0 for all), each text in one piece. */
export function replay(turn: Turn, after: number): NumberedPart[] {
  const parts: NumberedPart[] = []
  let at = 0
  const give = (part: StreamPart) => {
    at += 1
    if (at > after) parts.push({ id: at, part })
  }
  for (const part of turn.opening) give(part)
  turn.body.forEach((item, index) => {
    if (item.type !== 'text') return give(itemPart(turn, item, index))
    const id = textId(index)
    give({ type: 'text-start', id })
    const from = Math.max(0, after - at)
    at += item.text.length
    if (from < item.text.length) parts.push({ id: at, part: { type: 'text-delta', id, delta: item.text.slice(from) } })
    if (index < turn.body.length - 1) give({ type: 'text-end', id })
  })
  for (const part of turn.ending ?? []) give(part)
  return parts
}

/** A part of the output that is stored while the turn runs: text, or one whole item. */
export interface Chunk {
  /** Its position: texts count UTF-16 units, items count one. */
  readonly at: number
  readonly text: string
  readonly item?: Item | undefined
}

/** Output from position `from` on. An incomplete surrogate pair at the end waits for its second half. */
export function chunksFrom(body: readonly Item[], from: number): Chunk[] {
  const chunks: Chunk[] = []
  let at = 0
  for (const [index, item] of body.entries()) {
    const units = item.type === 'text' ? item.text.length : 1
    if (at + units > from) {
      if (item.type !== 'text') chunks.push({ at, text: '', item })
      else {
        const begin = Math.max(0, from - at)
        const text = item.text.slice(begin, index === body.length - 1 ? wholeEnd(item.text) : undefined)
        if (text !== '') chunks.push({ at: at + begin, text })
      }
    }
    at += units
  }
  return chunks
}

/** Rebuilds the output from its chunks in order; stops at a gap. */
export function bodyOf(chunks: readonly Chunk[]): Item[] {
  const body: Item[] = []
  let at = 0
  for (const chunk of chunks) {
    if (chunk.at !== at) break
    const last = body.at(-1)
    if (chunk.item) body.push(chunk.item)
    else if (last?.type === 'text') last.text += chunk.text
    else body.push({ type: 'text', text: chunk.text })
    at += chunk.item ? 1 : chunk.text.length
  }
  return body
}

export const chunkEnd = ({ at, text, item }: Chunk): number => at + (item ? 1 : text.length)

/** The text's end without half a surrogate pair, which databases refuse. */
function wholeEnd(text: string): number {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last <= 0xdbff ? text.length - 1 : text.length
}
