// The test conversation as pure state: what was asked and how, what came of each answer so far, why, and what runs.
import { NO_ANSWER, readAnswer, type Answer } from '@parlance/contract/conversations/answer'
import type { DebugOptions, Message, StreamPart } from '@parlance/contract/conversations/schemas'
import type { TraceEntry } from '@parlance/contract/engine/types'
import type { Submission } from '@parlance/contract/items/schemas'
import { plainText } from '@parlance/contract/items/plain'
import { afterSending, NO_SETUP, type Setup } from './setup.ts'

export interface Entry {
  /** Sent with the message; asking again under the same id is harmless. */
  readonly id: string
  readonly text: string
  /** Where it was sent with files. */
  readonly items?: Message['items'] | undefined
  /** The text comes from an item of an earlier answer. */
  readonly submission?: Submission | undefined
  /** How it was sent; unknown of messages from before a reload. */
  readonly debug?: DebugOptions | undefined
  /** Its place in the stored conversation; unknown while only this page knows of it. */
  readonly seq?: number | undefined
  readonly answer: Answer
  /** Of the refusal, where the server took no message. */
  readonly errorCode?: string | undefined
  /** What the engine did, as far as this page heard of it. */
  readonly trace: readonly TraceEntry[]
}

export interface PanelState {
  readonly entries: readonly Entry[]
  /** The entry whose answer is on its way. */
  readonly running: string | null
  readonly turnId: string
  readonly conversationId: string
  readonly visitorId: string
  /** The next message takes the place of the stored one with this number and of all that follow it. */
  readonly cut: number | undefined
  readonly setup: Setup
}

/** What is needed to go on with a conversation. */
export type Remembered = Pick<PanelState, 'conversationId' | 'visitorId'> & Partial<Pick<PanelState, 'cut' | 'setup'>>

export type PanelEvent =
  /** `from` and the entries after it make room; `cut` is their place in the stored conversation. */
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
  /** The stream ended or could not be opened; `error` is a sentence, empty when it simply ended. */
  | { type: 'ended'; error: string; code?: string | undefined }
  /** What was said before the page was loaded again. */
  | { type: 'restore'; entries: readonly Entry[] }
  | { type: 'drop'; from: string; cut: number | undefined }
  /** Takes a `drop` back that left so many entries. */
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
      // Once something was said since, there is nothing to come back to.
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

/** A stream that ended without saying how: what there is stays, marked as broken off. */
function closed(entry: Entry, error: string): Entry {
  const { answer } = entry
  if (answer.status !== 'waiting' && answer.status !== 'streaming')
    return error && answer.status !== 'complete'
      ? { ...entry, answer: { ...answer, error: answer.error || error } }
      : entry
  const status = answer.text === '' ? ('failed' as const) : ('interrupted' as const)
  return { ...entry, answer: { ...answer, status, error: answer.error || error } }
}

/** Pure: the turn of an entry that the server accepted; empty when it never did. */
export const turnOf = (entry: Entry | undefined): string => entry?.answer.metadata?.turnId ?? ''

/** Pure: the last turn that is over and left the conversation somewhere. */
export function lastFinished({ entries, running }: Pick<PanelState, 'entries' | 'running'>): Entry | undefined {
  return entries.findLast((entry) => entry.id !== running && turnOf(entry) !== '' && !NOWHERE.has(entry.answer.status))
}
const NOWHERE = new Set<Answer['status']>(['failed', 'streaming', 'waiting'])
