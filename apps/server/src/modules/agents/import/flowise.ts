// A Flowise export as an agent: an agentflow of version 2 step by step, a chatflow as the one agent it makes up.
import type { newAgentConfig } from '@parlance/engine/agents/draft'
import type { FlowiseEdge, FlowiseNode } from './flowise-graph.ts'
import { readAgentflow } from './flowise-agentflow.ts'
import { readChatflow } from './flowise-chatflow.ts'
import type { Reading } from './flowise-text.ts'
import { createIds, createNaming, createVariables, position } from './flow.ts'
import { importError, type Notes } from './report.ts'
import { get, isRecord, type Json, type JsonObject, number, record, records, string } from './json-document.ts'

const MAX_NODES = 2000

export function readFlowise(file: Json, notes: Notes): Parameters<typeof newAgentConfig>[0] {
  if (!isRecord(file) || !Array.isArray(get(file, 'nodes')))
    throw importError('The file has no nodes: it is not a Flowise export.')
  const [parts, plugs] = [records(get(file, 'nodes')), records(get(file, 'edges'))]
  if (Math.max(parts.length, plugs.length) > MAX_NODES)
    throw importError(`The flow has more than ${MAX_NODES} nodes or edges.`)
  const nodes = parts.map(nodeOf)
  if (!nodes.some(({ name }) => name !== ''))
    throw importError('No node of the file says what kind of Flowise node it is.')
  const edges = plugs.map(edgeOf)
  const labels = new Map(nodes.map(({ id, label }) => [id, label]))
  const reading: Reading = {
    notes,
    names: createNaming('variable', 100),
    toolNames: createNaming('tool', 64),
    variables: createVariables(),
    labelOf: (id) => labels.get(id),
    id: createIds(),
  }
  const isAgentflow = nodes.some(({ name }) => name.endsWith('Agentflow') && name !== 'stickyNoteAgentflow')
  const made = (isAgentflow ? readAgentflow : readChatflow)(nodes, edges, reading)
  return {
    title: string(get(file, 'name')).trim() || 'Flowise',
    description: string(get(file, 'description')).slice(0, 2000),
    enableNodes: true,
    ...made,
    variables: reading.variables.all(),
  }
}

function nodeOf(node: JsonObject): FlowiseNode {
  const data = record(get(node, 'data'))
  const at = record(get(node, 'position'))
  const inputs = record(get(data, 'inputs'))
  const label = (string(get(data, 'label')) || string(get(data, 'name')) || 'Node').slice(0, 200)
  return {
    id: string(get(node, 'id')),
    name: string(get(data, 'name')),
    category: string(get(data, 'category')),
    label,
    inputs,
    // Flowise packs its nodes closer than ours are wide.
    rf: position((number(get(at, 'x')) ?? 0) * 1.6, (number(get(at, 'y')) ?? 0) * 1.6),
    parent: string(get(node, 'parentNode')),
    where: `Node «${label}»`,
  }
}

function edgeOf(edge: JsonObject): FlowiseEdge {
  const output = /-output-(\w+)$/.exec(string(get(edge, 'sourceHandle')).slice(-200))?.[1] ?? ''
  const index = output === 'reject' ? 1 : /^\d{1,3}$/.test(output) ? Number(output) : 0
  return { from: string(get(edge, 'source')), to: string(get(edge, 'target')), output: index }
}
