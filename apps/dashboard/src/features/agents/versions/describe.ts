// Readable names of what a configuration refers to by id: next steps, tools, MCP servers.
import type { AgentNode } from '@parlance/contract/agents/nodes'
import type { OpenConfig } from '@parlance/contract/agents/schemas'
import type { TFunction } from 'i18next'
import { edgeLabel } from '../prompt/transitions/edge-conditions.ts'
import type { Describe } from './diff.ts'

type Named = Pick<OpenConfig, 'nodes' | 'tools' | 'mcpServers'>
/** Old versions may lack fields. */
type Kept = Partial<Named>

/** Uses current names, so that renaming a step does not change its predecessors. */
export function describeBy(t: TFunction, before: Kept, after: Kept): Describe {
  const names = new Map(
    [before, after].flatMap(({ nodes = [], tools = [], mcpServers = [] }) =>
      [...nodes, ...tools, ...mcpServers].map(({ id, name }) => [id, name] as const),
    ),
  )
  const nameOf = (id: string) => names.get(id) || id
  return (key, value) => {
    if (!Array.isArray(value)) return undefined
    if (key === 'childrenNodes') return nextSteps(t, value as AgentNode['childrenNodes'], nameOf)
    return key === 'toolsIds' || key === 'mcpServers' ? (value as string[]).map(nameOf) : undefined
  }
}

/** One line per edge: target step and condition. */
const nextSteps = (t: TFunction, edges: AgentNode['childrenNodes'], nameOf: (id: string) => string): string[] =>
  edges.map((edge) => {
    const label = edgeLabel(t, { ...edge, condition: edge.condition ?? '' }, { childrenNodes: edges })
    return label ? `${nameOf(edge.nodeId)}: ${label}` : nameOf(edge.nodeId)
  })
