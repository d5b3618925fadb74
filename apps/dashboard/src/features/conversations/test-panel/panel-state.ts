// The test conversation as pure state: messages with setup, answers, traces and the running turn.
import { NO_ANSWER, readAnswer, type Answer } from '@parlance/contract/conversations/answer'
import type { DebugOptions, Message, StreamPart } from '@parlance/contract/conversations/schemas'
import type { TraceEntry } from '@parlance/contract/engine/types'
import type { Submission } from '@parlance/contract/items/schemas'
import { plainText } from '@parlance/contract/items/plain'
import { afterSending, NO_SETUP, type Setup } from './setup.ts'

export interface Entry {
  /** Sent with the message; resending it is harmless. */
  readonly id: string
  readonly text: string
  /** Set when sent with files. */
  readonly items?: Message['items'] | undefined
  /** Set when the text comes from an item of an earlier answer. */
  readonly submission?: Submission | undefined
  /** Its debug options; unknown for messages from before a reload. */
  readonly debug?: DebugOptions | undefined
  /** Its sequence number in the stored conversation; unknown until stored. */
  readonly seq?: number | undefined
  readonly answer: Answer
  /** The server's error code when it refused the message. */
  readonly errorCode?: string | undefined
  /** Engine steps received by this page. */
  readonly trace: readonly TraceEntry[]
}

export interface PanelState {
  readonly entries: readonly Entry[]
  /** The entry with a running answer. */
  readonly running: string | null
  readonly turnId: string
  readonly conversationId: string
  readonly visitorId: string
  /** The next message replaces the stored one with this number and all after it. */
  readonly cut: number | undefined
  readonly setup: Setup
}

/** The state needed to resume a conversation. */
export type Remembered = Pick<PanelState, 'conversationId' | 'visitorId'> & Partial<Pick<PanelState, 'cut' | 'setup'>>

export type PanelEvent =
  /** Removes `from` and later entries; `cut` is their place in the stored conversation. */
  | {
      type: 'ask'
      id: string
      text: string
      submission?: Submission | undefined
      debug?: DebugOptions | undefined
      from?: string | undefined
      cut?: number | undefined
    }
  | { type: 'part'; part: StreamPart }
  /** The stream ended or failed to open; `error` is a sentence, empty for a normal end. */
  | { type: 'ended'; error: string; code?: string | undefined }
  /** The conversation before the reload. */
  | { type: 'restore'; entries: readonly Entry[] }
  | { type: 'drop'; from: string; cut: number | undefined }
  /** Reverts a `drop` that left this many entries. */
  | { type: 'undrop'; entries: readonly Entry[]; cut: number | undefined; left: number }
  | { type: 'setup'; setup: Setup }
  | { type: 'restart' }

export const EMPTY: PanelState = {
  entries: [],
  running: null,
  turnId: '',
  conversationId: '',
  visitorId: '',
  cut: undefined,
  setup: NO_SETUP,
}

export function reducePanel(state: PanelState, event: PanelEvent): PanelState {
  switch (event.type) {
    case 'ask':
      return state.running ? state : asked(state, event)
    case 'part':
      return heard(state, event.part)
    case 'ended':
      return {
        ...updateRunning(state, (entry) => ({ ...closed(entry, event.error), errorCode: event.code })),
        running: null,
      }
    case 'restore': {
      const { cut } = state
      const kept = event.entries.filter(({ seq }) => cut === undefined || seq === undefined || seq < cut)
      return state.running ? state : { ...state, entries: withHistory(state.entries, kept) }
    }
    case 'drop':
      return state.running
        ? state
        : { ...state, entries: before(state.entries, event.from), cut: earlier(state.cut, event.cut) }
    case 'undrop':
      // A newer message makes it irreversible.
      return state.running || state.entries.length !== event.left
        ? state
        : { ...state, entries: event.entries, cut: event.cut }
    case 'setup':
      return { ...state, setup: event.setup }
    case 'restart':
      return { ...EMPTY, setup: state.setup }
  }
}

function asked(state: PanelState, event: Extract<PanelEvent, { type: 'ask' }>): PanelState {
  const { id, text, submission, debug, from, cut } = event
  const fresh: Entry = { id, text, submission, debug, answer: NO_ANSWER, trace: [] }
  const left = from === undefined ? state.entries : before(state.entries, from)
  const known = left.some((entry) => entry.id === id)
  const entries = known ? left.map((entry) => (entry.id === id ? fresh : entry)) : [...left, fresh]
  return { ...state, entries, running: id, turnId: '', cut: earlier(state.cut, cut) }
}

function heard(state: PanelState, part: StreamPart): PanelState {
  if (part.type === 'data-trace')
    return updateRunning(state, (entry) => ({ ...entry, trace: [...entry.trace, part.data] }))
  const next = updateRunning(state, (entry) => ({ ...entry, answer: readAnswer(entry.answer, part) }))
  if (part.type !== 'start' || !state.running) return next
  const { conversationId, visitorId, turnId } = part.messageMetadata
  return { ...next, conversationId, visitorId, turnId, cut: undefined, setup: afterSending(state.setup) }
}

function before(entries: readonly Entry[], id: string): readonly Entry[] {
  const at = entries.findIndex((entry) => entry.id === id)
  return at < 0 ? entries : entries.slice(0, at)
}
const earlier = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.min(one, other)

/** History first, then newer entries; each turn once. */
function withHistory(entries: readonly Entry[], history: readonly Entry[]): Entry[] {
  const ids = new Set(history.map((entry) => entry.id))
  const own = entries.filter((entry) => !ids.has(entry.id))
  const turns = new Set(own.map((entry) => entry.answer.metadata?.turnId))
  return [...history.filter((entry) => !turns.has(entry.answer.metadata?.turnId)), ...own]
}

/** Pure: turns a transcript, oldest first, into questions with answers; skips greetings. */
export function entriesOf(messages: readonly Message[], { conversationId, visitorId }: Remembered): Entry[] {
  return messages
    .filter((message) => message.from === 'user')
    .map((question) => {
      const { turnId, submission, seq } = question
      const answer = messages.find((message) => message.from === 'agent' && message.turnId === turnId)
      return {
        id: question.id,
        text: textOf(question),
        ...(question.items.length > 1 || question.items[0]?.type !== 'text' ? { items: question.items } : {}),
        submission,
        seq,
        trace: [],
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

function updateRunning(state: PanelState, change: (entry: Entry) => Entry): PanelState {
  if (!state.running) return state
  return { ...state, entries: state.entries.map((entry) => (entry.id === state.running ? change(entry) : entry)) }
}

/** A stream that ended without a finish: keeps the text as interrupted. */
function closed(entry: Entry, error: string): Entry {
  const { answer } = entry
  if (answer.status !== 'waiting' && answer.status !== 'streaming')
    return error && answer.status !== 'complete'
      ? { ...entry, answer: { ...answer, error: answer.error || error } }
      : entry
  const status = answer.text === '' ? ('failed' as const) : ('interrupted' as const)
  return { ...entry, answer: { ...answer, status, error: answer.error || error } }
}

/** Pure: an entry's accepted turn; empty if there is none. */
export const turnOf = (entry: Entry | undefined): string => entry?.answer.metadata?.turnId ?? ''

/** Pure: the last finished turn with a position. */
export function lastFinished({ entries, running }: Pick<PanelState, 'entries' | 'running'>): Entry | undefined {
  return entries.findLast((entry) => entry.id !== running && turnOf(entry) !== '' && !NOWHERE.has(entry.answer.status))
}
const NOWHERE = new Set<Answer['status']>(['failed', 'streaming', 'waiting'])
