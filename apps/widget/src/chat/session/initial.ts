// The rules up to the first sent message. session.ts has the larger rest (answers, history, live events) and loads with
// the first call that may need it.
import { queueHandlers, sendNext } from './message-queue.ts'
import { readHandlers } from './read-state.ts'
import { step, type Handler, type Handlers } from './step.ts'
import { isHeld, visitorHandlers } from './visitor-handlers.ts'
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

/** `handlers` covers every event passed to the result; `last` sees each final state. */
export const createReducer =
  (handlers: object, last: (state: Session, event: SessionEvent) => Step = (state) => step(state)): Reduce =>
  (state, event, now) => {
    // Browsers may wrongly report being offline; arriving data proves otherwise.
    const known = state.online || !ARRIVED.has(event.type) ? state : { ...state, online: true }
    const done = (handlers as Handlers<SessionEvent['type']>)[event.type](known, event as never, now)
    const next = isHeld(done.state) ? step(done.state) : sendNext(done.state)
    const end = last(next.state, event)
    return { state: end.state, commands: [...done.commands, ...next.commands, ...end.commands] }
  }
