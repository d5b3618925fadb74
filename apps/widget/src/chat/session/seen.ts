// Marks visible messages as read and reports it to the server.
import { isSaid, numbered } from './read-state.ts'
import { step } from './step.ts'
import type { SessionEvent, Session, Step } from './state.ts'

/** The read position reported by the server: from here, another tab or another device. */
function toldSeq(event: SessionEvent, conversationId: string | undefined): number {
  if (event.type === 'transcript' && event.transcript.conversation.id === conversationId)
    return event.transcript.conversation.readSeq
  if (event.type === 'live' && event.event.type === 'read' && event.event.conversationId === conversationId)
    return event.event.seq
  return 0
}

/** Reports each new message as read once while the chat is visible. */
export function readUp(before: Session, event: SessionEvent): Step {
  const { conversationId, visible, ready } = before
  const readSeq = Math.max(before.readSeq, toldSeq(event, conversationId))
  const state = readSeq === before.readSeq ? before : { ...before, readSeq }
  if (!visible || !ready || conversationId === undefined) return step(state)
  const seq = Math.max(0, ...numbered(state).map((number) => number ?? 0))
  if (seq <= readSeq) return step(state)
  // Sending a message marks earlier ones as read on the server.
  const own = state.entries.findLast(isSaid)?.from === 'user'
  const next = { ...state, readSeq: seq }
  return own ? step(next) : step(next, { do: 'read', conversationId, seq })
}
