// Static checks of a graph. Texts are in the dashboard's catalogue, by code.
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import type { AgentNode, Edge } from '@parlance/contract/agents/nodes'
import { stepsInOrder } from './steps.ts'
import { parseFormatter } from '@parlance/contract/agents/formatters'
import { PLACEHOLDER } from '@parlance/contract/agents/placeholders'
import type { Tool } from '@parlance/contract/tools/schemas'

/** Errors break conversations that get there; warnings are probable mistakes. */
export const PROBLEM_LEVELS = {
  severalStarts: 'error',
  noStart: 'error',
  edgeToUnknown: 'error',
  edgeToNote: 'error',
  severalOtherwise: 'error',
  noOtherwise: 'warning',
  conditionWithoutEdges: 'error',
  ruleUnknownVariable: 'warning',
  ruleWithoutValue: 'warning',
  unreachable: 'warning',
  endlessCircle: 'error',
  edgesNeverTaken: 'warning',
  collectWithoutVariables: 'error',
  messageWithoutItems: 'error',
  toolWithoutTool: 'error',
  unknownTool: 'error',
  disabledTool: 'warning',
  missingArgument: 'warning',
  unknownMcpServer: 'error',
  globalWithoutCondition: 'warning',
  unknownVariable: 'warning',
  unknownFormatter: 'error',
} as const
export type ProblemCode = keyof typeof PROBLEM_LEVELS

export interface Problem {
  readonly code: ProblemCode
  readonly level: 'error' | 'warning'
  /** Absent for a problem of the whole graph. */
  readonly nodeId?: string
  /** Index of the edge within its node. */
  readonly edge?: number
  /** The variable, tool or node that the message names. */
  readonly name: string
}

type Config = Pick<AgentConfig, 'nodes' | 'tools' | 'functionsIds' | 'mcpServers' | 'variables'>
/** The workspace's shared tools that the agent uses, if loaded. */
interface Library {
  readonly functions?: readonly Pick<Tool, 'id' | 'responseMapping'>[]
}

interface Known {
  readonly nodes: ReadonlyMap<string, AgentNode>
  readonly reached: ReadonlySet<AgentNode>
  /** Nodes that only lead to each other and never wait for the visitor. */
  readonly endless: ReadonlySet<string>
  readonly tools: ReadonlyMap<string, Tool>
  readonly toolIds: ReadonlySet<string>
  readonly mcpServers: ReadonlySet<string>
  readonly variables: ReadonlySet<string>
  /** A tool may fill variables that are not declared here. */
  readonly open: boolean
}

type Found = Omit<Problem, 'level' | 'nodeId' | 'name'> & { name?: string }

/** All problems, in node order. */
export function graphProblems(config: Config, library: Library = {}): Problem[] {
  const known = knownOf(config, library)
  const whole: Found[] = []
  const starts = config.nodes.filter(({ type }) => type === 'start')
  if (config.nodes.length > 0 && starts.length === 0) whole.push({ code: 'noStart' })
  const seen = new Set<string>()
  const one = starts[0]
  return [
    ...whole.map((found) => problem(found)),
    ...config.nodes.flatMap((node) => {
      const found = nodeProblems(node, known)
      if (one && node.type === 'start' && node !== one) found.unshift({ code: 'severalStarts' })
      return found.map((entry) => problem(entry, node.id))
    }),
  ].filter((entry) => {
    const key = JSON.stringify(entry)
    return !seen.has(key) && Boolean(seen.add(key))
  })
}

const problem = (found: Found, nodeId?: string): Problem => ({
  name: '',
  ...found,
  level: PROBLEM_LEVELS[found.code],
  ...(nodeId === undefined ? {} : { nodeId }),
})

function knownOf(config: Config, { functions }: Library): Known {
  const inLibrary = new Set(config.functionsIds)
  const used = (functions ?? []).filter(({ id }) => inLibrary.has(id))
  return {
    nodes: new Map(config.nodes.map((node) => [node.id, node])),
    reached: new Set(stepsInOrder(config.nodes)),
    endless: endlessNodes(config.nodes),
    tools: new Map(config.tools.map((tool) => [tool.id, tool])),
    toolIds: new Set([...config.tools.map(({ id }) => id), ...config.functionsIds]),
    mcpServers: new Set(config.mcpServers.map(({ id }) => id)),
    variables: knownVariables(config, { functions: used }),
    open: used.length < inLibrary.size,
  }
}

