// An agentflow (version 2): every node a place, so that steps which can't be carried over are skipped and told of.
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import type { AgentNode, EdgeRule, RULE_OPERATORS } from '@parlance/contract/agents/nodes'
import { node } from '@parlance/engine/templates/build'
import type { Tool } from '@parlance/contract/tools/schemas'
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'
import { apart, clip, type Exit, link, type Place, tidy } from './flow.ts'
import type { FlowiseEdge, FlowiseNode } from './flowise-graph.ts'
import { fields, fill, llmConfig, plain, type Reading, rows } from './flowise-text.ts'
import { begin, declareState, formPlace } from './flowise-start.ts'
import { flowiseTool, httpNodeTool } from './flowise-tools.ts'
import { get, record, string } from './json-document.ts'

interface Flow {
  readonly reading: Reading
  readonly tools: Tool[]
  /** Where an output leads; the first of several ways. */
  readonly out: (from: FlowiseNode, output?: number) => string | undefined
  /** Where every message of a visitor begins in Flowise. */
  readonly top: string | undefined
}
type Reader = (from: FlowiseNode, flow: Flow) => Place

const END = node({ id: 'end-of-flow', name: 'End', type: 'end' })

export function readAgentflow(
  nodes: readonly FlowiseNode[],
  edges: readonly FlowiseEdge[],
  reading: Reading,
): Pick<AgentConfig, 'nodes' | 'tools'> {
  const start = nodes.find(({ name }) => name === 'startAgentflow')
  const ids = new Set(nodes.map(({ id }) => id))
  const ways = edges.filter(({ to }) => ids.has(to))
  const firstWays = new Map<string, string>()
  const divided = new Set<string>()
  for (const { from, output, to } of ways) {
    const out = `${output}|${from}`
    if (firstWays.has(out)) divided.add(from)
    else firstWays.set(out, to)
  }
  for (const one of nodes) {
    if (divided.has(one.id)) reading.notes.lost(one.where, msg('import_branch_dropped'))
    if (one.parent !== '') reading.notes.lost(one.where, msg('import_node_in_iteration'))
  }
  const flow: Flow = {
    reading,
    tools: [],
    out: ({ id }, output = 0) => firstWays.get(`${output}|${id}`),
    top: start && ways.find(({ from }) => from === start.id)?.to,
  }
  declareState(start, reading)
  const inside = nodes.filter(({ parent, id }) => parent === '' && id !== start?.id)
  const places = inside.map((one) => placeOf(one, flow))
  const form = start && formPlace(start, flow.top, reading)
  const linked = link([...places, ...(form ? [form] : [])], END)
  return { nodes: apart(tidy(begin(linked, form?.id ?? flow.top, places, start, reading))), tools: flow.tools }
}

const READERS: Readonly<Record<string, Reader>> = {
  llmAgentflow: (from, flow) => talking(from, flow, 'llm'),
  agentAgentflow: (from, flow) => talking(from, flow, 'agent'),
  conditionAgentflow: condition,
  conditionAgentAgentflow: conditionAgent,
  toolAgentflow: toolNode,
  httpAgentflow: http,
  humanInputAgentflow: humanInput,
  directReplyAgentflow: reply,
  retrieverAgentflow: retriever,
  loopAgentflow: loop,
  stickyNoteAgentflow: sticky,
  customFunctionAgentflow: gone(msg('import_javascript')),
  executeFlowAgentflow: gone(msg('import_other_flow')),
  iterationAgentflow: gone(msg('import_loop')),
}

function gone(what: MessageDescriptor): Reader {
  return (from, { reading, out }) => {
    reading.notes.lost(from.where, what)
    return { id: from.id, exits: [], next: out(from) }
  }
}

function placeOf(from: FlowiseNode, flow: Flow): Place {
  const reader = Object.hasOwn(READERS, from.name) ? READERS[from.name] : undefined
  return (reader ?? gone(msg('import_no_such_step', { name: from.name || 'this node' })))(from, flow)
}

const nodeAt = ({ id, label, rf }: FlowiseNode, part: Pick<AgentNode, 'type'> & Partial<AgentNode>): AgentNode =>
  node({ id, name: label, rf: { ...rf }, ...part })

/** Each message runs through the whole flow in Flowise: after its last step the next message begins at the top. */
const after = (from: FlowiseNode, { out, top }: Flow): Pick<Place, 'next' | 'stays'> => {
  const next = out(from)
  if (next !== undefined) return { next }
  return top === undefined || top === from.id ? { next: undefined, stays: true } : { next: top }
}

