// The graph of an agent as one text a model can follow, so that every step of it counts in a single model call.
import type { AgentNode } from './nodes.ts'

const nameOf = (node: AgentNode): string => node.name.trim() || node.id

/** The start node and what can be reached from it, in reading order, then the global nodes; notes are for people. */
export function stepsInOrder(nodes: readonly AgentNode[]): AgentNode[] {
  const byId = new Map(nodes.filter((node) => node.type !== 'note').map((node) => [node.id, node]))
  const roots = nodes.filter((node) => node.type === 'start').concat(nodes.filter((node) => node.isGlobal))
  // The next one is last: a dense graph has a quarter of a million edges, and taking from the end costs nothing.
  const waiting = roots.reverse()
  const seen = new Set<AgentNode>()
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (seen.has(node) || !byId.has(node.id)) continue
    seen.add(node)
    for (const { nodeId } of node.childrenNodes.toReversed()) {
      const child = byId.get(nodeId)
      if (child && !seen.has(child)) waiting.push(child)
    }
  }
  return [...seen]
}

const HOW =
  'Work through these steps. Begin with the first; go on to another as soon as its condition is met, also back to an earlier one when the visitor changes their mind. Keep what the visitor already said. Never mention the steps.'
const GAP = '\n\n'

/**
 * For a graph of one step its instructions alone: they say it all. Whole steps are kept, in reading order, while they fit
 * into `room` characters; nothing leads to one that is left out.
 */
export function describeSteps(nodes: readonly AgentNode[], room = Number.POSITIVE_INFINITY): string {
  const steps = stepsInOrder(nodes)
  if (steps.length < 2) return steps[0]?.instructions.trim() ?? ''
  const all = new Map(steps.map((step) => [step.id, nameOf(step)]))
  const kept: AgentNode[] = []
  let length = HOW.length
  for (const step of steps) {
    length += GAP.length + describeStep(step, all).length
    if (length > room && kept.length > 0) break
    kept.push(step)
  }
  const names = new Map(kept.map((step) => [step.id, nameOf(step)]))
  return [HOW, ...kept.map((step) => describeStep(step, names))].join(GAP)
}

function describeStep(step: AgentNode, names: ReadonlyMap<string, string>): string {
  const lines = [`Step «${nameOf(step)}»${step.isGlobal ? ' (can be entered from every step)' : ''}:`]
  if (step.instructions.trim()) lines.push(step.instructions.trim())
  if (step.variables.length > 0) lines.push(`Ask for: ${step.variables.map(describeVariable).join('; ')}.`)
  for (const { nodeId, condition } of step.childrenNodes) {
    const name = names.get(nodeId)
    if (name) lines.push(`Go on to «${name}»${condition.trim() ? ` when: ${condition.trim()}` : ''}`)
  }
  return lines.join('\n')
}

const describeVariable = ({ name, type, description, required }: AgentNode['variables'][number]): string =>
  `${name} (${type}${required ? '' : ', optional'})${description ? ` – ${description}` : ''}`
