// Read state and delivery of messages, derived from their sequence numbers.
import { step, type Handlers } from './step.ts'
import type { Entry, Session } from './state.ts'

export const isSaid = ({ status }: Entry) => status !== 'unsent' && status !== 'waiting' && status !== 'sending'

/** The sequence number of each entry, if known: conversations have no gaps. */
export function numbered({ entries, before }: Session): readonly (number | undefined)[] {
  // Without its beginning, only the server knows the first number.
  let last = before === null ? 0 : undefined
  return entries.map((entry) => {
    if (!isSaid(entry)) return undefined
    last = entry.seq ?? (last === undefined ? undefined : last + 1)
    return last
  })
}

export function unreadOf(session: Session): number {
  const numbers = numbered(session)
  return session.entries.filter((entry, at) => entry.from !== 'user' && (numbers[at] ?? 0) > session.readSeq).length
}

/** Delivery marks: whether a message has arrived and whether its answer has begun. */
export function marksOf(entries: readonly Entry[], answering: boolean): ReadonlyMap<string, 'sent' | 'read'> {
  const marks = new Map<string, 'sent' | 'read'>()
  let isRead = answering
  for (const entry of entries.toReversed()) {
    if (entry.from === 'agent' || entry.from === 'human') isRead = true
    else if (entry.from === 'user' && isSaid(entry)) marks.set(entry.id, isRead ? 'read' : 'sent')
  }
  return marks
}

export const readHandlers: Handlers<'visible'> = {
  visible: (state, { visible }) => (visible === state.visible ? step(state) : step({ ...state, visible })),
}
