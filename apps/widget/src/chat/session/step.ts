// What every handler of the session is made of.
import type { Command, Entry, Session, SessionEvent, Step } from './state.ts'

export type Handler<T extends SessionEvent['type']> = (
  state: Session,
  event: Extract<SessionEvent, { type: T }>,
  now: string,
) => Step

/** Handlers of some events; each part of the chat has a table of its own, and session.ts spreads them into one. */
export type Handlers<T extends SessionEvent['type']> = { readonly [K in T]: Handler<K> }

export const step = (state: Session, ...commands: Command[]): Step => ({ state, commands })

/** The entries, one of them changed. */
export const patch = (entries: readonly Entry[], id: string, change: Partial<Entry>): readonly Entry[] =>
  entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry))
