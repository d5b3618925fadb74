// A chatflow: connected LangChain parts. Parts that answer become nodes, with their prompts, models and tools.
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import type { AgentNode } from '@parlance/contract/agents/nodes'
import { node } from '@parlance/engine/templates/build'
import type { Tool } from '@parlance/contract/tools/schemas'
import { separateNodes, assertStepLimit, truncate, shortenIds } from './flow.ts'
import type { FlowiseEdge, FlowiseNode } from './flowise-graph.ts'
import { fields, llmConfig, plain, type FlowiseImport, template } from './flowise-text.ts'
import { flowiseTool } from './flowise-tools.ts'
import { cut } from '@parlance/contract/lib/text'
import { msg } from '@parlance/i18n/messages'
import { importError } from './report.ts'
import { get, string } from './json-document.ts'

const SPEAKERS: ReadonlySet<string> = new Set(['Agents', 'Chains', 'Multi Agents', 'Sequential Agents', 'Engine'])
const MODELS: ReadonlySet<string> = new Set(['Chat Models', 'LLMs'])
const KNOWLEDGE: ReadonlySet<string> = new Set(['Vector Stores', 'Retrievers', 'Document Stores'])
const LOADING: ReadonlySet<string> = new Set([
  'Document Loaders',
  'Text Splitters',
  'Embeddings',
  'Record Manager',
  'Graph',
])
const PROMPTS = ['template', 'systemMessagePrompt', 'humanMessagePrompt', 'prefix', 'suffix'] as const
const INSTRUCTIONS = [
  'systemMessage',
  'systemMessagePrompt',
  'responsePrompt',
  'supervisorPrompt',
  'workerPrompt',
  'agentInstructions',
  'instructions',
] as const

interface Chatflow {
  readonly nodes: readonly FlowiseNode[]
  readonly flowise: FlowiseImport
  /** By node; undefined if the node can't be a tool. */
  readonly tools: Map<string, Tool | undefined>
  readonly prompts: Map<string, readonly string[]>
  readonly into: (id: string) => readonly FlowiseNode[]
  readonly used: Set<string>
}

export function readChatflow(
  nodes: readonly FlowiseNode[],
  edges: readonly FlowiseEdge[],
  flowise: FlowiseImport,
): Pick<AgentConfig, 'nodes' | 'tools'> {
  const byId = new Map(nodes.map((one) => [one.id, one]))
  const plugged = new Map<string, FlowiseNode[]>()
  for (const { from, to } of edges) {
    const part = byId.get(from)
    const parts = plugged.get(to)
    if (part && parts) parts.push(part)
    else if (part) plugged.set(to, [part])
  }
  const flow: Chatflow = {
    nodes,
    flowise,
    tools: new Map(),
    prompts: new Map(),
    used: new Set(),
    into: (id) => plugged.get(id) ?? [],
  }
  const speakers = nodes.filter(isSpeaker)
  assertStepLimit(speakers)
  const main = mainOf(speakers, edges)
  if (!main) throw importError(msg('import_chatflow_without_answer'))
  const team = teamOf(main, flow, edges)
  const others = speakers.filter((one) => one !== main && !team.some(({ id }) => id === one.id))
  const made = [
    startOf(main, team, flow),
    ...team.map((one) => memberOf(one, main, flow)),
    ...others.map((one) => keptNote(one, flow)),
    ...nodes.filter(({ name }) => name.startsWith('stickyNote')).map((one) => stickyNote(one, flow)),
  ]
  for (const one of nodes) if (!flow.used.has(one.id)) noteUnused(one, flowise)
  assertStepLimit(made)
  return {
    nodes: separateNodes(shortenIds(made)),
    tools: [...flow.tools.values()].filter((tool) => tool !== undefined),
  }
}

const isSpeaker = ({ category, name }: FlowiseNode): boolean =>
  SPEAKERS.has(category) && !/^seq(Start|End|Loop|State|Condition)/.test(name)

/** The supervisor, or the last part of the chain: the one whose output no other uses. */
function mainOf(speakers: readonly FlowiseNode[], edges: readonly FlowiseEdge[]): FlowiseNode | undefined {
  const supervisor = speakers.find(({ name }) => name === 'supervisor')
  if (supervisor) return supervisor
  const ids = new Set(speakers.map(({ id }) => id))
  const feeding = new Set(edges.filter(({ to }) => ids.has(to)).map(({ from }) => from))
  return speakers.find(({ id }) => !feeding.has(id)) ?? speakers[0]
}

/** Workers of a supervisor, prompts among which a chain chooses. */
function teamOf(main: FlowiseNode, flow: Chatflow, edges: readonly FlowiseEdge[]): FlowiseNode[] {
  const led = new Set(edges.filter(({ from }) => from === main.id).map(({ to }) => to))
  if (main.name === 'supervisor')
    return flow.nodes.filter(({ name, id }) => name === 'worker' && led.has(id)).slice(0, 90)
  return flow
    .into(main.id)
    .filter(({ name }) => name === 'promptRetriever')
    .slice(0, 90)
}

function startOf(main: FlowiseNode, team: readonly FlowiseNode[], flow: Chatflow): AgentNode {
  const built = speaking(main, flow)
  return node({
    ...built,
    type: 'start',
    startConfig: { initialMessage: '', userStarts: false },
    childrenNodes: team.map((one) => ({ nodeId: one.id, condition: reasonFor(one) })),
  })
}

