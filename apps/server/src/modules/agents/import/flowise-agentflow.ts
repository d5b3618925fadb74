// An agentflow (version 2): every node becomes a step; those without a counterpart are skipped and reported.
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import type { AgentNode, EdgeRule, RULE_OPERATORS } from '@parlance/contract/agents/nodes'
import { node } from '@parlance/engine/templates/build'
import type { Tool } from '@parlance/contract/tools/schemas'
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'
import { separateNodes, truncate, type OutgoingEdge, linkSteps, type FlowStep, shortenIds } from './flow.ts'
import type { FlowiseEdge, FlowiseNode } from './flowise-graph.ts'
import { fields, fill, llmConfig, plain, type FlowiseImport, rows } from './flowise-text.ts'
import { begin, declareState, formStep } from './flowise-start.ts'
import { flowiseTool, httpNodeTool } from './flowise-tools.ts'
import { get, record, string } from './json-document.ts'

interface Flow {
  readonly flowise: FlowiseImport
  readonly tools: Tool[]
  /** The target of an output; the first if there are several. */
  readonly out: (from: FlowiseNode, output?: number) => string | undefined
  /** The step at which Flowise starts for every message. */
  readonly top: string | undefined
}
type Reader = (from: FlowiseNode, flow: Flow) => FlowStep

const END = node({ id: 'end-of-flow', name: 'End', type: 'end' })

export function readAgentflow(
  nodes: readonly FlowiseNode[],
  edges: readonly FlowiseEdge[],
  flowise: FlowiseImport,
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
    if (divided.has(one.id)) flowise.notes.lost(one.where, msg('import_branch_dropped'))
    if (one.parent !== '') flowise.notes.lost(one.where, msg('import_node_in_iteration'))
  }
  const flow: Flow = {
    flowise,
    tools: [],
    out: ({ id }, output = 0) => firstWays.get(`${output}|${id}`),
    top: start && ways.find(({ from }) => from === start.id)?.to,
  }
  declareState(start, flowise)
  const inside = nodes.filter(({ parent, id }) => parent === '' && id !== start?.id)
  const steps = inside.map((one) => stepIdOf(one, flow))
  const form = start && formStep(start, flow.top, flowise)
  const linked = linkSteps([...steps, ...(form ? [form] : [])], END)
  return {
    nodes: separateNodes(shortenIds(begin(linked, form?.id ?? flow.top, steps, start, flowise))),
    tools: flow.tools,
  }
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
  return (from, { flowise, out }) => {
    flowise.notes.lost(from.where, what)
    return { id: from.id, outgoing: [], next: out(from) }
  }
}

function stepIdOf(from: FlowiseNode, flow: Flow): FlowStep {
  const reader = Object.hasOwn(READERS, from.name) ? READERS[from.name] : undefined
  return (reader ?? gone(msg('import_no_such_step', { name: from.name || 'this node' })))(from, flow)
}

const nodeAt = ({ id, label, rf }: FlowiseNode, part: Pick<AgentNode, 'type'> & Partial<AgentNode>): AgentNode =>
  node({ id, name: label, rf: { ...rf }, ...part })

/** In Flowise each message runs through the whole flow: after the last step, the next message starts at the top. */
const after = (from: FlowiseNode, { out, top }: Flow): Pick<FlowStep, 'next' | 'stays'> => {
  const next = out(from)
  if (next !== undefined) return { next }
  return top === undefined || top === from.id ? { next: undefined, stays: true } : { next: top }
}

function talking(from: FlowiseNode, flow: Flow, prefix: 'llm' | 'agent'): FlowStep {
  const { flowise } = flow
  const { inputs, where } = from
  const said = rows(get(inputs, `${prefix}Messages`)).map((row) => {
    const content = fill(string(get(row, 'content')), where, flowise)
    return ['system', 'developer', ''].includes(string(get(row, 'role')))
      ? content
      : `${string(get(row, 'role'))}: ${content}`
  })
  const asked = fill(string(get(inputs, `${prefix}UserMessage`)), where, flowise)
  const parts = [...said, asked === '' ? '' : `What to do with a message:\n${asked}`].filter(Boolean)
  const tools = prefix === 'agent' ? agentTools(from, flow) : []
  const kb = knowledge(from, flowise)
  lostParts(from, prefix, flowise)
  if (flow.out(from) !== undefined) flowise.notes.info(where, msg('import_next_step_waits'))
  return {
    id: from.id,
    node: nodeAt(from, {
      type: 'default',
      instructions: truncate(parts.join('\n\n') || 'Answer the visitor.', 50_000, where, flowise.notes),
      ...llmConfig(string(get(inputs, `${prefix}Model`)), record(get(inputs, `${prefix}ModelConfig`)), where, flowise),
      toolsIds: tools.map(({ id }) => id),
      ...(kb ? { kb: KB } : {}),
    }),
    outgoing: [],
    ...after(from, flow),
  }
}