/** Every variable that the agent declares, asks for or fills. */
export function knownVariables(
  config: Pick<Config, 'nodes' | 'tools' | 'variables'>,
  { functions = [] }: Library = {},
): Set<string> {
  return new Set([
    ...config.variables.map(({ name }) => name),
    ...config.nodes.flatMap(fillsVariables),
    ...[...config.tools, ...functions].flatMap((tool) => tool.responseMapping.map(({ variable }) => variable)),
  ])
}

/** Variables that the node collects or its form fields fill. */
function fillsVariables(node: AgentNode): string[] {
  return [
    ...node.variables.map(({ name }) => name),
    ...node.items.flatMap((item) => {
      if (item.type === 'form') return item.fields.map(({ name }) => name)
      return item.type === 'input' ? [item.field.name] : []
    }),
  ]
}

function nodeProblems(node: AgentNode, known: Known): Found[] {
  if (node.type === 'note') return node.childrenNodes.length > 0 ? [{ code: 'edgesNeverTaken' }] : []
  return [
    ...(known.reached.has(node) ? [] : [{ code: 'unreachable' } as const]),
    ...(known.endless.has(node.id) ? [{ code: 'endlessCircle' } as const] : []),
    ...kindProblems(node, known),
    ...edgeProblems(node, known),
    ...toolProblems(node, known),
    ...(node.isGlobal && blank(node.globalCondition) ? [{ code: 'globalWithoutCondition' } as const] : []),
    ...variableProblems(node, known),
  ]
}

/** Whether the conversation continues after a node without the visitor's input. */
const passesOn = (node: AgentNode): boolean =>
  node.childrenNodes.length > 0 &&
  (node.type === 'condition' ||
    node.type === 'tool' ||
    (node.type === 'message' && node.childrenNodes.every((edge) => edge.rule || isOtherwise(edge))))

/** Ids of nodes from which every path continues until the turn is stopped. */
export function endlessNodes(nodes: readonly AgentNode[]): Set<string> {
  const endless = new Set(nodes.filter(passesOn).map(({ id }) => id))
  for (let before = -1; before !== endless.size;) {
    before = endless.size
    for (const node of nodes) if (node.childrenNodes.some(({ nodeId }) => !endless.has(nodeId))) endless.delete(node.id)
  }
  return endless
}

const blank = (text: string): boolean => text.trim() === ''
const saysNothing = (item: AgentNode['items'][number]): boolean => item.type === 'text' && blank(item.text)
const isOtherwise = (edge: Edge): boolean => !edge.rule && blank(edge.condition)

function kindProblems(node: AgentNode, known: Known): Found[] {
  switch (node.type) {
    case 'collect':
      return node.variables.length === 0 ? [{ code: 'collectWithoutVariables' }] : []
    case 'message':
      return node.items.every(saysNothing) ? [{ code: 'messageWithoutItems' }] : []
    case 'tool':
      return calledTool(node, known)
    case 'condition':
      if (node.childrenNodes.length === 0) return [{ code: 'conditionWithoutEdges' }]
      return node.childrenNodes.some(isOtherwise) ? [] : [{ code: 'noOtherwise' }]
    case 'end':
      return node.childrenNodes.length > 0 ? [{ code: 'edgesNeverTaken' }] : []
    default:
      return []
  }
}

function calledTool({ toolCall }: AgentNode, known: Known): Found[] {
  if (!toolCall?.toolId) return [{ code: 'toolWithoutTool' }]
  if (!known.toolIds.has(toolCall.toolId)) return [{ code: 'unknownTool', name: toolCall.toolId }]
  const tool = known.tools.get(toolCall.toolId)
  if (!tool) return []
  const missing = tool.fields.filter(
    (field) => field.required && !field.isEnv && blank(field.value) && blank(toolCall.arguments[field.key] ?? ''),
  )
  return [
    ...(tool.disabled ? [{ code: 'disabledTool', name: tool.name } as const] : []),
    ...missing.map(({ key }): Found => ({ code: 'missingArgument', name: key })),
  ]
}

