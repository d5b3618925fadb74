// The answer of one turn as it grows: which parts it speaks, under which event ids, and how it is replayed after a gap.
import type { Message, Source, StreamPart, TurnMetadata } from './conversations.ts'

export type TurnStatus = Exclude<Message['status'], 'streaming'>

/**
 * Event ids are positions, not counts: the parts before the text take 1…P, a piece of text takes P + its end offset, the
 * parts after it follow. So any node can resume from an id with nothing but the text, however it was cut into deltas.
 */
export interface Turn {
  readonly metadata: TurnMetadata
  readonly messageId: string
  /** Parts before the text, in order. */
  readonly opening: StreamPart[]
  /** Text so far; UTF-16 units count. */
  text: string
  /** Set once; then the turn is over. */
  ending: StreamPart[] | undefined
}

export interface NumberedPart {
  readonly id: number
  readonly part: StreamPart
}

export function openTurn(metadata: TurnMetadata, messageId: string): Turn {
  return {
    metadata,
    messageId,
    opening: [{ type: 'start', messageId, messageMetadata: metadata }, { type: 'start-step' }],
    text: '',
    ending: undefined,
  }
}

/** Sources come before the first word; returns the new parts. */
export function addSources(turn: Turn, sources: readonly Source[]): NumberedPart[] {
  return sources.map((source, index) => {
    const part: StreamPart = {
      type: 'source-document',
      sourceId: `${source.docId}-${index + 1}`,
      mediaType: 'text/plain',
      title: source.title,
      providerMetadata: { parlance: { docId: source.docId, passage: source.text, score: source.score } },
    }
    turn.opening.push(part)
    return { id: turn.opening.length, part }
  })
}

/** Adds generated text; the first piece also opens the text part. */
export function addText(turn: Turn, delta: string): NumberedPart[] {
  if (delta === '' || turn.ending) return []
  const parts: NumberedPart[] = []
  if (turn.text === '') {
    turn.opening.push({ type: 'text-start', id: 'answer' })
    parts.push({ id: turn.opening.length, part: { type: 'text-start', id: 'answer' } })
  }
  turn.text += delta
  parts.push({ id: turn.opening.length + turn.text.length, part: { type: 'text-delta', id: 'answer', delta } })
  return parts
}

export interface Ending {
  readonly status: TurnStatus
  /** For the reader, when the turn failed or broke off by a fault. */
  readonly error?: string
  readonly finishReason?: 'stop' | 'length' | 'error' | 'other'
  readonly metadata?: Partial<TurnMetadata>
}

export const finishReasonOf = ({ status, finishReason }: Ending): NonNullable<Ending['finishReason']> =>
  finishReason ?? (status === 'complete' ? 'stop' : 'other')

/** Ends the turn; returns the closing parts. A second ending changes nothing. */
export function endTurn(turn: Turn, ending: Ending): NumberedPart[] {
  if (turn.ending) return []
  const metadata = { ...turn.metadata, ...ending.metadata, status: ending.status }
  turn.ending = [
    ...(turn.text === '' ? [] : [{ type: 'text-end', id: 'answer' } as const]),
    ...(ending.error ? [{ type: 'error', errorText: ending.error } as const] : []),
    ...(ending.status === 'interrupted' && !ending.error ? [{ type: 'abort', reason: 'stopped' } as const] : []),
    { type: 'finish-step' },
    {
      type: 'finish',
      finishReason: finishReasonOf(ending),
      messageMetadata: metadata,
    },
  ]
  return closing(turn)
}

const closing = (turn: Turn): NumberedPart[] =>
  (turn.ending ?? []).map((part, index) => ({ id: turn.opening.length + turn.text.length + 1 + index, part }))

/** Every part after event id `after` (0 for all), the text in one piece. */
export function replay(turn: Turn, after: number): NumberedPart[] {
  const opened = turn.opening.length
  const parts: NumberedPart[] = turn.opening
    .map((part, index) => ({ id: index + 1, part }))
    .filter(({ id }) => id > after)
  const from = Math.max(0, after - opened)
  if (from < turn.text.length)
    parts.push({
      id: opened + turn.text.length,
      part: { type: 'text-delta', id: 'answer', delta: turn.text.slice(from) },
    })
  return [...parts, ...closing(turn).filter(({ id }) => id > after)]
}
