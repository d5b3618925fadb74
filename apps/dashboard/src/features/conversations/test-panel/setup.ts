// How the next message is sent: to which copy, as on which channel, from which step, with which variables.
import { VISITOR_CHANNELS } from '@parlance/contract/channels/list'
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import type { Value, Variable } from '@parlance/contract/agents/variables'
import type { DebugOptions } from '@parlance/contract/conversations/schemas'
import type { ToolChannel } from '@parlance/contract/tools/schemas'

/** What of a configuration the panel needs. */
export type PanelConfig = Pick<
  AgentConfig,
  'agentPlatform' | 'enableNodes' | 'nodes' | 'variables' | 'tools' | 'vg_defaultModel'
>

export interface Setup {
  readonly published: boolean
  /** Undefined: as the website. */
  readonly channel: ToolChannel | undefined
  /** For one message; then the conversation goes its own way. */
  readonly nodeId: string | undefined
  /** For one message, after which the conversation knows them; null forgets one. */
  readonly variables: Readonly<Record<string, Value | null>>
}
export const NO_SETUP: Setup = { published: false, channel: undefined, nodeId: undefined, variables: {} }

/** A test sees what the website would unless told otherwise. */
export const CHANNEL_CHOICES = VISITOR_CHANNELS

/** Pure: what is sent with a message; undefined when there is nothing to say. */
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

/** Pure: what stays of it once a message went out. */
export const afterSending = (setup: Setup): Setup => ({ ...setup, nodeId: undefined, variables: {} })

/** Pure: `undefined` takes back what was to be set. */
export function withVariable(setup: Setup, name: string, value: Value | null | undefined): Setup {
  const { [name]: _before, ...others } = setup.variables
  return { ...setup, variables: value === undefined ? others : { ...others, [name]: value } }
}

export interface PanelVariable extends Variable {
  readonly options: readonly string[]
  readonly min?: number | undefined
  readonly max?: number | undefined
}

/** Pure: what can be set, declared ones first; of a collect node's variable its options and limits are kept. */
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

/** Pure: steps that a conversation can be begun at; none where somebody else's engine answers. */
export const stepsOf = ({ nodes, enableNodes, agentPlatform }: PanelConfig) =>
  enableNodes && agentPlatform === 'vg' ? nodes.filter(({ type }) => type !== 'note') : []