const KB = { enabled: true, maxChunks: 5, tags: [], smartSearch: false }

function agentTools({ inputs, where }: FlowiseNode, { flowise, tools }: Flow): Tool[] {
  const made = rows(get(inputs, 'agentTools')).flatMap((row) => {
    const tool = flowiseTool(
      string(get(row, 'agentSelectedTool')),
      fields(get(row, 'agentSelectedToolConfig')),
      where,
      flowise,
    )
    if (get(row, 'agentSelectedToolRequiresHumanInput') === true)
      flowise.notes.lost(where, msg('import_tools_without_approval'))
    return tool ? [tool] : []
  })
  tools.push(...made)
  return made
}

function knowledge({ inputs, where }: FlowiseNode, { notes }: FlowiseImport): boolean {
  const stores = [
    ...rows(get(inputs, 'agentKnowledgeDocumentStores')).map((row) => string(get(row, 'documentStore'))),
    ...rows(get(inputs, 'agentKnowledgeVSEmbeddings')).map((row) => string(get(row, 'knowledgeName'))),
    ...rows(get(inputs, 'retrieverKnowledgeDocumentStores')).map((row) => string(get(row, 'documentStore'))),
  ]
  for (const store of stores)
    notes.lost(where, msg('import_documents_of_missing', { name: store.split(':').at(-1) ?? '' }))
  return stores.length > 0
}