function edgeProblems(node: AgentNode, known: Known): Found[] {
  const otherwise = new Set<string>()
  return node.childrenNodes.flatMap((edge, at): Found[] => {
    const target = known.nodes.get(edge.nodeId)
    const found: Found[] = []
    if (!target) found.push({ code: 'edgeToUnknown', edge: at, name: edge.nodeId })
    else if (target.type === 'note') found.push({ code: 'edgeToNote', edge: at, name: target.name })
    if (isOtherwise(edge)) {
      // Only the first of equal edges is ever taken. Success and failure edges of a tool differ.
      const outcome = node.type === 'tool' ? (edge.on ?? '') : ''
      if (otherwise.has(outcome)) found.push({ code: 'severalOtherwise', edge: at, name: target?.name ?? '' })
      otherwise.add(outcome)
    }
    for (const { variable, operator, value } of edge.rule?.tests ?? []) {
      if (!known.variables.has(variable) && !known.open)
        found.push({ code: 'ruleUnknownVariable', edge: at, name: variable })
      if (operator !== 'isSet' && operator !== 'isNotSet' && value === '')
        found.push({ code: 'ruleWithoutValue', edge: at, name: variable })
    }
    return found
  })
}

function toolProblems(node: AgentNode, known: Known): Found[] {
  const tools = node.toolsIds.flatMap((id): Found[] => {
    if (!known.toolIds.has(id)) return [{ code: 'unknownTool', name: id }]
    const tool = known.tools.get(id)
    return tool?.disabled ? [{ code: 'disabledTool', name: tool.name }] : []
  })
  const servers = node.mcpServers.filter((id) => !known.mcpServers.has(id))
  return [...tools, ...servers.map((name): Found => ({ code: 'unknownMcpServer', name }))]
}

const namesIn = (text: string): string[] =>
  // «{this|that}» is not a variable.
  [...text.matchAll(PLACEHOLDER)].flatMap(([, name = '', formatter]) =>
    formatter === undefined || parseFormatter(formatter) ? [name] : [],
  )

/** Unknown formatters of variables. Braces that name no variable are plain text. */
const unknownFormatters = (text: string, variables: ReadonlySet<string>): UnknownFormatter[] =>
  [...text.matchAll(PLACEHOLDER)].flatMap(([, variable = '', formatter]) =>
    formatter !== undefined && variables.has(variable) && !parseFormatter(formatter)
      ? [{ variable, formatter: formatter.trim() }]
      : [],
  )

export interface UnknownFormatter {
  readonly variable: string
  readonly formatter: string
}

/** Texts in which owners may use `{variables}`. */
export type WrittenTexts = Partial<Pick<AgentConfig, 'vg_systemPrompt' | 'vg_initPrompt' | 'vg_initMessages' | 'nodes'>>

/** The first unknown formatter in these parts. `config` is the whole agent, for its variables. */
export function findUnknownFormatter(
  parts: WrittenTexts,
  config: Pick<Config, 'nodes' | 'tools' | 'variables'>,
): UnknownFormatter | undefined {
  const variables = knownVariables(config)
  const { vg_systemPrompt, vg_initPrompt, vg_initMessages, nodes } = parts
  return textsOf([vg_systemPrompt, vg_initPrompt, vg_initMessages, nodes]).flatMap((text) =>
    unknownFormatters(text, variables),
  )[0]
}

function variableProblems(node: AgentNode, known: Known): Found[] {
  const ofNode = [
    node.instructions,
    node.voiceInstructions,
    node.globalCondition,
    node.startConfig?.initialMessage ?? '',
    ...textsOf(node.items),
    ...Object.values(node.toolCall?.arguments ?? {}),
  ]
  const unknown = (texts: readonly string[], edge?: number): Found[] => {
    const place = edge === undefined ? {} : { edge }
    const names = [...new Set(texts.flatMap(namesIn))].filter((name) => !known.variables.has(name))
    const formatters = texts.flatMap((text) => unknownFormatters(text, known.variables))
    return [
      // A function of the library may fill undeclared variables.
      ...(known.open ? [] : names).map((name): Found => ({ code: 'unknownVariable', name, ...place })),
      ...formatters.map(({ formatter }): Found => ({ code: 'unknownFormatter', name: formatter, ...place })),
    ]
  }
  return [
    ...unknown(ofNode),
    ...node.childrenNodes.flatMap(({ condition, rule }, at) =>
      unknown([condition, ...(rule?.tests ?? []).map(({ value }) => value)], at),
    ),
  ]
}

/** All strings inside a value. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsOf)
}