function talking(from: FlowiseNode, flow: Flow, prefix: 'llm' | 'agent'): Place {
  const { reading } = flow
  const { inputs, where } = from
  const said = rows(get(inputs, `${prefix}Messages`)).map((row) => {
    const content = fill(string(get(row, 'content')), where, reading)
    return ['system', 'developer', ''].includes(string(get(row, 'role')))
      ? content
      : `${string(get(row, 'role'))}: ${content}`
  })
  const asked = fill(string(get(inputs, `${prefix}UserMessage`)), where, reading)
  const parts = [...said, asked === '' ? '' : `What to do with a message:\n${asked}`].filter(Boolean)
  const tools = prefix === 'agent' ? agentTools(from, flow) : []
  const kb = knowledge(from, reading)
  lostParts(from, prefix, reading)
  if (flow.out(from) !== undefined) reading.notes.info(where, msg('import_next_step_waits'))
  return {
    id: from.id,
    node: nodeAt(from, {
      type: 'default',
      instructions: clip(parts.join('\n\n') || 'Answer the visitor.', 50_000, where, reading.notes),
      ...llmConfig(string(get(inputs, `${prefix}Model`)), record(get(inputs, `${prefix}ModelConfig`)), where, reading),
      toolsIds: tools.map(({ id }) => id),
      ...(kb ? { kb: KB } : {}),
    }),
    exits: [],
    ...after(from, flow),
  }
}

const KB = { enabled: true, maxChunks: 5, tags: [], smartSearch: false }

function agentTools({ inputs, where }: FlowiseNode, { reading, tools }: Flow): Tool[] {
  const made = rows(get(inputs, 'agentTools')).flatMap((row) => {
    const tool = flowiseTool(
      string(get(row, 'agentSelectedTool')),
      fields(get(row, 'agentSelectedToolConfig')),
      where,
      reading,
    )
    if (get(row, 'agentSelectedToolRequiresHumanInput') === true)
      reading.notes.lost(where, msg('import_tools_without_approval'))
    return tool ? [tool] : []
  })
  tools.push(...made)
  return made
}

function knowledge({ inputs, where }: FlowiseNode, { notes }: Reading): boolean {
  const stores = [
    ...rows(get(inputs, 'agentKnowledgeDocumentStores')).map((row) => string(get(row, 'documentStore'))),
    ...rows(get(inputs, 'agentKnowledgeVSEmbeddings')).map((row) => string(get(row, 'knowledgeName'))),
    ...rows(get(inputs, 'retrieverKnowledgeDocumentStores')).map((row) => string(get(row, 'documentStore'))),
  ]
  for (const store of stores)
    notes.lost(where, msg('import_documents_of_missing', { name: store.split(':').at(-1) ?? '' }))
  return stores.length > 0
}

function lostParts({ inputs, where }: FlowiseNode, prefix: string, { notes }: Reading): void {
  if (rows(get(inputs, `${prefix}StructuredOutput`)).length > 0) notes.lost(where, msg('import_structured_output'))
  for (const row of rows(get(inputs, `${prefix}UpdateState`)))
    notes.lost(where, msg('import_state_not_updated', { name: string(get(row, 'key')) }))
  if (string(get(inputs, `${prefix}ToolsBuiltInOpenAI`)) !== '') notes.lost(where, msg('import_provider_tools'))
}

type Operator = (typeof RULE_OPERATORS)[number]
const OPERATORS: Readonly<Record<string, Operator>> = {
  contains: 'contains',
  notContains: 'notContains',
  startsWith: 'startsWith',
  endsWith: 'endsWith',
  equal: 'equals',
  notEqual: 'notEquals',
  larger: 'greater',
  largerEqual: 'greaterOrEqual',
  smaller: 'less',
  smallerEqual: 'lessOrEqual',
  isEmpty: 'isNotSet',
  notEmpty: 'isSet',
}

function condition(from: FlowiseNode, flow: Flow): Place {
  const { reading, out } = flow
  const conditions = rows(get(from.inputs, 'conditions'))
  const exits = conditions.flatMap((row, index): Exit[] => {
    const to = out(from, index)
    if (to === undefined) return []
    const value1 = fill(string(get(row, 'value1')), from.where, reading)
    const value = fill(string(get(row, 'value2')), from.where, reading).slice(0, 1000)
    const asked = string(get(row, 'operation'))
    const variable = /^\{([A-Za-z_]\w{0,99})\}$/.exec(value1)?.[1]
    const operator = Object.hasOwn(OPERATORS, asked) ? OPERATORS[asked] : undefined
    if (variable !== undefined && operator) {
      const rule: EdgeRule = { match: 'all', tests: [{ variable, operator, value }] }
      return [{ to, rule }]
    }
    reading.notes.info(from.where, msg('import_comparison_by_model'))
    return [{ to, condition: `${value1} ${asked} ${value}`.trim() || 'This condition holds' }]
  })
  const next = out(from, conditions.length)
  return { id: from.id, node: nodeAt(from, { type: 'condition' }), exits, next, stays: true }
}

