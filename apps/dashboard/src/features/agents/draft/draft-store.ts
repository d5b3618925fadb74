// Syncs the draft with the server: debounced saves, one at a time, and publishing.
import { sameConfig } from '@parlance/contract/agents/same-config'
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
/** Calls of the store; they throw. `isStale` detects a newer version, `isTransient` an outage. */
export interface DraftCalls {
  get: () => Promise<{ data: Agent; version: number; draft: ServerDraft }>
  saveDraft: (patch: Partial<AgentConfig>, version: number) => Promise<ServerDraft>
  publish: (fields: Partial<AgentConfig>, version: number) => Promise<{ data: Agent; version: number }>
  backup: () => Promise<unknown>
  discard: () => Promise<unknown>
  isStale: (error: unknown) => boolean
  isTransient: (error: unknown) => boolean
  /** Whether no response arrived. */
  isLost: (error: unknown) => boolean
  /** Calls back when the browser is online again; returns an unsubscribe function. */
  whenOnline: (listener: () => void) => () => void
  sentence: (error: unknown) => string
  /** The agent changed on the server. */
  changed: () => void
}

/** Selects draft fields that are published together. */
export type PickPart = (state: DraftState) => Partial<AgentConfig>

export interface DraftStore {
  getState: () => DraftState
  subscribe: (listener: () => void) => () => void
  edit: (patch: Partial<AgentConfig>) => void
  /** Saves pending changes; true when nothing is left. */
  flush: () => Promise<boolean>
  loaded: (copy: Copy) => void
  /** Publishes the draft or a part of it and keeps a version; false when refused. */
  publish: (pick?: PickPart) => Promise<boolean>
  /** Returns to the published copy as it is stored; rejects like the calls. */
  discard: () => Promise<void>
  /** Takes the draft the server restored; null for the published copy. */
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
  /** Counts stops: a save that ends after one starts nothing new. */
  let stops = 0

  /** Runs one call at a time: a second one would send the version that the first replaces. */
  const alone = async <T>(call: () => Promise<T>): Promise<T> => {
    while (running) await running
    const answer = call()
    const free = () => {
      running = undefined
    }
    running = answer.then(free, free)
    return answer
  }
  const settled = () => !unsaved(held.state) && !held.state.theirs
  const flush = async (): Promise<boolean> => {
    const begun = stops
    rest()
    await alone(() => sendAll(held, calls))
    if (!held.state.retrying) again.succeeded()
    else if (begun === stops) again.later(() => void flush())
    return settled()
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
    publish: async (pick = ({ config }) => config) =>
      (await flush()) && alone(async () => settled() && publish(held, calls, pick)),
    discard: () => {
      rest()
      return alone(async () => {
        await calls.discard()
        held.dispatch({ type: 'discarded', copy: copyOf(await calls.get()) })
        calls.changed()
      })
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

/** Retry timing: doubling pauses, and at once when online again. */
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

/** Sends until nothing is left, or a save is refused. */
async function sendAll(held: Held, calls: DraftCalls): Promise<void> {
  while (sendable(held.state)) {
    const { copy, config } = held.state
    const patch = changes(copy.draft, config)
    held.dispatch({ type: 'sending' })
    try {
      const draft = await calls.saveDraft(patch, copy.version)
      // Undoing every change drops the draft, which counts as a version that the answer lacks.
      const read = draft ? undefined : copyOf(await calls.get())
      if (read && !sameConfig(read.draft, copy.published)) return held.dispatch({ type: 'conflict', theirs: read })
      held.dispatch({ type: 'sent', patch, draft: read ? { config: read.draft, version: read.version } : draft })
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
    // Published already, even if the version can't be kept.
    await calls
      .backup()
      .catch(() => calls.backup())
      .catch(() => undefined)
    return true
  } catch (error) {
    // Publishing is never retried silently: the user presses again.
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
