// Keeps the draft on the server: saves edits a moment after the last one, one save at a time, and publishes.
import type { Agent, AgentConfig } from '@parlance/contract/agents/schemas'
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
const FIRST_RETRY = 2000
const LONGEST_RETRY = 30_000

type ServerDraft = { config: AgentConfig; version: number } | null
/** The calls the store makes; they throw. `isStale` tells a newer version and `isTransient` an outage from other failures. */
export interface DraftCalls {
  get: () => Promise<{ data: Agent; version: number; draft: ServerDraft }>
  saveDraft: (patch: Partial<AgentConfig>, version: number) => Promise<ServerDraft>
  publish: (fields: Partial<AgentConfig>, version: number) => Promise<{ data: Agent; version: number }>
  backup: () => Promise<unknown>
  discard: () => Promise<unknown>
  isStale: (error: unknown) => boolean
  isTransient: (error: unknown) => boolean
  /** No answer came at all. */
  isLost: (error: unknown) => boolean
  /** Hears when the browser is back online; answers how to stop hearing. */
  whenOnline: (listener: () => void) => () => void
  sentence: (error: unknown) => string
  /** Something of the agent changed on the server. */
  changed: () => void
}

/** The fields of a draft that are published together. */
export type PickPart = (state: DraftState) => Partial<AgentConfig>

export interface DraftStore {
  getState: () => DraftState
  subscribe: (listener: () => void) => () => void
  edit: (patch: Partial<AgentConfig>) => void
  /** Saves what is unsaved; true when nothing is left to save. */
  flush: () => Promise<boolean>
  loaded: (copy: Copy) => void
  /** Publishes the draft, or the part of it that is picked, and keeps a version; false when it was refused. */
  publish: (pick?: PickPart) => Promise<boolean>
  /** Back to the published copy; throws what the call throws. */
  discard: () => Promise<void>
  /** What the server made the draft equal to; null when that is the published copy. */
  restored: (draft: ServerDraft) => void
  resolve: (choice: 'keepMine' | 'takeTheirs') => Promise<void>
  stop: () => void
}

interface Held {
  state: DraftState
  dispatch: (event: DraftEvent) => void
}

function hold(state: DraftState, listeners: ReadonlySet<() => void>): Held {
  const held: Held = {
    state,
    dispatch: (event) => {
      held.state = reduce(held.state, event)
      for (const listener of listeners) listener()
    },
  }
  return held
}

export function createDraftStore(first: Copy, calls: DraftCalls, pause = PAUSE): DraftStore {
  const listeners = new Set<() => void>()
  const held = hold(start(first), listeners)
  const again = createRetry(calls)
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  /** Counts the stops: a save that ends after one begins nothing new. */
  let stops = 0

  const flush = async (): Promise<boolean> => {
    const begun = stops
    rest()
    await running
    if (sendable(held.state)) {
      running = sendAll(held, calls).finally(() => {
        running = undefined
      })
      await running
    }
    if (!held.state.retrying) again.succeeded()
    else if (begun === stops) again.later(() => void flush())
    return !unsaved(held.state) && !held.state.theirs
  }
  const rest = () => {
    clearTimeout(timer)
    again.cancel()
  }
  return {
    getState: () => held.state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    edit: (patch) => {
      held.dispatch({ type: 'edit', patch })
      rest()
      timer = setTimeout(() => void flush(), pause)
    },
    flush,
    loaded: (copy) => held.dispatch({ type: 'loaded', copy }),
    publish: async (pick = ({ config }) => config) => (await flush()) && publish(held, calls, pick),
    discard: async () => {
      rest()
      await running
      await calls.discard()
      held.dispatch({ type: 'discarded' })
      calls.changed()
    },
    restored: (draft) => {
      held.dispatch({ type: 'restored', draft })
      calls.changed()
    },
    resolve: async (choice) => {
      held.dispatch({ type: choice })
      await flush()
    },
    stop: () => {
      stops += 1
      rest()
    },
  }
}

/** When to try again: after pauses that double, and at once when the browser comes back online. */
function createRetry(calls: Pick<DraftCalls, 'whenOnline'>) {
  let wait = FIRST_RETRY
  let cancel = () => {}
  return {
    later(go: () => void): void {
      cancel()
      const now = () => {
        cancel()
        go()
      }
      const timer = setTimeout(now, wait)
      const deaf = calls.whenOnline(now)
      wait = Math.min(wait * 2, LONGEST_RETRY)
      cancel = () => {
        clearTimeout(timer)
        deaf()
      }
    },
    succeeded(): void {
      wait = FIRST_RETRY
    },
    cancel: () => cancel(),
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
      return refused(held, calls, error, calls.isTransient)
    }
  }
}

async function publish(held: Held, calls: DraftCalls, pick: PickPart): Promise<boolean> {
  const part = pick(held.state)
  held.dispatch({ type: 'publishing' })
  try {
    const saved = await calls.publish(part, held.state.copy.version)
    const fields = Object.keys(part)
    held.dispatch({ type: 'published', config: configOf(saved.data), version: saved.version, fields })
    calls.changed()
    await calls.backup()
    return true
  } catch (error) {
    // Publishing is never done behind somebody's back: they press the button again.
    await refused(held, calls, error, () => false)
    return false
  }
}

async function refused(
  held: Held,
  calls: DraftCalls,
  error: unknown,
  retry: (error: unknown) => boolean,
): Promise<void> {
  const failed = (why: unknown) =>
    held.dispatch({ type: 'failed', reason: calls.sentence(why), retry: retry(why), lost: calls.isLost(why) })
  if (!calls.isStale(error)) return failed(error)
  try {
    held.dispatch({ type: 'conflict', theirs: copyOf(await calls.get()) })
  } catch (second) {
    failed(second)
  }
}
