// The session reducer, pure: send, stream, resume, retry, stop, history and other tabs.
import { readAnswer } from '@parlance/contract/conversations/answer'
import { firstHandlers, createReducer } from './initial.ts'
import { attachmentHandlers } from './pending-attachments.ts'
import { giveUpWaiting, isWaiting, ownEntry, postOf } from './message-queue.ts'
import { lifecycleHandlers, applyConversationStatus, typingAfter } from './lifecycle.ts'
import { askAgain, hideRetried } from './retried.ts'
import { readUp } from './seen.ts'
import { patch, step, type Handler, type Handlers } from './step.ts'
import { isAgentPaused } from './selectors.ts'
import { knownSeq, merge, placeSeq, toEntry } from '../transcript.ts'
import { freshSession, newTurn, type Command, type Entry, type Note, type Session, type SessionEvent } from './state.ts'
import type { Step, Turn } from './state.ts'

/** Consecutive breaks before an answer is given up, about 45 seconds with backoff. */
export const MAX_ATTEMPTS = 8
export const backoff = (attempt: number) => Math.min(500 * 2 ** (attempt - 1), 10_000)
/** Proxy statuses for an unreachable server. */
const AWAY: ReadonlySet<number> = new Set([502, 503, 504])
/** The longest rate limit to wait for; longer ones are reported to the visitor. */
const PATIENCE_S = 15

/** Follows an acknowledged turn; otherwise posts the same message again, which is harmless. */
const resumeOf = (state: Session, turn: Turn): Command =>
  turn.turnId === '' ? postOf(state, turn) : { do: 'follow', turnId: turn.turnId, after: turn.lastEventId }

/** Ends the running turn with its partial answer. */
function settle(state: Session, now: string, why: Note): Step {
  const { turn } = state
  if (!turn) return step(state)
  const { answer } = turn
  if (answer.metadata?.silent) return answered(state, patch(state.entries, turn.messageId, { status: 'complete' }))
  const complete = answer.status === 'complete' && answer.text !== ''
  const short = answer.text === '' ? 'failed' : 'interrupted'
  const status = complete ? 'complete' : short
  const note: Note = complete ? '' : turn.stopping ? 'stopped' : why || short
  const entry: Entry = {
    id: answer.messageId || `${turn.messageId}:answer`,
    turnId: turn.turnId,
    seq: turn.seq,
    from: 'agent',
    items: answer.items,
    text: answer.text,
    sources: answer.sources,
    status,
    note,
    reason: complete || turn.stopping ? '' : answer.error,
    at: now,
  }
  const entries = merge(patch(state.entries, turn.messageId, { status: 'complete' }), [entry])
  return answered(state, entries, { do: 'tell', name: 'new_message' })
}

/** Ends the turn and fetches what arrived from elsewhere meanwhile. */
function answered(state: Session, entries: readonly Entry[], ...commands: Command[]): Step {
  const next: Session = { ...state, entries, turn: undefined, stale: false }
  const { conversationId } = state
  return state.stale && conversationId
    ? step(next, ...commands, { do: 'load', conversationId, before: undefined })
    : step(next, ...commands)
}

/** Ends the turn with its message not sent; `all` fails the waiting ones too. */
function unsent(state: Session, note: Note, all = true): Step {
  const { turn } = state
  if (!turn) return step(state)
  const own = patch(state.entries, turn.messageId, { status: 'unsent', note })
  return step({ ...state, turn: undefined, entries: all ? giveUpWaiting(own, note) : own })
}

/** Reconnects after a delay, or gives up. A message that never reached a server is kept until there is a connection. */
function later(state: Session, now: string, atLeastMs = 0, met = true): Step {
  const { turn } = state
  if (!turn) return step(state)
  const attempt = turn.attempt + 1
  if (attempt > MAX_ATTEMPTS && (met || turn.turnId !== ''))
    return turn.turnId === '' ? unsent(state, 'unsent') : settle(state, now, 'lost')
  const next: Session = { ...state, turn: { ...turn, attempt, waiting: true } }
  return state.online ? step(next, { do: 'wait', ms: Math.max(backoff(attempt), atLeastMs) }) : step(next)
}

