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
} from './draft-state.ts'

const PAUSE = 800

type Draft = { config: AgentConfig; version: number } | null
/** The calls the store makes; they throw, and `isStale` tells a newer version from other failures. */
export interface DraftCalls {
  get: () => Promise<{ data: Agent; version: number; draft: Draft }>
  saveDraft: (patch: Partial<AgentConfig>, version: number) => Promise<Draft>
  publish: (config: AgentConfig, version: number) => Promise<{ data: Agent; version: number }>
  backup: () => Promise<unknown>
  discard: () => Promise<unknown>
  isStale: (error: unknown) => boolean
  sentence: (error: unknown) => string
  /** Something of the agent changed on the server. */
  changed: () => void
}

export type DraftStore = ReturnType<typeof createDraftStore>

export function createDraftStore(first: Copy, calls: DraftCalls, pause = PAUSE) {
  let state = start(first)
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  const listeners = new Set<() => void>()

  const dispatch = (event: DraftEvent) => {
    state = reduce(state, event)
    for (const listener of listeners) listener()
  }
  const refused = async (error: unknown) => {
    if (!calls.isStale(error)) return dispatch({ type: 'failed', reason: calls.sentence(error) })
    try {
      dispatch({ type: 'conflict', theirs: copyOf(await calls.get()) })
    } catch (second) {
      dispatch({ type: 'failed', reason: calls.sentence(second) })
    }
  }
  const sendOnce = async () => {
    const patch = changes(state.copy.draft, state.config)
    dispatch({ type: 'sending' })
    try {
      const draft = await calls.saveDraft(patch, state.copy.version)
      dispatch({ type: 'sent', patch, draft })
      calls.changed()
    } catch (error) {
      await refused(error)
    }
  }
  const sendAll = async () => {
    do await sendOnce()
    while (sendable(state) && !state.failure)
  }

  /** Saves what is unsaved; true when nothing is left to save. */
  const flush = async (): Promise<boolean> => {
    clearTimeout(timer)
    await running
    if (sendable(state)) {
      running = sendAll().finally(() => {
        running = undefined
      })
      await running
    }
    return !unsaved(state) && !state.theirs
  }
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), pause)
  }

  return {
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    flush,
    loaded: (copy: Copy) => dispatch({ type: 'loaded', copy }),
    edit: (patch: Partial<AgentConfig>) => {
      dispatch({ type: 'edit', patch })
      later()
    },
    /** Publishes the whole draft and keeps it as a version; false when it was refused. */
    publish: async (): Promise<boolean> => {
      if (!(await flush())) return false
      dispatch({ type: 'publishing' })
      try {
        const saved = await calls.publish(state.config, state.copy.version)
        dispatch({ type: 'published', config: configOf(saved.data), version: saved.version })
        await calls.backup()
        calls.changed()
        return true
      } catch (error) {
        await refused(error)
        return false
      }
    },
    discard: async () => {
      clearTimeout(timer)
      await running
      await calls.discard()
      dispatch({ type: 'discarded' })
      calls.changed()
    },
    resolve: async (choice: 'keepMine' | 'takeTheirs') => {
      dispatch({ type: choice })
      await flush()
    },
    stop: () => clearTimeout(timer),
  }
}