function reasonFor({ inputs, label }: FlowiseNode): string {
  const about = plain(string(get(inputs, 'description')) || string(get(inputs, 'workerPrompt')))
  const [first = ''] = about.split('\n')
  return `What the visitor needs is for “${nameOf(label, inputs)}”${first ? `: ${first.slice(0, 1000)}` : ''}`
}

const nameOf = (label: string, inputs: FlowiseNode['inputs']): string =>
  (
    ['agentName', 'workerName', 'supervisorName', 'chainName', 'name']
      .map((key) => string(get(inputs, key)).trim())
      .find(Boolean) ?? label
  ).slice(0, 200)

function memberOf(one: FlowiseNode, main: FlowiseNode, flow: Chatflow): AgentNode {
  return node({
    ...speaking(one, flow),
    childrenNodes: [{ nodeId: main.id, condition: 'This is done, or the visitor needs something else' }],
  })
}

function speaking(one: FlowiseNode, flow: Chatflow): AgentNode {
  const { flowise, used } = flow
  used.add(one.id)
  const parts = flow.into(one.id)
  const said = [...textsOf(one, INSTRUCTIONS, flow), ...parts.flatMap((part) => promptOf(part, flow))]
  const model = parts.find(({ category }) => MODELS.has(category))
  if (model) used.add(model.id)
  const tools = parts
    .filter(({ category }) => category === 'Tools' || category === 'MCP')
    .flatMap((part) => toolOf(part, flow))
  const knows = reaches(one.id, flow, KNOWLEDGE) || /retrievalqa/i.test(one.name)
  return node({
    id: one.id,
    name: nameOf(one.label, one.inputs),
    type: 'default',
    instructions: truncate(joined(said) || 'Answer the visitor.', MAX_WORDS, one.where, flowise.notes),
    ...(model ? llmConfig(model.name, model.inputs, model.where, flowise) : {}),
    toolsIds: tools.map(({ id }) => id),
    ...(knows ? { kb: { enabled: true, maxChunks: 5, tags: [], smartSearch: false } } : {}),
    rf: { ...one.rf },
  })
}

const MAX_WORDS = 50_000

/** Joins texts within a limit: the same long prompt may be connected everywhere. */
function joined(texts: readonly string[]): string {
  let all = ''
  for (const text of texts) {
    if (all.length > MAX_WORDS) break
    all += `${all === '' ? '' : '\n\n'}${cut(text, 2 * MAX_WORDS)}`
  }
  return all
}

function textsOf({ inputs, where }: FlowiseNode, keys: readonly string[], { flowise }: Chatflow): string[] {
  return keys.flatMap((key) => {
    const text = string(get(inputs, key))
    // A value such as {{chatPromptTemplate_0.data.instance}} refers to a connected part.
    return text.trim() === '' || /^\{\{[\w-]+\.data\.instance\}\}$/.test(text) ? [] : [template(text, where, flowise)]
  })
}

function promptOf(part: FlowiseNode, flow: Chatflow): readonly string[] {
  if (part.category !== 'Prompts') return []
  const known = flow.prompts.get(part.id)
  if (known) return known
  flow.used.add(part.id)
  for (const [key, value] of Object.entries(fields(get(part.inputs, 'promptValues')))) {
    const name = flow.flowise.names.of(key, key)
    if (typeof value === 'string' && !value.includes('{{'))
      flow.flowise.variables.declare({ name, defaultValue: value.slice(0, 5000) })
  }
  const said = textsOf(part, PROMPTS, flow)
  flow.prompts.set(part.id, said)
  return said
}

function toolOf(part: FlowiseNode, flow: Chatflow): Tool[] {
  flow.used.add(part.id)
  const known = flow.tools.get(part.id)
  if (known || flow.tools.has(part.id)) return known ? [known] : []
  if (part.name === 'retrieverTool') {
    flow.flowise.notes.info(part.where, msg('import_knowledge_without_tool'))
    return []
  }
  const tool = flowiseTool(part.name, part.inputs, part.where, flow.flowise)
  flow.tools.set(part.id, tool)
  return tool ? [tool] : []
}

/** Whether a part of a category is connected, directly or through parts that don't answer. */
function reaches(id: string, flow: Chatflow, categories: ReadonlySet<string>): boolean {
  const seen = new Set<string>()
  const waiting = [id]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (seen.has(at)) continue
    seen.add(at)
    for (const part of flow.into(at)) {
      if (categories.has(part.category) && part.name !== 'promptRetriever') return true
      if (!isSpeaker(part)) waiting.push(part.id)
    }
  }
  return false
}

/** A chain whose output is the input of another: only one can answer in a turn, so its prompt is kept as a note. */
function keptNote(one: FlowiseNode, flow: Chatflow): AgentNode {
  const { instructions, name, rf } = speaking(one, flow)
  flow.flowise.notes.lost(one.where, msg('import_chain_last_part'))
  return node({ id: one.id, name, type: 'note', instructions, ...(rf ? { rf } : {}) })
}

function stickyNote(one: FlowiseNode, { flowise, used }: Chatflow): AgentNode {
  used.add(one.id)
  const instructions = truncate(plain(string(get(one.inputs, 'note'))), 50_000, one.where, flowise.notes)
  return node({ id: one.id, name: one.label, type: 'note', instructions, rf: { ...one.rf } })
}

function noteUnused({ category, where, name }: FlowiseNode, { notes }: FlowiseImport): void {
  if (category === 'Memory') notes.info(where, msg('import_memory_builtin'))
  else if (KNOWLEDGE.has(category) || LOADING.has(category)) notes.lost(where, msg('import_documents_missing'))
  else notes.lost(where, msg('import_no_such_part', { name: name || 'this node' }))
}
