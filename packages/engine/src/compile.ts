// Compiles a configuration into a graph: indexes edges, drops dangling ones, collects variables.
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import { AgentNode, type Edge, type EdgeRule } from '@parlance/contract/agents/nodes'
import type { ValueFormat } from '@parlance/contract/agents/format-value'
import type { FormField } from '@parlance/contract/items/schemas'
import { fieldsOf } from '@parlance/contract/items/submissions'
import { urlsIn } from './items/urls.ts'
import type { Graph, GraphVariable, NodeEdges } from '@parlance/contract/engine/types'

/** The parts of a configuration that define the graph. */
export type GraphConfig = Pick<AgentConfig, 'nodes' | 'variables' | 'enableNodes'> &
  Partial<
    Pick<
      AgentConfig,
      | 'tools'
      | 'functionsIds'
      | 'mcpServers'
      | 'vg_enableUIEngine'
      | 'vg_systemPrompt'
      | 'vg_initPrompt'
      | 'vg_initMessages'
    >
  >

/** Node id of an agent without a graph. */
export const SINGLE_NODE = 'start'

/**
 * Never throws. Drops edges to notes and missing nodes, and nodes with a duplicate id. Without nodes, or with
 * `enableNodes` off, the graph is one start node that may call all tools. Undefined if there are nodes but no start
 * node.
 */
export function compile(config: GraphConfig): Graph | undefined {
  const single = !config.enableNodes || config.nodes.length === 0
  const nodes = new Map<string, AgentNode>()
  for (const node of single ? [singleNode(config)] : config.nodes)
    if (node.type !== 'note' && !nodes.has(node.id)) nodes.set(node.id, node)
  const start = nodes.values().find((node) => node.type === 'start')
  if (!start) return undefined
  const [edges, failures] = indexEdges(nodes)
  const collected = new Set([...nodes.values()].flatMap(asksFor).map(({ name }) => name))
  const variables = collectVariables(single ? [] : [...nodes.values()], config)
  const fromTools = new Set(
    (config.tools ?? []).flatMap((tool) => tool.responseMapping.map(({ variable }) => variable)),
  )
  const asked = new Set(collected)
  for (const name of testedVariables(edges, failures))
    if (!fromTools.has(name) && variables.get(name)?.isEnv === false) asked.add(name)
  return {
    nodes,
    startId: start.id,
    globals: [...nodes.values()].filter((node) => node.isGlobal),
    variables,
    edges,
    failures,
    names: new Set(variables.keys()),
    asked,
    searched: [...new Set([...asked, ...variables.keys()])]
      .flatMap((name) => variables.get(name) ?? [])
      .filter(({ isEnv }) => !isEnv),
    formats: formatsOf([...nodes.values()], variables),
    filled: new Set(
      [...nodes.values()]
        .filter(({ items }) => items.length > 0 && BRACE.test(JSON.stringify(items)))
        .map(({ id }) => id),
    ),
    collected,
    fromTools,
    urls: knownUrls(config, nodes),
    uiEngine: config.vg_enableUIEngine ?? false,
  }
}

/** Whether no turn of this graph needs the router: no choices, no way back, no values to extract. */
export function needsNoRouter(graph: Graph): boolean {
  const talking = [...graph.nodes.values()].filter(isTalking).length
  const chooses = [...graph.edges.values(), ...graph.failures.values()].some(({ conditions }) => conditions.length > 0)
  return !chooses && talking < 2 && graph.globals.length === 0 && graph.asked.size === 0
}

/** Nodes where the model speaks and the visitor replies. */
export const isTalking = ({ type }: AgentNode): boolean => type === 'start' || type === 'default' || type === 'collect'

const asksFor = (node: AgentNode) => (node.type === 'collect' ? node.variables : []).filter(({ name }) => isName(name))
/** Guards against prototype pollution. */
const isName = (name: string) => name !== '__proto__'

