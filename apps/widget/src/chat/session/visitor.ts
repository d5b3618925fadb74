// Somebody else sits before the browser, or has to agree first: what of the chat goes and what stays.
import { isWaiting } from './queue.ts'
import { step, type Handlers } from './step.ts'
import { freshSession, type Session } from './state.ts'

/** Nothing goes out: who the visitor is, is not known yet, or they have to agree first. */
export const isHeld = ({ held, consent }: Session) => held || consent !== ''

export const visitorHandlers: Handlers<'leave' | 'visitor' | 'held' | 'consent'> = {
  /** Nothing of whoever was there before; what was written and not sent is theirs too. */
  leave: (state) =>
    step({ ...freshSession(state), returning: false, ready: false, person: state.person + 1 }, { do: 'hangUp' }),
  /** After whoever was there before has left. */
  visitor: (state, { conversationId, keeps }) => {
    // The same human under another key: what is on the screen is still what is said, and what runs goes on.
    // What waits to be sent was uploaded under the other key.
    if (keeps) return step({ ...state, held: false, pending: [] })
    // Nobody else has written anything since whoever sat here before has left.
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
