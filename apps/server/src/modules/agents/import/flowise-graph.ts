import { position } from './flow.ts'
import { get, type JsonObject, number, record, string } from './json-document.ts'

export interface FlowiseNode {
  readonly id: string
  readonly name: string
  readonly category: string
  readonly label: string
  readonly inputs: JsonObject
  readonly rf: { readonly x: number; readonly y: number }
  readonly parent: string
  readonly where: string
}
export interface FlowiseEdge {
  readonly from: string
  readonly to: string
  /** Which output, where a node has several. */
  readonly output: number
}

export function parseNode(node: JsonObject): FlowiseNode {
  const data = record(get(node, 'data'))
  const at = record(get(node, 'position'))
  const inputs = record(get(data, 'inputs'))
  const label = (string(get(data, 'label')) || string(get(data, 'name')) || 'Node').slice(0, 200)
  return {
    id: string(get(node, 'id')),
    name: string(get(data, 'name')),
    category: string(get(data, 'category')) || categoryOf(string(get(data, 'name'))),
    label,
    inputs,
    // Flowise's nodes are narrower than ours.
    rf: position((number(get(at, 'x')) ?? 0) * 1.6, (number(get(at, 'y')) ?? 0) * 1.6),
    parent: string(get(node, 'parentNode')),
    where: `Node “${label}”`,
  }
}

/** Some exports leave the category out. */
function categoryOf(name: string): string {
  if (name.endsWith('Chain')) return 'Chains'
  if (name.endsWith('Agent')) return 'Agents'
  return /^chat[A-Z]/.test(name) ? 'Chat Models' : ''
}

export function parseEdge(edge: JsonObject): FlowiseEdge {
  const output = /-output-(\w+)$/.exec(string(get(edge, 'sourceHandle')).slice(-200))?.[1] ?? ''
  const index = output === 'reject' ? 1 : /^\d{1,3}$/.test(output) ? Number(output) : 0
  return { from: string(get(edge, 'source')), to: string(get(edge, 'target')), output: index }
}
