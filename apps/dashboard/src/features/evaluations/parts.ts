// The agent data that tests need; the shell reads it from the draft.
import type { AgentConfig } from '@parlance/contract/agents/schemas'

export type PublishGuard = AgentConfig['publishGuard']
export interface Named {
  readonly id: string
  readonly name: string
}
export interface AgentParts {
  readonly agentId: string
  readonly nodes: readonly Named[]
  /** Names of tools the agent may call. */
  readonly tools: readonly string[]
  /** Names of variables. */
  readonly variables: readonly string[]
  readonly publishGuard: PublishGuard
  readonly onPublishGuard: (guard: PublishGuard) => void
  /** Saves the draft, which runs; false when that failed. */
  readonly beforeRun: () => Promise<boolean>
}
export const GUARDS = ['off', 'warn', 'refuse'] as const satisfies readonly PublishGuard[]
export const COPIES = ['draft', 'published'] as const
export type Copy = (typeof COPIES)[number]
