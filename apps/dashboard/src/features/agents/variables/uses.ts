// Finds uses of variables in the agent's texts statically.
import { PLACEHOLDER } from '@parlance/contract/agents/placeholders'
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import type { AgentNode } from '@parlance/contract/agents/nodes'

export interface Uses {
  /** Steps that name, collect, test or set it. */
  readonly steps: number
  /** Other places that name it, without duplicates. */
  readonly places: readonly ('prompt' | 'greeting' | 'tools')[]
}
export const NO_USES: Uses = { steps: 0, places: [] }

type Config = Pick<AgentConfig, 'nodes' | 'tools' | 'vg_systemPrompt' | 'vg_initPrompt' | 'vg_initMessages'>

/** By variable; unused ones are absent. */
export function variableUses(config: Config): ReadonlyMap<string, Uses> {
  const uses = new Map<string, Uses>()
  const note = (names: Iterable<string>, change: (before: Uses) => Uses) => {
    for (const name of new Set(names)) uses.set(name, change(uses.get(name) ?? NO_USES))
  }
  for (const node of config.nodes) note(namesOfStep(node), (before) => ({ ...before, steps: before.steps + 1 }))
  const elsewhere = {
    prompt: namesIn([config.vg_systemPrompt, config.vg_initPrompt]),
    greeting: namesIn(config.vg_initMessages),
    tools: config.tools.flatMap((tool) => [
      ...namesIn([tool.fields.filter(({ isEnv }) => !isEnv), tool.serverUrl]),
      ...tool.fields.flatMap(({ isEnv, value }) => (isEnv ? [value, ...namesIn(value)] : [])),
      ...tool.responseMapping.map(({ variable }) => variable),
    ]),
  }
  for (const place of ['prompt', 'greeting', 'tools'] as const)
    note(elsewhere[place], (before) => ({ ...before, places: [...before.places, place] }))
  return uses
}

function namesOfStep(node: AgentNode): string[] {
  return [
    ...namesIn({ ...node, variables: node.variables.map(({ description }) => description) }),
    ...node.variables.map(({ name }) => name),
    ...node.childrenNodes.flatMap(({ rule }) => (rule?.tests ?? []).map(({ variable }) => variable)),
    ...node.items.flatMap((item) => {
      if (item.type === 'form') return item.fields.map(({ name }) => name)
      return item.type === 'input' ? [item.field.name] : []
    }),
  ]
}

/** Every `{name}` in the strings of a value. */
function namesIn(value: unknown): string[] {
  if (typeof value === 'string') return [...value.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(namesIn)
}

export interface Collected {
  readonly name: string
  readonly type: AgentNode['variables'][number]['type']
  /** Names of the collecting steps; '' for an unnamed one. */
  readonly steps: readonly string[]
}

/** Undeclared variables that steps collect, in step order. */
export function collectedVariables({ nodes, variables }: Pick<AgentConfig, 'nodes' | 'variables'>): Collected[] {
  const declared = new Set(variables.map(({ name }) => name))
  const found = new Map<string, Collected>()
  for (const node of nodes) {
    for (const { name, type } of node.variables) {
      if (declared.has(name)) continue
      const before = found.get(name)
      found.set(name, { name, type: before?.type ?? type, steps: [...(before?.steps ?? []), node.name.trim()] })
    }
  }
  return [...found.values()]
}
