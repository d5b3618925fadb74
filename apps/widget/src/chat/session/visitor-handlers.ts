// Reducer table for changing visitors and consent.
import { isWaiting } from './message-queue.ts'
import { step, type Handlers } from './step.ts'
import { freshSession, type Session } from './state.ts'

/** Nothing is sent until the visitor is verified and has consented. */
export const isHeld = ({ held, consent }: Session) => held || consent !== ''

export const visitorHandlers: Handlers<'leave' | 'visitor' | 'held' | 'consent'> = {
  /** Removes everything of the previous visitor, unsent messages included. */
  leave: (state) =>
    step({ ...freshSession(state), returning: false, ready: false, person: state.person + 1 }, { do: 'hangUp' }),
  visitor: (state, { conversationId, keeps }) => {
    // The same person under a new key keeps the screen and the running turn. Pending files were uploaded under the old
    // key.
    if (keeps) return step({ ...state, held: false, pending: [] })
    // Only the next visitor can have written since the last one left.
    const entries = state.entries.filter(isWaiting)
    const next: Session = {
      ...freshSession(state),
      held: false,
      returning: true,
      ready: conversationId === undefined,
      conversationId,
      entries,
    }
    return conversationId === undefined
      ? step(next, { do: 'hangUp' })
      : step(next, { do: 'hangUp' }, { do: 'load', conversationId, before: undefined })
  },
  held: (state, { held }) => step({ ...state, held }),
  consent: (state, { is }) => step({ ...state, consent: is }),
}
