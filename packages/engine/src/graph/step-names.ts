// Names and labels of steps, unique where a step is chosen.
import { cut } from '@parlance/contract/lib/text'
import type { AgentNode } from '@parlance/contract/agents/nodes'

type Named = Pick<AgentNode, 'id' | 'type' | 'name' | 'instructions' | 'items'>
const EXCERPT = 40

/** Returns the wanted name, or the first free one of «Name 2», «Name 3» … */
export function freeStepName(nodes: readonly Pick<AgentNode, 'name'>[], wanted: string): string {
  const taken = new Set(nodes.map(({ name }) => name.trim()))
  if (!taken.has(wanted)) return wanted
  let number = 2
  while (taken.has(`${wanted} ${number}`)) number += 1
  return `${wanted} ${number}`
}

/** Labels by id. Steps with the same name add the start of their text, then a number if still equal. */
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
