// The rules that hold until the first message has gone out. Those of answers, of history and of news are many more: session.ts
// has them all, and is fetched with the first call that may need them.
import { queueHandlers, sendNext } from './queue.ts'
import { readHandlers } from './read-state.ts'
import { step, type Handler, type Handlers } from './step.ts'
import { isHeld, visitorHandlers } from './visitor.ts'
import { freshSession, type Command, type Session, type SessionEvent, type Step } from './state.ts'

export type Reduce = (state: Session, event: SessionEvent, now: string) => Step

const begin: Handler<'begin'> = (state, { conversationId, returning = state.returning }) =>
  conversationId
    ? step({ ...state, conversationId }, { do: 'load', conversationId, before: undefined })
    : step({ ...state, ready: true, returning })

const restart: Handler<'restart'> = (state) => {
  const fresh = freshSession(state)
  const { turn } = state
  const commands: Command[] = [
    { do: 'hangUp' },
    { do: 'remember', conversationId: undefined },
    { do: 'tell', name: 'chat_restart' },
  ]
  if (turn && turn.turnId !== '' && !turn.stopping) commands.unshift({ do: 'stop', turnId: turn.turnId })
  return step(fresh, ...commands)
}

/** Other parts of the chat spread their tables in at the end. */
export const firstHandlers = {
  begin,
  adopt: (state, { conversationId }) =>
    state.conversationId || state.turn
      ? step(state)
      : begin({ ...state, ready: false }, { type: 'begin', conversationId }, ''),
  restart,
  usage: (state, { shouldContinue, hasEverPaid }) =>
    step({ ...state, unavailable: !shouldContinue, unpaid: !hasEverPaid }),
  online: (state, { online }) => step({ ...state, online }),
  ...queueHandlers,
  ...readHandlers,
  ...visitorHandlers,
} satisfies Partial<Handlers<SessionEvent['type']>>

const ARRIVED: ReadonlySet<SessionEvent['type']> = new Set(['transcript', 'part', 'live', 'usage'])

/** `handlers` has one for every event that is given to what this returns; `last` has a look at each state in the end. */
export const createReducer =
  (handlers: object, last: (state: Session, event: SessionEvent) => Step = (state) => step(state)): Reduce =>
  (state, event, now) => {
    // A browser may be wrong about being offline; what arrived knows better.
    const known = state.online || !ARRIVED.has(event.type) ? state : { ...state, online: true }
    const done = (handlers as Handlers<SessionEvent['type']>)[event.type](known, event as never, now)
    const next = isHeld(done.state) ? step(done.state) : sendNext(done.state)
    const end = last(next.state, event)
    return { state: end.state, commands: [...done.commands, ...next.commands, ...end.commands] }
  }