function singleNode(config: GraphConfig): AgentNode {
  return AgentNode.parse({
    id: SINGLE_NODE,
    type: 'start',
    toolsIds: [...(config.tools ?? []).map(({ id }) => id), ...(config.functionsIds ?? [])].slice(0, 100),
    mcpServers: (config.mcpServers ?? []).map(({ id }) => id),
  })
}

const BRACE = /\{[A-Za-z_]/
const NO_EDGES: NodeEdges = { rules: [], conditions: [], otherwise: undefined }

function indexEdges(nodes: ReadonlyMap<string, AgentNode>): [Map<string, NodeEdges>, Map<string, NodeEdges>] {
  const edges = new Map<string, NodeEdges>()
  const failures = new Map<string, NodeEdges>()
  for (const node of nodes.values()) {
    const real = node.childrenNodes.filter(({ nodeId }) => nodes.has(nodeId))
    const outcome = node.type === 'tool'
    edges.set(node.id, sort(outcome ? real.filter(({ on }) => on !== 'failure') : real))
    // An edge without an outcome means success.
    if (outcome) failures.set(node.id, sort(real.filter(({ on }) => on === 'failure')))
  }
  return [edges, failures]
}

function sort(edges: readonly Edge[]): NodeEdges {
  if (edges.length === 0) return NO_EDGES
  return {
    rules: edges.filter((edge): edge is Edge & { rule: EdgeRule } => edge.rule !== undefined),
    conditions: edges.filter(({ rule, condition }) => !rule && condition.trim() !== ''),
    otherwise: edges.find(({ rule, condition }) => !rule && condition.trim() === ''),
  }
}

/** Collect nodes override declarations; the first collect node wins. */
function collectVariables(nodes: readonly AgentNode[], config: GraphConfig): Map<string, GraphVariable> {
  const all = new Map<string, GraphVariable>()
  const single = nodes.length === 0
  for (const variable of config.variables)
    if (isName(variable.name) && !all.has(variable.name)) all.set(variable.name, { ...variable, options: [] })
  if (single) return all
  const taken = new Set<string>()
  for (const asked of nodes.flatMap(asksFor)) {
    const declared = all.get(asked.name)
    if (taken.has(asked.name) || declared?.isEnv) continue
    taken.add(asked.name)
    const { name, type, options, min, max } = asked
    const description = asked.description || (declared?.description ?? '')
    all.set(name, {
      name,
      type,
      description,
      isEnv: false,
      defaultValue: declared?.defaultValue ?? '',
      options,
      min,
      max,
    })
  }
  return all
}

const FIELD_FORMATS: Partial<Record<FormField['type'], ValueFormat>> = {
  date: 'date',
  time: 'time',
  'datetime-local': 'datetime',
}

/** For text and undeclared variables, the type of the form field applies. */
function formatsOf(
  nodes: readonly AgentNode[],
  variables: ReadonlyMap<string, GraphVariable>,
): ReadonlyMap<string, ValueFormat> {
  const formats = new Map<string, ValueFormat>()
  for (const { name, type } of nodes.flatMap(({ items }) => items.flatMap(fieldsOf)))
    formats.set(name, FIELD_FORMATS[type] ?? 'text')
  for (const { name, type } of variables.values()) if (type !== 'text' || !formats.has(name)) formats.set(name, type)
  return formats
}

const testedVariables = (...indexes: readonly ReadonlyMap<string, NodeEdges>[]): string[] =>
  indexes.flatMap((index) =>
    [...index.values()].flatMap(({ rules }) => rules.flatMap(({ rule }) => rule.tests.map(({ variable }) => variable))),
  )

function knownUrls(config: GraphConfig, nodes: ReadonlyMap<string, AgentNode>): ReadonlySet<string> {
  const { vg_systemPrompt = '', vg_initPrompt = '', vg_initMessages = [] } = config
  const texts = [vg_systemPrompt, vg_initPrompt, ...vg_initMessages]
  for (const { instructions, voiceInstructions, items } of nodes.values())
    texts.push(instructions, voiceInstructions, items.length > 0 ? JSON.stringify(items) : '')
  return urlsIn(texts.filter((text) => text.includes('/')).join('\n'))
}