const transcript: Handler<'transcript'> = (state, { transcript: page, older }) => {
  if (page.conversation.id !== state.conversationId) return step(state)
  const running = page.messages.findLast((message) => message.status === 'streaming')
  const arrived = page.messages.filter((message) => message !== running).map(toEntry)
  const entries = hideRetried(merge(state.entries, arrived))
  const before = older || !state.ready ? page.before : state.before
  const read: Session = { ...state, entries, before, ready: true, loadAttempt: 0, loadingOlder: false }
  const { state: next, commands: told } = applyConversationStatus(read, page.conversation, state.ready)
  if (older || state.turn) return step(next, ...told)
  const saidBy = (all: readonly Entry[]) => all.filter(({ from }) => from !== 'system').length
  const news = state.ready && saidBy(entries) > saidBy(state.entries)
  const commands: Command[] = news ? [...told, { do: 'tell', name: 'new_message' }] : [...told]
  if (isAgentPaused(next)) return step(next, ...commands)
  // An unanswered question is being answered, by another tab or from before a reload.
  const last = entries.findLast((entry) => !isWaiting(entry))
  if (last?.from !== 'user' || last.status === 'unsent' || last.turnId === '') return step(next, ...commands)
  const turn = newTurn(last, last.turnId)
  return step({ ...next, turn }, ...commands, { do: 'follow', turnId: turn.turnId, after: '' })
}

const noTranscript: Handler<'noTranscript'> = (state, { conversationId, missing, older }) => {
  if (conversationId !== state.conversationId) return step(state)
  if (older) return step({ ...state, loadingOlder: false })
  if (missing) {
    const fresh: Session = { ...freshSession(state), entries: state.entries.filter(isWaiting) }
    return step(fresh, { do: 'hangUp' }, { do: 'remember', conversationId: undefined })
  }
  if (state.ready || state.turn) return step({ ...state, stale: state.turn !== undefined })
  const loadAttempt = state.loadAttempt + 1
  return step({ ...state, loadAttempt }, { do: 'wait', ms: backoff(loadAttempt) })
}

const older: Handler<'older'> = (state) =>
  state.before === null || state.loadingOlder || !state.conversationId
    ? step(state)
    : step({ ...state, loadingOlder: true }, { do: 'load', conversationId: state.conversationId, before: state.before })

const sync: Handler<'sync'> = (state) => {
  if (!state.conversationId) return step(state)
  return state.turn
    ? step({ ...state, stale: true })
    : step(state, { do: 'load', conversationId: state.conversationId, before: undefined })
}

const retry: Handler<'retry'> = (state, { id }, now) => {
  const entry = state.entries.find((candidate) => candidate.id === id && candidate.from === 'user')
  if (!entry || state.turn || state.unavailable) return step(state)
  // The server would repeat the failed answer to the same id.
  const failed = state.entries.find((other) => other.note === 'failed' && other.turnId !== '' && answers(other, entry))
  if (failed) {
    const again = ownEntry(askAgain(entry, failed, now), 'waiting')
    return step({ ...state, entries: hideRetried([...state.entries, again]) })
  }
  if (!state.online) return step({ ...state, entries: patch(state.entries, id, { status: 'waiting', note: '' }) })
  const others = state.entries.filter(
    (other) => !(other.from === 'agent' && other.note !== '' && answers(other, entry)),
  )
  const entries = patch(others, id, { status: 'sending', note: '', turnId: '' })
  const turn = newTurn(entry)
  return step({ ...state, entries, turn }, postOf(state, turn))
}
const answers = (answer: Entry, question: Entry) =>
  answer.turnId !== '' ? answer.turnId === question.turnId : answer.id === `${question.id}:answer`

const part: Handler<'part'> = (state, { id, part: arrived }, now) => {
  const { turn } = state
  const number = id === '' ? Number.NaN : Number(id)
  if (!turn || number <= turn.seen) return step(state)
  const answer = readAnswer(turn.answer, arrived)
  const seen = Number.isNaN(number) ? turn.seen : number
  const read: Turn = { ...turn, answer, seen, lastEventId: id || turn.lastEventId, attempt: 0, waiting: false }
  if (arrived.type === 'finish' || arrived.type === 'abort') return settle({ ...state, turn: read }, now, '')
  if (arrived.type !== 'start') return step({ ...state, turn: read })
  const { conversationId, turnId } = arrived.messageMetadata
  // A message from before a reload may be listed under the server's id.
  const known = state.entries.find((one) => one.from === 'user' && one.turnId === turnId && one.id !== turn.messageId)
  const entries = patch(
    state.entries.filter((one) => one !== known),
    turn.messageId,
    { status: 'complete', turnId, ...(known && { seq: known.seq }) },
  )
  const commands: Command[] = []
  if (conversationId !== state.conversationId) commands.push({ do: 'remember', conversationId })
  if (turn.turnId === '') commands.push({ do: 'tell', name: 'new_turn' })
  if (turn.stopping && turn.turnId === '') commands.push({ do: 'stop', turnId })
  const ready = state.ready || state.conversationId === undefined
  return step({ ...state, ready, conversationId, entries, turn: { ...read, turnId } }, ...commands)
}