function conditionAgent(from: FlowiseNode, flow: Flow): Place {
  const { reading, out } = flow
  const { inputs, where } = from
  const exits = rows(get(inputs, 'conditionAgentScenarios')).flatMap((row, index): Exit[] => {
    const to = out(from, index)
    const scenario = fill(string(get(row, 'scenario')), where, reading)
    return to === undefined || scenario === '' ? [] : [{ to, condition: scenario }]
  })
  const { llmConfig: routerLlmConfig } = llmConfig(
    string(get(inputs, 'conditionAgentModel')),
    record(get(inputs, 'conditionAgentModelConfig')),
    where,
    reading,
  )
  return {
    id: from.id,
    node: nodeAt(from, {
      type: 'condition',
      instructions: clip(
        fill(string(get(inputs, 'conditionAgentInstructions')), where, reading),
        50_000,
        where,
        reading.notes,
      ),
      ...(routerLlmConfig ? { routerLlmConfig } : {}),
    }),
    exits,
    next: undefined,
    stays: true,
  }
}

function toolNode(from: FlowiseNode, flow: Flow): Place {
  const { inputs, where } = from
  const name = string(get(inputs, 'toolAgentflowSelectedTool')) || string(get(inputs, 'selectedTool'))
  const config = get(inputs, 'toolAgentflowSelectedToolConfig') ?? get(inputs, 'selectedToolConfig')
  const tool = flowiseTool(name, fields(config), where, flow.reading)
  const next = flow.out(from)
  if (!tool) return { id: from.id, exits: [], next }
  flow.tools.push(tool)
  const given = rows(get(inputs, 'toolInputArgs')).flatMap((row): [string, string][] => {
    const key = string(get(row, 'inputArgName')).slice(0, 200)
    const value = fill(string(get(row, 'inputArgValue')), where, flow.reading).slice(0, 5000)
    return tool.fields.some((field) => field.key === key) ? [[key, value]] : []
  })
  return { id: from.id, node: calling(from, tool, Object.fromEntries(given)), exits: [], next, stays: true }
}

const calling = (from: FlowiseNode, tool: Tool, args: Record<string, string>): AgentNode =>
  nodeAt(from, { type: 'tool', toolCall: { toolId: tool.id, arguments: args } })

function http(from: FlowiseNode, flow: Flow): Place {
  const { reading } = flow
  const tool = httpNodeTool(from.inputs, from.label, from.where, reading, (text) => fill(text, from.where, reading))
  const next = flow.out(from)
  if (!tool) return { id: from.id, exits: [], next }
  flow.tools.push(tool)
  return { id: from.id, node: calling(from, tool, {}), exits: [], next, stays: true }
}

function humanInput(from: FlowiseNode, { reading, out }: Flow): Place {
  const { inputs, where } = from
  const fixed = string(get(inputs, 'humanInputDescriptionType')) !== 'dynamic'
  if (!fixed) reading.notes.lost(where, msg('import_question_fixed'))
  const text = fixed ? fill(string(get(inputs, 'humanInputDescription')), where, reading) : ''
  const message = clip(text || 'Do you want to proceed?', 2000, where, reading.notes)
  const button = (name: string) => ({ name, request: { type: 'text' as const, payload: name } })
  reading.notes.info(where, msg('import_visitor_asked'))
  const ways: Exit[] = [
    { to: out(from, 0), condition: 'The visitor agrees and wants to proceed' },
    { to: out(from, 1), condition: 'The visitor rejects it or asks for a change' },
  ]
  return {
    id: from.id,
    node: nodeAt(from, {
      type: 'message',
      items: [{ type: 'choice', message, buttons: [button('Proceed'), button('Reject')] }],
    }),
    exits: ways,
    next: undefined,
    stays: true,
  }
}

function reply(from: FlowiseNode, flow: Flow): Place {
  const text = clip(
    fill(string(get(from.inputs, 'directReplyMessage')), from.where, flow.reading),
    10_000,
    from.where,
    flow.reading.notes,
  )
  const next = flow.out(from)
  const last = next === undefined
  return {
    id: from.id,
    node: nodeAt(from, { type: 'message', items: text === '' ? [] : [{ type: 'text', text }] }),
    exits: [],
    next: last ? flow.top : next,
    ...(last ? { nextCondition: 'The visitor writes again' } : {}),
    stays: last,
  }
}

function retriever(from: FlowiseNode, { reading, out }: Flow): Place {
  knowledge(from, reading)
  reading.notes.info(from.where, msg('import_knowledge_always_searched'))
  return { id: from.id, exits: [], next: out(from) }
}

function loop(from: FlowiseNode, { reading, out }: Flow): Place {
  const [back = ''] = string(get(from.inputs, 'loopBackToNode')).split('-')
  if (string(get(from.inputs, 'maxLoopCount')) !== '') reading.notes.info(from.where, msg('import_loop_bounded'))
  return { id: from.id, exits: [], next: back || out(from) }
}

function sticky(from: FlowiseNode, { reading }: Flow): Place {
  const text = clip(plain(string(get(from.inputs, 'note'))), 50_000, from.where, reading.notes)
  return { id: from.id, node: nodeAt(from, { type: 'note', instructions: text }), exits: [], next: undefined }
}
