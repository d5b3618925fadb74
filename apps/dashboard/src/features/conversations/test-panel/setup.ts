// Setup of the next message: copy, channel, step and variables.
import { VISITOR_CHANNELS } from '@parlance/contract/channels/list'
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import type { Value, Variable } from '@parlance/contract/agents/variables'
import type { DebugOptions } from '@parlance/contract/conversations/schemas'
import type { ToolChannel } from '@parlance/contract/tools/schemas'

/** The configuration fields the panel needs. */
export type PanelConfig = Pick<
  AgentConfig,
  'agentPlatform' | 'enableNodes' | 'nodes' | 'variables' | 'tools' | 'vg_defaultModel'
>

export interface Setup {
  readonly published: boolean
  /** Undefined means the website. */
  readonly channel: ToolChannel | undefined
  /** For one message; the conversation continues from there. */
  readonly nodeId: string | undefined
  /** For one message, then known to the conversation; null deletes one. */
  readonly variables: Readonly<Record<string, Value | null>>
}
export const NO_SETUP: Setup = { published: false, channel: undefined, nodeId: undefined, variables: {} }

/** A test uses the website's channel by default. */
export const CHANNEL_CHOICES = VISITOR_CHANNELS

/** Pure: the debug options of a message; undefined when nothing is set. */
export function debugOf(setup: Setup, rewindTo: number | undefined): DebugOptions | undefined {
  const { channel, nodeId, variables } = setup
  const options: DebugOptions = {
    ...(nodeId === undefined ? {} : { nodeId }),
    ...(Object.keys(variables).length === 0 ? {} : { variables: { ...variables } }),
    ...(channel === undefined || channel === 'web-chat' ? {} : { channel }),
    ...(rewindTo === undefined ? {} : { rewindTo }),
  }
  return Object.keys(options).length === 0 ? undefined : options
}

/** Pure: the setup left after sending. */
export const afterSending = (setup: Setup): Setup => ({ ...setup, nodeId: undefined, variables: {} })

/** Pure: `undefined` removes the pending change. */
export function withVariable(setup: Setup, name: string, value: Value | null | undefined): Setup {
  const { [name]: _before, ...others } = setup.variables
  return { ...setup, variables: value === undefined ? others : { ...others, [name]: value } }
}

export interface PanelVariable extends Variable {
  readonly options: readonly string[]
  readonly min?: number | undefined
  readonly max?: number | undefined
}

/** Pure: settable variables, declared ones first; collected ones keep their options and limits. */
export function variablesOf({ variables, nodes, enableNodes }: PanelConfig): PanelVariable[] {
  const all = new Map<string, PanelVariable>(variables.map((variable) => [variable.name, { ...variable, options: [] }]))
  for (const node of enableNodes ? nodes : []) {
    for (const { name, type, description, options, min, max } of node.variables) {
      const known = all.get(name)
      const base = known ?? { name, description, isEnv: false, defaultValue: '' }
      if (!known || known.options.length === 0) all.set(name, { ...base, type, options, min, max })
    }
  }
  return [...all.values()]
}

export const stepsOf = ({ nodes, enableNodes, agentPlatform }: PanelConfig) =>
  enableNodes && agentPlatform === 'vg' ? nodes.filter(({ type }) => type !== 'note') : []
