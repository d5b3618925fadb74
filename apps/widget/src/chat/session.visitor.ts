// Somebody else sits before the browser, or has to agree first: what of the chat goes and what stays.
import { step, type Handlers } from './session.step.ts'
import { afresh, type Session } from './state.ts'

/** Nothing goes out: who the visitor is, is not known yet, or they have to agree first. */
export const isHeld = ({ held, consent }: Session) => held || consent !== ''

/** Nothing of whoever was there before; what was written and not sent is theirs too. */
const blank = (state: Session): Session => ({ ...afresh(state), ready: false, person: state.person + 1 })

export const visitorHandlers: Handlers<'leave' | 'visitor' | 'held' | 'consent'> = {
  leave: (state) => step(blank(state), { do: 'hangUp' }),
  visitor: (state, { conversationId, keeps }) => {
    // The same human under another key: what is on the screen is still what is said, and what runs goes on.
    if (keeps) return step({ ...state, held: false })
    const next: Session = { ...blank(state), held: false, ready: conversationId === undefined, conversationId }
    return conversationId === undefined
      ? step(next, { do: 'hangUp' })
      : step(next, { do: 'hangUp' }, { do: 'load', conversationId, before: undefined })
  },
  held: (state, { held }) => step({ ...state, held }),
  consent: (state, { is }) => step({ ...state, consent: is }),
}
