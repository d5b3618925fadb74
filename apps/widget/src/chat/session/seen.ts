// Whoever looks at the chat has seen what is on the screen, and the server hears of it.
import { isSaid, numbered } from './read-state.ts'
import { step } from './step.ts'
import type { SessionEvent, Session, Step } from './state.ts'

/** What the server says of it: read here before, or in another tab or on another device. */
function toldSeq(event: SessionEvent, conversationId: string | undefined): number {
  if (event.type === 'transcript' && event.transcript.conversation.id === conversationId)
    return event.transcript.conversation.readSeq
  if (event.type === 'live' && event.event.type === 'read' && event.event.conversationId === conversationId)
    return event.event.seq
  return 0
}

/** Whoever looks at the chat reads what is there: told to the server once for each new message. */
export function readUp(before: Session, event: SessionEvent): Step {
  const { conversationId, visible, ready } = before
  const readSeq = Math.max(before.readSeq, toldSeq(event, conversationId))
  const state = readSeq === before.readSeq ? before : { ...before, readSeq }
  if (!visible || !ready || conversationId === undefined) return step(state)
  const seq = Math.max(0, ...numbered(state).map((number) => number ?? 0))
  if (seq <= readSeq) return step(state)
  // What the visitor writes tells the server by itself.
  const own = state.entries.findLast(isSaid)?.from === 'user'
  const next = { ...state, readSeq: seq }
  return own ? step(next) : step(next, { do: 'read', conversationId, seq })
}