function lostParts({ inputs, where }: FlowiseNode, prefix: string, { notes }: FlowiseImport): void {
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

function condition(from: FlowiseNode, flow: Flow): FlowStep {
  const { flowise, out } = flow
  const conditions = rows(get(from.inputs, 'conditions'))
  const outgoing = conditions.flatMap((row, index): OutgoingEdge[] => {
    const to = out(from, index)
    if (to === undefined) return []
    const value1 = fill(string(get(row, 'value1')), from.where, flowise)
    const value = fill(string(get(row, 'value2')), from.where, flowise).slice(0, 1000)
    const asked = string(get(row, 'operation'))
    const variable = /^\{([A-Za-z_]\w{0,99})\}$/.exec(value1)?.[1]
    const operator = Object.hasOwn(OPERATORS, asked) ? OPERATORS[asked] : undefined
    if (variable !== undefined && operator) {
      const rule: EdgeRule = { match: 'all', tests: [{ variable, operator, value }] }
      return [{ to, rule }]
    }
    flowise.notes.info(from.where, msg('import_comparison_by_model'))
    return [{ to, condition: `${value1} ${asked} ${value}`.trim() || 'This condition holds' }]
  })
  const next = out(from, conditions.length)
  return { id: from.id, node: nodeAt(from, { type: 'condition' }), outgoing, next, stays: true }
}

function conditionAgent(from: FlowiseNode, flow: Flow): FlowStep {
  const { flowise, out } = flow
  const { inputs, where } = from
  const outgoing = rows(get(inputs, 'conditionAgentScenarios')).flatMap((row, index): OutgoingEdge[] => {
    const to = out(from, index)
    const scenario = fill(string(get(row, 'scenario')), where, flowise)
    return to === undefined || scenario === '' ? [] : [{ to, condition: scenario }]
  })
  const { llmConfig: routerLlmConfig } = llmConfig(
    string(get(inputs, 'conditionAgentModel')),
    record(get(inputs, 'conditionAgentModelConfig')),
    where,
    flowise,
  )
  return {
    id: from.id,
    node: nodeAt(from, {
      type: 'condition',
      instructions: truncate(
        fill(string(get(inputs, 'conditionAgentInstructions')), where, flowise),
        50_000,
        where,
        flowise.notes,
      ),
      ...(routerLlmConfig ? { routerLlmConfig } : {}),
    }),
    outgoing,
    next: undefined,
    stays: true,
  }
}

function toolNode(from: FlowiseNode, flow: Flow): FlowStep {
  const { inputs, where } = from
  const name = string(get(inputs, 'toolAgentflowSelectedTool')) || string(get(inputs, 'selectedTool'))
  const config = get(inputs, 'toolAgentflowSelectedToolConfig') ?? get(inputs, 'selectedToolConfig')
  const tool = flowiseTool(name, fields(config), where, flow.flowise)
  const next = flow.out(from)
  if (!tool) return { id: from.id, outgoing: [], next }
  flow.tools.push(tool)
  const given = rows(get(inputs, 'toolInputArgs')).flatMap((row): [string, string][] => {
    const key = string(get(row, 'inputArgName')).slice(0, 200)
    const value = fill(string(get(row, 'inputArgValue')), where, flow.flowise).slice(0, 5000)
    return tool.fields.some((field) => field.key === key) ? [[key, value]] : []
  })
  return { id: from.id, node: calling(from, tool, Object.fromEntries(given)), outgoing: [], next, stays: true }
}

const calling = (from: FlowiseNode, tool: Tool, args: Record<string, string>): AgentNode =>
  nodeAt(from, { type: 'tool', toolCall: { toolId: tool.id, arguments: args } })

function http(from: FlowiseNode, flow: Flow): FlowStep {
  const { flowise } = flow
  const tool = httpNodeTool(from.inputs, from.label, from.where, flowise, (text) => fill(text, from.where, flowise))
  const next = flow.out(from)
  if (!tool) return { id: from.id, outgoing: [], next }
  flow.tools.push(tool)
  return { id: from.id, node: calling(from, tool, {}), outgoing: [], next, stays: true }
}

function humanInput(from: FlowiseNode, { flowise, out }: Flow): FlowStep {
  const { inputs, where } = from
  const fixed = string(get(inputs, 'humanInputDescriptionType')) !== 'dynamic'
  if (!fixed) flowise.notes.lost(where, msg('import_question_fixed'))
  const text = fixed ? fill(string(get(inputs, 'humanInputDescription')), where, flowise) : ''
  const message = truncate(text || 'Do you want to proceed?', 2000, where, flowise.notes)
  const button = (name: string) => ({ name, request: { type: 'text' as const, payload: name } })
  flowise.notes.info(where, msg('import_visitor_asked'))
  const ways: OutgoingEdge[] = [
    { to: out(from, 0), condition: 'The visitor agrees and wants to proceed' },
    { to: out(from, 1), condition: 'The visitor rejects it or asks for a change' },
  ]
  return {
    id: from.id,
    node: nodeAt(from, {
      type: 'message',
      items: [{ type: 'choice', message, buttons: [button('Proceed'), button('Reject')] }],
    }),
    outgoing: ways,
    next: undefined,
    stays: true,
  }
}

function reply(from: FlowiseNode, flow: Flow): FlowStep {
  const text = truncate(
    fill(string(get(from.inputs, 'directReplyMessage')), from.where, flow.flowise),
    10_000,
    from.where,
    flow.flowise.notes,
  )
  const next = flow.out(from)
  const last = next === undefined
  return {
    id: from.id,
    node: nodeAt(from, { type: 'message', items: text === '' ? [] : [{ type: 'text', text }] }),
    outgoing: [],
    next: last ? flow.top : next,
    ...(last ? { nextCondition: 'The visitor writes again' } : {}),
    stays: last,
  }
}

function retriever(from: FlowiseNode, { flowise, out }: Flow): FlowStep {
  knowledge(from, flowise)
  flowise.notes.info(from.where, msg('import_knowledge_always_searched'))
  return { id: from.id, outgoing: [], next: out(from) }
}

function loop(from: FlowiseNode, { flowise, out }: Flow): FlowStep {
  const [back = ''] = string(get(from.inputs, 'loopBackToNode')).split('-')
  if (string(get(from.inputs, 'maxLoopCount')) !== '') flowise.notes.info(from.where, msg('import_loop_bounded'))
  return { id: from.id, outgoing: [], next: back || out(from) }
}

function sticky(from: FlowiseNode, { flowise }: Flow): FlowStep {
  const text = truncate(plain(string(get(from.inputs, 'note'))), 50_000, from.where, flowise.notes)
  return { id: from.id, node: nodeAt(from, { type: 'note', instructions: text }), outgoing: [], next: undefined }
}
