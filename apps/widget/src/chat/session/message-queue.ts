// Messages written while offline or while an answer is running. Each is sent when the previous one is answered.
import { attachedOf } from '@parlance/contract/conversations/attachments'
import { isThere, pendingFiles, withAttached, wordsIn } from './attachments.ts'
import { patch, step, type Handlers } from './step.ts'
import { newTurn, type Command, type Entry, type Session, type Step, type Turn, type QueuedMessage } from './state.ts'

const MAX_WAITING = 20
/** Older messages are shown as not sent: nobody expects yesterday's question to be asked today. */
const STALE_MS = 24 * 3600 * 1000

export const isWaiting = (entry: Entry) => entry.status === 'waiting'

/** Whether the visitor can send, now or queued. */
export const canSend = ({ unavailable, entries, status }: Session) =>
  !unavailable && status.endedAt === null && entries.filter(isWaiting).length < MAX_WAITING

/** The optimistic entry of the visitor's message. */
export const ownEntry = (
  { id, text, submission, attachments = [], at }: QueuedMessage,
  status: Entry['status'],
): Entry => ({
  id,
  turnId: '',
  seq: undefined,
  from: 'user',
  items: withAttached(text, attachments),
  text,
  submission,
  sources: [],
  status,
  note: status === 'unsent' ? 'unsent' : '',
  reason: '',
  at,
})

export const postOf = (state: Session, turn: Turn): Command => ({
  do: 'post',
  conversationId: state.conversationId,
  id: turn.messageId,
  text: turn.text,
  submission: turn.submission,
  attachments: turn.attachments.length > 0 ? turn.attachments : undefined,
})

/** Messages the server may lack, kept across a reload. Posting one twice is harmless. */
export const unacknowledged = ({ entries }: Session): readonly QueuedMessage[] =>
  entries
    .filter(({ from, status, turnId }) => from === 'user' && turnId === '' && /^(?:waiting|sending)$/.test(status))
    .map(({ id, items, submission, at }) => {
      const attachments = attachedOf(items)
      return { id, text: wordsIn(items), submission, at, ...(attachments.length > 0 && { attachments }) }
    })

/** Sends the first waiting message when nothing blocks it. */
export function sendNext(state: Session): Step {
  const { ready, online, turn: running, unavailable, status } = state
  const free = ready && online && !running && !unavailable && status.endedAt === null
  const entry = free && state.entries.find(isWaiting)
  if (!entry) return step(state)
  const turn = newTurn(entry)
  const next: Session = { ...state, entries: patch(state.entries, entry.id, { status: 'sending' }), turn }
  return step(next, postOf(next, turn))
}

/** Used when a failure would hit the next message too, so that none overtakes another. */
export const giveUpWaiting = (entries: readonly Entry[], note: Entry['note']): readonly Entry[] =>
  entries.map((entry) => (isWaiting(entry) ? { ...entry, status: 'unsent', note } : entry))

export const queueHandlers: Handlers<'send' | 'restore' | 'unqueue'> = {
  send: (state, { id, text, submission, attachments: own }, at) => {
    const words = text.trim()
    // A pressed button or a form does not send pending files.
    const taken = !own && !submission
    const attachments = own ?? (taken ? pendingFiles(state) : [])
    if ((words === '' && attachments.length === 0) || !canSend(state)) return step(state)
    const pending = taken ? state.pending.filter((one) => !isThere(one)) : state.pending
    const entry = ownEntry({ id, text: words, submission, attachments, at }, 'waiting')
    return step({ ...state, pending, entries: [...state.entries, entry] })
  },
  restore: (state, { waiting }, now) => {
    const known = new Set(state.entries.map(({ id }) => id))
    const isStale = (at: string) => !(Date.parse(now) - Date.parse(at) < STALE_MS)
    const restored = waiting
      .filter(({ id }) => !known.has(id))
      .map((one) => ownEntry(one, isStale(one.at) ? 'unsent' : 'waiting'))
    return step({ ...state, entries: [...state.entries, ...restored] })
  },
  unqueue: (state, { id }) =>
    step({ ...state, entries: state.entries.filter((entry) => entry.id !== id || !isWaiting(entry)) }),
}
