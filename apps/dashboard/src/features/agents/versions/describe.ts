// What a configuration names by ids alone, as people know it: next steps, tools, MCP servers.
import type { AgentNode } from '@parlance/contract/agents/nodes'
import type { OpenConfig } from '@parlance/contract/agents/schemas'
import type { TFunction } from 'i18next'
import { edgeLabel } from '../prompt/transitions/edge-conditions.ts'
import type { Describe } from './diff.ts'

type Named = Pick<OpenConfig, 'nodes' | 'tools' | 'mcpServers'>
/** In any kept version, where fields may be missing. */
type Kept = Partial<Named>

/** By the names of today, so that a renamed step changes nothing of those that lead to it. */
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

/** One line each: the step, and what leads there. */
const nextSteps = (t: TFunction, edges: AgentNode['childrenNodes'], nameOf: (id: string) => string): string[] =>
  edges.map((edge) => {
    const label = edgeLabel(t, { ...edge, condition: edge.condition ?? '' }, { childrenNodes: edges })
    return label ? `${nameOf(edge.nodeId)}: ${label}` : nameOf(edge.nodeId)
  })