const closed: Handler<'closed'> = (state, _event, now) => {
  const status = state.turn?.answer.status
  if (status === 'failed' || status === 'interrupted') return settle(state, now, '')
  return state.turn?.waiting ? step(state) : later(state, now, 0, false)
}

const refused: Handler<'refused'> = (state, { status, code, retryAfter }, now) => {
  const { turn } = state
  if (!turn) return step(state)
  if (code === 'VISITOR_BLOCKED') return unsent({ ...state, consent: 'blocked' }, 'unsent')
  // It is sent after the reload, once the visitor has agreed.
  if (code === 'CONSENT_REQUIRED') {
    const entries = patch(state.entries, turn.messageId, { status: 'waiting' })
    return step({ ...state, consent: 'changed', turn: undefined, entries })
  }
  if (status === 402 || code === 'LIMIT_REACHED') return unsent({ ...state, unavailable: true }, 'unsent')
  if (status === 401 || status === 403 || status === 404) {
    if (turn.turnId !== '') return settle(state, now, 'lost')
    if (!state.conversationId) return unsent(state, 'unsent')
    const own = state.entries.filter((entry) => entry.id === turn.messageId || isWaiting(entry))
    const entries = patch(own, turn.messageId, { seq: undefined, turnId: '' })
    const next: Session = { ...state, entries, conversationId: undefined, before: null }
    return step(next, { do: 'remember', conversationId: undefined }, postOf(next, turn))
  }
  // The chat has ended, in another tab or by the other side.
  if (code === 'CONFLICT') return sync(unsent(state, 'unsent').state, { type: 'sync' }, now)
  if (code === 'MESSAGE_ID_USED') {
    const { state: next } = unsent(state, 'unsent', false)
    return step({ ...next, entries: patch(next.entries, turn.messageId, { id: `${turn.messageId}-2` }) })
  }
  if (status === 429) return retryAfter > PATIENCE_S ? unsent(state, 'busy') : later(state, now, retryAfter * 1000)
  if (status === 408 || status === 409 || status >= 500) return later(state, now, 0, !AWAY.has(status))
  return turn.turnId === '' ? unsent(state, 'unsent', false) : settle(state, now, 'lost')
}

const wake: Handler<'wake'> = (state) => {
  const { turn } = state
  if (turn?.waiting) {
    const next: Session = { ...state, turn: { ...turn, waiting: false } }
    return step(next, resumeOf(next, turn))
  }
  if (state.ready || turn || !state.conversationId) return step(state)
  return step(state, { do: 'load', conversationId: state.conversationId, before: undefined })
}

const stop: Handler<'stop'> = (state) => {
  const { turn } = state
  if (!turn || turn.stopping) return step(state)
  // It may never be sent: returns it to the visitor.
  if (turn.turnId === '' && turn.waiting) return unsent(state, 'unsent')
  const next: Session = { ...state, turn: { ...turn, stopping: true } }
  return turn.turnId === '' ? step(next) : step(next, { do: 'stop', turnId: turn.turnId })
}

const live: Handler<'live'> = (before, { event }, now) => {
  const state = typingAfter(before, event, now)
  if (event.type === 'conversation' && event.conversationId === state.conversationId)
    return sync(state, { type: 'sync' }, now)
  if (event.type !== 'message' || event.conversationId !== state.conversationId) return step(state)
  if (event.seq <= knownSeq(state.entries)) return step(state)
  const placed = placeSeq(state.entries, event)
  if (placed) return step({ ...state, entries: placed })
  const { turn } = state
  if (turn && event.from === 'agent') return step({ ...state, turn: { ...turn, seq: event.seq } })
  if (turn) return step({ ...state, stale: true })
  return step(state, { do: 'load', conversationId: event.conversationId, before: undefined })
}

/** Other parts of the chat spread their tables in at the end. */
const handlers: Handlers<SessionEvent['type']> = {
  ...firstHandlers,
  transcript,
  noTranscript,
  older,
  sync,
  retry,
  part,
  closed,
  refused,
  wake,
  stop,
  live,
  online: (state, { online }, now) =>
    online ? wake({ ...state, online }, { type: 'wake' }, now) : step({ ...state, online }),
  ...lifecycleHandlers,
  ...attachmentHandlers,
}

/** Applies one event at `now` (ISO) and returns the next state with its commands. */
export const reduce = createReducer(handlers, readUp)
