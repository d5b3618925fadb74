// What steps are called where one of them is chosen: a new one by a name of its own, and those that share a name apart.
import { cut } from '@parlance/contract/lib/text'
import type { AgentNode } from '@parlance/contract/agents/nodes'

type Named = Pick<AgentNode, 'id' | 'type' | 'name' | 'instructions' | 'items'>
const EXCERPT = 40

/** The wanted name, or the first of «Name 2», «Name 3» … that no step has. */
export function freeStepName(nodes: readonly Pick<AgentNode, 'name'>[], wanted: string): string {
  const taken = new Set(nodes.map(({ name }) => name.trim()))
  if (!taken.has(wanted)) return wanted
  let number = 2
  while (taken.has(`${wanted} ${number}`)) number += 1
  return `${wanted} ${number}`
}

/** By id; steps of one name also say how their text begins, and by a number what even then reads the same. */
export function stepLabels(nodes: readonly Named[], nameOf: (node: Named) => string): ReadonlyMap<string, string> {
  const byName = Map.groupBy(nodes, nameOf)
  const described = nodes.map((node) => {
    const name = nameOf(node)
    const text = (byName.get(name)?.length ?? 0) > 1 ? cut(textOf(node), EXCERPT) : ''
    return { id: node.id, label: text ? `${name} · ${text}` : name }
  })
  const byLabel = Map.groupBy(described, ({ label }) => label)
  return new Map(
    described.map((entry) => {
      const same = byLabel.get(entry.label) ?? []
      return [entry.id, same.length > 1 ? `${entry.label} (${same.indexOf(entry) + 1})` : entry.label]
    }),
  )
}

function textOf({ instructions, items }: Named): string {
  const text = instructions.trim() || items.flatMap((item) => (item.type === 'text' ? [item.text] : [])).join(' ')
  return text.replaceAll(/\s+/g, ' ').trim()
}
