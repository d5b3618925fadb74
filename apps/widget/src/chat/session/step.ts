import type { Command, Entry, Session, SessionEvent, Step } from './state.ts'

export type Handler<T extends SessionEvent['type']> = (
  state: Session,
  event: Extract<SessionEvent, { type: T }>,
  now: string,
) => Step

/** Handlers of some events; session.ts merges the tables of all parts. */
export type Handlers<T extends SessionEvent['type']> = { readonly [K in T]: Handler<K> }

export const step = (state: Session, ...commands: Command[]): Step => ({ state, commands })

export const patch = (entries: readonly Entry[], id: string, change: Partial<Entry>): readonly Entry[] =>
  entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry))
