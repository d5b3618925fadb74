// Undo history of the design.
import type { AgentConfig } from '@parlance/contract/agents/schemas'

export type DesignPatch = Partial<AgentConfig>

export interface DesignHistory {
  /** Values before each step, oldest first. */
  readonly past: readonly DesignPatch[]
  /** Undone values, next first. */
  readonly future: readonly DesignPatch[]
  /** Fields of the last step and its time (ms): quick further changes join it. */
  readonly fields: string
  readonly at: number
}

export const NO_HISTORY: DesignHistory = { past: [], future: [], fields: '', at: 0 }
const TOGETHER_MS = 900
const MOST = 100

const pick = (config: AgentConfig, keys: readonly string[]): DesignPatch =>
  Object.fromEntries(keys.map((key) => [key, config[key as keyof AgentConfig]]))

/** The history after applying `patch` to `config`. */
export function record(history: DesignHistory, config: AgentConfig, patch: DesignPatch, now: number): DesignHistory {
  const fields = Object.keys(patch).toSorted().join()
  const same = fields === history.fields && now - history.at < TOGETHER_MS && history.past.length > 0
  const past = same ? history.past : [...history.past, pick(config, Object.keys(patch))].slice(-MOST)
  return { past, future: [], fields, at: now }
}

interface Step {
  readonly history: DesignHistory
  /** The change to apply; undefined at the end of the history. */
  readonly patch: DesignPatch | undefined
}

export function undo(history: DesignHistory, config: AgentConfig): Step {
  const patch = history.past.at(-1)
  if (!patch) return { history, patch }
  const now = pick(config, Object.keys(patch))
  return { history: { ...NO_HISTORY, past: history.past.slice(0, -1), future: [now, ...history.future] }, patch }
}

export function redo(history: DesignHistory, config: AgentConfig): Step {
  const [patch, ...future] = history.future
  if (!patch) return { history, patch }
  const now = pick(config, Object.keys(patch))
  return { history: { ...NO_HISTORY, past: [...history.past, now], future }, patch }
}
