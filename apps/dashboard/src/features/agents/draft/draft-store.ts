// Keeps the draft on the server: saves edits a moment after the last one, one save at a time, and publishes.
import type { Agent, AgentConfig } from '@parlance/core/agents/agents'
import {
  configOf,
  changes,
  copyOf,
  reduce,
  sendable,
  start,
  unsaved,
  type Copy,
  type DraftEvent,
  type DraftState,
} from './draft-state.ts'

const PAUSE = 800

type ServerDraft = { config: AgentConfig; version: number } | null
/** The calls the store makes; they throw, and `isStale` tells a newer version from other failures. */
export interface DraftCalls {
  get: () => Promise<{ data: Agent; version: number; draft: ServerDraft }>
  saveDraft: (patch: Partial<AgentConfig>, version: number) => Promise<ServerDraft>
  publish: (config: AgentConfig, version: number) => Promise<{ data: Agent; version: number }>
  backup: () => Promise<unknown>
  discard: () => Promise<unknown>
  isStale: (error: unknown) => boolean
  sentence: (error: unknown) => string
  /** Something of the agent changed on the server. */
  changed: () => void
}

export interface DraftStore {
  getState: () => DraftState
  subscribe: (listener: () => void) => () => void
  edit: (patch: Partial<AgentConfig>) => void
  /** Saves what is unsaved; true when nothing is left to save. */
  flush: () => Promise<boolean>
  loaded: (copy: Copy) => void
  /** Publishes the whole draft and keeps it as a version; false when it was refused. */
  publish: () => Promise<boolean>
  /** Back to the published copy; throws what the call throws. */
  discard: () => Promise<void>
  resolve: (choice: 'keepMine' | 'takeTheirs') => Promise<void>
  stop: () => void
}

interface Held {
  state: DraftState
  dispatch: (event: DraftEvent) => void
}

export function createDraftStore(first: Copy, calls: DraftCalls, pause = PAUSE): DraftStore {
  const listeners = new Set<() => void>()
  const held: Held = {
    state: start(first),
    dispatch: (event) => {
      held.state = reduce(held.state, event)
      for (const listener of listeners) listener()
    },
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined

  const flush = async (): Promise<boolean> => {
    clearTimeout(timer)
    await running
    if (sendable(held.state)) {
      running = sendAll(held, calls).finally(() => {
        running = undefined
      })
      await running
    }
    return !unsaved(held.state) && !held.state.theirs
  }
  return {
    getState: () => held.state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    edit: (patch) => {
      held.dispatch({ type: 'edit', patch })
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), pause)
    },
    flush,
    loaded: (copy) => held.dispatch({ type: 'loaded', copy }),
    publish: async () => (await flush()) && publish(held, calls),
    discard: async () => {
      clearTimeout(timer)
      await running
      await calls.discard()
      held.dispatch({ type: 'discarded' })
      calls.changed()
    },
    resolve: async (choice) => {
      held.dispatch({ type: choice })
      await flush()
    },
    stop: () => clearTimeout(timer),
  }
}

/** Sends until nothing typed meanwhile is left, or a save is refused. */
async function sendAll(held: Held, calls: DraftCalls): Promise<void> {
  while (sendable(held.state)) {
    const { copy, config } = held.state
    const patch = changes(copy.draft, config)
    held.dispatch({ type: 'sending' })
    try {
      const draft = await calls.saveDraft(patch, copy.version)
      held.dispatch({ type: 'sent', patch, draft })
      calls.changed()
    } catch (error) {
      return refused(held, calls, error)
    }
  }
}

async function publish(held: Held, calls: DraftCalls): Promise<boolean> {
  held.dispatch({ type: 'publishing' })
  try {
    const saved = await calls.publish(held.state.config, held.state.copy.version)
    held.dispatch({ type: 'published', config: configOf(saved.data), version: saved.version })
    calls.changed()
    await calls.backup()
    return true
  } catch (error) {
    await refused(held, calls, error)
    return false
  }
}

async function refused(held: Held, calls: DraftCalls, error: unknown): Promise<void> {
  if (!calls.isStale(error)) return held.dispatch({ type: 'failed', reason: calls.sentence(error) })
  try {
    held.dispatch({ type: 'conflict', theirs: copyOf(await calls.get()) })
  } catch (second) {
    held.dispatch({ type: 'failed', reason: calls.sentence(second) })
  }
}
