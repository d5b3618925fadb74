// Imports a Flowise export: an agentflow of version 2 step by step, a chatflow as one agent.
import type { newAgentConfig } from '@parlance/engine/agents/draft'
import { msg } from '@parlance/i18n/messages'
import { readAgentflow } from './flowise-agentflow.ts'
import { readChatflow } from './flowise-chatflow.ts'
import type { FlowiseImport } from './flowise-text.ts'
import { createIds, createNameRegistry, createVariables } from './flow.ts'
import { parseEdge, parseNode } from './flowise-graph.ts'
import { importError, type Notes } from './report.ts'
import { get, isRecord, type Json, type JsonObject, plainJson, records, string } from './json-document.ts'

const MAX_NODES = 2000
/** The lists of an export of a whole dashboard. */
const FLOWS = ['AgentFlowV2', 'AgentFlow', 'ChatFlow'] as const
const flowsIn = (file: Json): readonly JsonObject[] =>
  isRecord(file)
    ? FLOWS.flatMap((kind) => records(get(file, kind))).filter((flow) => string(get(flow, 'flowData')))
    : []
/** Whether a file is the export of a whole dashboard. */
export const isFlowiseDashboard = (file: Json): boolean => flowsIn(file).length > 0

/** The first flow of a dashboard, whose nodes are in a text; any other file as it is. */
function flowOf(file: Json, notes: Notes): Json {
  const [flow, ...others] = flowsIn(file)
  if (!flow) return file
  for (const other of others) notes.lost(string(get(other, 'name')) || 'Flowise', msg('import_other_flow'))
  const data = plainJson(JSON.parse(string(get(flow, 'flowData'))))
  return isRecord(data) ? { ...data, name: get(flow, 'name') ?? '' } : data
}

export function readFlowise(given: Json, notes: Notes): Parameters<typeof newAgentConfig>[0] {
  const file = flowOf(given, notes)
  if (!isRecord(file) || !Array.isArray(get(file, 'nodes'))) throw importError(msg('import_flowise_no_nodes'))
  const [parts, plugs] = [records(get(file, 'nodes')), records(get(file, 'edges'))]
  if (Math.max(parts.length, plugs.length) > MAX_NODES)
    throw importError(msg('import_flowise_too_large', { max: MAX_NODES }))
  const nodes = parts.map(parseNode)
  if (!nodes.some(({ name }) => name !== '')) throw importError(msg('import_flowise_kind_missing'))
  const edges = plugs.map(parseEdge)
  const labels = new Map(nodes.map(({ id, label }) => [id, label]))
  const flowise: FlowiseImport = {
    notes,
    names: createNameRegistry('variable', 100),
    toolNames: createNameRegistry('tool', 64),
    variables: createVariables(),
    labelOf: (id) => labels.get(id),
    id: createIds(),
  }
  const isAgentflow = nodes.some(({ name }) => name.endsWith('Agentflow') && name !== 'stickyNoteAgentflow')
  const made = (isAgentflow ? readAgentflow : readChatflow)(nodes, edges, flowise)
  return {
    title: string(get(file, 'name')).trim() || 'Flowise',
    description: string(get(file, 'description')).slice(0, 2000),
    enableNodes: true,
    ...made,
    variables: flowise.variables.all(),
  }
}
