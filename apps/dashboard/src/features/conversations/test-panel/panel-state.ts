// The test conversation as pure state: what was asked, what came of each answer so far, and what runs.
import { NO_ANSWER, readAnswer, type Answer } from '@parlance/core/conversations/answer'
import type { Message, StreamPart } from '@parlance/core/conversations/conversations'
import { plainText } from '@parlance/core/items/plain'

export interface Entry {
  /** Sent with the message; asking again under the same id is harmless. */
  readonly id: string
  readonly text: string
  readonly answer: Answer
}

export interface PanelState {
  readonly entries: readonly Entry[]
  /** The entry whose answer is on its way. */
  readonly running: string | null
  readonly turnId: string
  readonly conversationId: string
  readonly visitorId: string
}

/** What is needed to go on with a conversation. */
export type Remembered = Pick<PanelState, 'conversationId' | 'visitorId'>

export type PanelEvent =
  | { type: 'ask'; id: string; text: string }
  | { type: 'part'; part: StreamPart }
  /** The stream ended or could not be opened; `error` is a sentence, empty when it simply ended. */
  | { type: 'ended'; error: string }
  /** What was said before the page was loaded again. */
  | { type: 'restore'; entries: readonly Entry[] }
  | { type: 'restart' }

export const EMPTY: PanelState = { entries: [], running: null, turnId: '', conversationId: '', visitorId: '' }

export function reducePanel(state: PanelState, event: PanelEvent): PanelState {
  switch (event.type) {
    case 'ask': {
      if (state.running) return state
      const fresh: Entry = { id: event.id, text: event.text, answer: NO_ANSWER }
      const known = state.entries.some((entry) => entry.id === event.id)
      const entries = known
        ? state.entries.map((entry) => (entry.id === event.id ? fresh : entry))
        : [...state.entries, fresh]
      return { ...state, entries, running: event.id, turnId: '' }
    }
    case 'part': {
      const { part } = event
      const next = updateRunning(state, (answer) => readAnswer(answer, part))
      if (part.type !== 'start' || !state.running) return next
      const { conversationId, visitorId, turnId } = part.messageMetadata
      return { ...next, conversationId, visitorId, turnId }
    }
    case 'ended':
      return { ...updateRunning(state, (answer) => closed(answer, event.error)), running: null }
    case 'restore':
      return state.running ? state : { ...state, entries: withHistory(state.entries, event.entries) }
    case 'restart':
      return EMPTY
  }
}

/** History first; what was asked meanwhile stays, and a turn that is in both stands once. */
function withHistory(entries: readonly Entry[], history: readonly Entry[]): Entry[] {
  const ids = new Set(history.map((entry) => entry.id))
  const own = entries.filter((entry) => !ids.has(entry.id))
  const turns = new Set(own.map((entry) => entry.answer.metadata?.turnId))
  return [...history.filter((entry) => !turns.has(entry.answer.metadata?.turnId)), ...own]
}

/** Pure: messages of a transcript, oldest first, as questions with their answers; greetings are no answers. */
export function entriesOf(messages: readonly Message[], { conversationId, visitorId }: Remembered): Entry[] {
  return messages
    .filter((message) => message.from === 'user')
    .map((question) => {
      const { turnId } = question
      const answer = messages.find((message) => message.from === 'agent' && message.turnId === turnId)
      return {
        id: question.id,
        text: textOf(question),
        answer: {
          messageId: answer?.id ?? '',
          items: answer?.items ?? [],
          text: answer ? textOf(answer) : '',
          sources: answer?.sources ?? [],
          status: answer?.status ?? 'failed',
          error: '',
          metadata: { conversationId, turnId, visitorId },
        },
      }
    })
}
const textOf = (message: Message) => plainText(message.items)

function updateRunning(state: PanelState, change: (answer: Answer) => Answer): PanelState {
  if (!state.running) return state
  return {
    ...state,
    entries: state.entries.map((entry) =>
      entry.id === state.running ? { ...entry, answer: change(entry.answer) } : entry,
    ),
  }
}

/** A stream that ended without saying how: what there is stays, marked as broken off. */
function closed(answer: Answer, error: string): Answer {
  if (answer.status !== 'waiting' && answer.status !== 'streaming') return error ? { ...answer, error } : answer
  return { ...answer, status: answer.text === '' ? 'failed' : 'interrupted', error: answer.error || error }
}
