import type { Conversation, LiveEvent } from '@parlance/contract/conversations/schemas'
import { giveUpWaiting } from './message-queue.ts'
import { step, type Handlers } from './step.ts'
import { knownSeq } from '../transcript.ts'
import { freshSession, type Command, type Session, type Step } from './state.ts'

/** Applies the server's status. The host page hears of changes, not of the status at opening. */
export function applyConversationStatus(state: Session, conversation: Conversation, tells = true): Step {
  const { state: name, handoffAt, endedAt } = conversation
  const { status: before } = state
  const commands: Command[] = []
  if (tells && handoffAt !== null && before.handoffAt === null) commands.push({ do: 'tell', name: 'handoff_requested' })
  if (tells && name === 'ended_chat' && before.state !== 'ended_chat') commands.push({ do: 'tell', name: 'chat_ended' })
  // Waiting messages can't be sent any more.
  const entries = endedAt === null ? state.entries : giveUpWaiting(state.entries, 'unsent')
  return step({ ...state, entries, status: conversation }, ...commands)
}

/** Updates the typing indicator of a person. */
export function typingAfter(state: Session, event: LiveEvent, now: string): Session {
  if (event.type === 'typing' && event.from === 'human' && event.conversationId === state.conversationId)
    return { ...state, typing: { name: event.name ?? '', at: now } }
  return event.type === 'message' && event.from !== 'user' && state.typing ? { ...state, typing: undefined } : state
}

export const lifecycleHandlers: Handlers<'status' | 'open'> = {
  status: (state, { conversation }) => {
    const { id, messageCount } = conversation
    if (state.conversationId !== undefined && state.conversationId !== id) return step(state)
    const { state: next, commands: told } = applyConversationStatus(
      { ...state, conversationId: id, ready: true },
      conversation,
    )
    const commands = [...told]
    if (state.conversationId === undefined) commands.push({ do: 'remember', conversationId: id })
    if (!state.turn && messageCount > knownSeq(state.entries))
      commands.push({ do: 'load', conversationId: id, before: undefined })
    return step(next, ...commands)
  },
  open: (state, { conversationId }) => {
    if (conversationId === state.conversationId) return step(state)
    return step(
      { ...freshSession(state), ready: false, conversationId },
      { do: 'hangUp' },
      { do: 'remember', conversationId },
      { do: 'load', conversationId, before: undefined },
    )
  },
}
