// Plays conversations written as data: what the visitor says, what router, model and tools answer, and the expected
// result.
import { expect } from 'vitest'
import { AgentNode, type Edge, type EdgeRule } from '@parlance/contract/agents/nodes'
import { type Values, Variable } from '@parlance/contract/agents/variables'
import { plainText } from '@parlance/contract/items/plain'
import type { ToolCallResult } from '@parlance/contract/tools/schemas'
import { compile, type GraphConfig } from './compile.ts'
import {
  type Command,
  type EngineEvent,
  EngineState,
  type EngineTool,
  type Graph,
  LIMITS,
  type Step,
  type SystemTool,
  type ToolCall,
  type TraceEntry,
} from '@parlance/contract/engine/types'
import { begin, step } from './step.ts'

export type NodeSketch = Partial<Omit<AgentNode, 'variables' | 'childrenNodes'>> & {
  readonly id: string
  readonly type: AgentNode['type']
  readonly variables?: readonly (Partial<AgentNode['variables'][number]> & { name: string })[]
  readonly to?: readonly (Partial<Edge> & { nodeId: string })[]
}
export type RouterAnswer = { readonly next?: unknown; readonly values?: unknown; readonly reason?: unknown } | 'fails'
export interface ModelAnswer {
  readonly text?: string
  readonly calls?: readonly (Partial<ToolCall> & { name: string })[]
  readonly urls?: readonly string[]
}
export interface Line {
  readonly says: string
  readonly values?: Values
  readonly at?: string
  readonly channel?: string
  /** The graph after an edit between turns. */
  readonly edited?: readonly NodeSketch[]
  /** Answers in order. By default the router stays, the model says «ok», a tool succeeds. */
  readonly router?: readonly RouterAnswer[]
  readonly model?: readonly ModelAnswer[]
  readonly tools?: readonly (Partial<ToolCallResult> | 'times out')[]
  /** The time limit is reached at this command. */
  readonly exhaustedAt?: Command['type']
  /** Commands in order, as `type node-or-tool`. */
  readonly does: readonly string[]
  /** Nodes of the trace in order, as `by node`. */
  readonly path: readonly string[]
  readonly node: string
  readonly knows?: Values
  readonly forgets?: readonly string[]
  readonly status?: EngineState['status']
  /** Parts of the last speaking prompt. */
  readonly tells?: readonly (string | RegExp)[]
  readonly hides?: readonly string[]
  /** Candidates of the last decision, as `kind node`. */
  readonly candidates?: readonly string[]
  readonly conditions?: readonly RegExp[]
  readonly asking?: readonly string[]
  readonly fault?: RegExp
  readonly refused?: readonly string[]
  readonly limit?: string
  /** Text of all shown items. */
  readonly shows?: string | RegExp
  readonly offers?: readonly string[]
  readonly called?: Readonly<Record<string, unknown>>
}
export interface Conversation {
  readonly name: string
  readonly nodes: readonly NodeSketch[]
  readonly variables?: readonly (Partial<Variable> & { name: string })[]
  readonly tools?: readonly EngineTool[]
  readonly without?: readonly SystemTool[]
  /** Why nobody can be asked for. */
  readonly away?: string
  readonly config?: Partial<GraphConfig>
  readonly state?: Partial<EngineState>
  readonly lines: readonly Line[]
}

export const TODAY = '2026-11-21'
export const to = (nodeId: string) => ({ nodeId })
export const when = (nodeId: string, condition = `go ${nodeId}`) => ({ nodeId, condition })
export const rule = (
  nodeId: string,
  ...tests: readonly [string, EdgeRule['tests'][number]['operator'], string?][]
) => ({
  nodeId,
  rule: {
    match: 'all' as const,
    tests: tests.map(([variable, operator, value = '']) => ({ variable, operator, value })),
  },
})
export const works = (nodeId: string) => ({ nodeId, on: 'success' as const })
export const fails = (nodeId: string) => ({ nodeId, on: 'failure' as const })
export const text = (words: string) => ({ items: [{ type: 'text' as const, text: words }] })
export const tool = (id: string, more: Partial<EngineTool> = {}): EngineTool => ({
  id,
  spec: { name: id, description: '', parameters: { type: 'object', properties: {} } },
  isGlobal: false,
  ...more,
})

export const sketch = ({ to: edges = [], variables = [], ...node }: NodeSketch): AgentNode =>
  AgentNode.parse({ ...node, variables, childrenNodes: edges })

export function graphOf(nodes: readonly NodeSketch[], more: Partial<Conversation> = {}): Graph {
  const variables = (more.variables ?? []).map((variable) => Variable.parse(variable))
  const graph = compile({ enableNodes: true, nodes: nodes.map(sketch), variables, ...more.config })
  if (!graph) throw new Error('the graph has no start')
  return graph
}

export const toolResult = (part: Partial<ToolCallResult> = {}): ToolCallResult => ({
  ok: true,
  status: 200,
  durationMs: 1,
  request: { method: 'GET', url: 'https://api.test/', headers: {}, body: '' },
  response: '',
  error: '',
  variables: {},
  ...part,
})
const TIMEOUT = toolResult({ ok: false, status: 0, error: 'The tool did not answer within 10 seconds.' })

const ANSWERED: readonly string[] = ['decide', 'speak', 'callTool']

/** Invariants after every step of every conversation. */
export function checkStep({ next, commands, done }: Step): void {
  const { waiting, pending, steps, modelCalls, toolCalls } = next.turn
  expect(done).toBe(waiting === undefined)
  expect(pending.length > 0).toBe(waiting === 'tools')
  expect(EngineState.parse(JSON.parse(JSON.stringify(next.state)))).toEqual(next.state)
  const wants = commands.filter(({ type }) => ANSWERED.includes(type)).map(({ type }) => type)
  if (wants.includes('decide') || wants.includes('speak')) expect(wants).toHaveLength(1)
  expect(steps).toBeLessThanOrEqual(LIMITS.steps)
  expect(modelCalls).toBeLessThanOrEqual(LIMITS.modelCalls)
  expect(toolCalls).toBeLessThanOrEqual(LIMITS.toolCalls)
}

interface SimulatedLine {
  readonly commands: Command[]
  readonly trace: TraceEntry[]
  readonly state: EngineState
}

export function simulateConversation(conversation: Conversation): void {
  let graph = graphOf(conversation.nodes, conversation)
  let state: EngineState | undefined
  if (conversation.state) state = { ...begin(graph, undefined).state, ...conversation.state }
  for (const [index, line] of conversation.lines.entries()) {
    if (line.edited) graph = graphOf(line.edited, conversation)
    const played = simulateLine(graph, state, line, conversation)
    checkLine(line, played, `line ${index + 1}: ${line.says}`)
    state = EngineState.parse(JSON.parse(JSON.stringify(played.state)))
  }
}

function simulateLine(
  graph: Graph,
  state: EngineState | undefined,
  line: Line,
  { tools, without, away }: Conversation,
): SimulatedLine {
  const script = { router: [...(line.router ?? [])], model: [...(line.model ?? [])], tools: [...(line.tools ?? [])] }
  const commands: Command[] = []
  const trace: TraceEntry[] = []
  const { says, values, at: nodeId, channel = 'test' } = line
  const events: EngineEvent[] = [{ type: 'visitor', text: says, channel, today: TODAY, values, nodeId }]
  let now = begin(graph, state, { tools, without, away })
  for (let event = events.shift(); event; event = events.shift()) {
    const result = step(graph, now, event)
    checkStep(result)
    now = result.next
    commands.push(...result.commands)
    trace.push(...result.trace)
    for (const command of result.commands) events.push(...answersTo(command, script, line))
    if (commands.length > 200) throw new Error('the turn does not end')
  }
  expect(now.turn.waiting, 'the turn is over').toBeUndefined()
  expect(script, 'every scripted answer was asked for').toEqual({ router: [], model: [], tools: [] })
  return { commands, trace, state: now.state }
}

interface Script {
  router: RouterAnswer[]
  model: ModelAnswer[]
  tools: (Partial<ToolCallResult> | 'times out')[]
}
function answersTo(command: Command, script: Script, line: Line): EngineEvent[] {
  if (command.type === line.exhaustedAt) return [{ type: 'exhausted', what: 'time' }]
  if (command.type === 'decide') {
    const answer = script.router.shift() ?? { next: 'stay', values: {}, reason: '' }
    if (answer === 'fails') return [{ type: 'undecided', detail: 'The router was too slow.' }]
    return [{ type: 'decided', next: answer.next, values: answer.values, reason: answer.reason }]
  }
  if (command.type === 'speak') {
    const { text: said = 'ok', calls = [], urls } = script.model.shift() ?? {}
    const named = calls.map((call, at) => ({ id: `c${at}`, arguments: {}, ...call }))
    return [{ type: 'spoke', text: said, calls: named, urls }]
  }
  if (command.type !== 'callTool') return []
  const result = script.tools.shift() ?? {}
  return [{ type: 'toolAnswered', id: command.id, result: result === 'times out' ? TIMEOUT : toolResult(result) }]
}

function named(command: Command): string {
  switch (command.type) {
    case 'decide':
    case 'speak':
      return `${command.type} ${command.node.id}`
    case 'callTool':
      return `${command.type} ${command.toolId}`
    case 'answerCall':
      return `${command.type} ${command.name} ${command.ok ? 'ok' : 'failed'}`
    default:
      return `${command.type} ${command.nodeId}`
  }
}

function checkLine(line: Line, { commands, trace, state }: SimulatedLine, where: string): void {
  expect(commands.map(named), where).toEqual(line.does)
  expect(
    trace.flatMap((entry) => (entry.type === 'node' ? [`${entry.by} ${entry.nodeId}`] : [])),
    where,
  ).toEqual(line.path)
  expect(state.nodeId, where).toBe(line.node)
  expect(state.variables, where).toMatchObject(line.knows ?? {})
  for (const name of line.forgets ?? []) expect(state.variables, where).not.toHaveProperty(name)
  expect(state.status, where).toBe(line.status ?? 'talking')
  const spoke = commands.findLast((command) => command.type === 'speak')
  for (const part of line.tells ?? []) expect(spoke?.instructions, where).toMatch(part)
  for (const part of line.hides ?? []) expect(spoke?.instructions, where).not.toContain(part)
  if (line.offers) expect([...(spoke?.toolIds ?? []), ...(spoke?.systemTools ?? [])], where).toEqual(line.offers)
  const decision = commands.findLast((command) => command.type === 'decide')
  if (line.candidates)
    expect(
      decision?.candidates.map(({ kind, nodeId }) => `${kind} ${nodeId}`),
      where,
    ).toEqual(line.candidates)
  for (const [at, part] of (line.conditions ?? []).entries())
    expect(decision?.candidates[at]?.condition, where).toMatch(part)
  if (line.asking) expect(decision?.asking, where).toEqual(line.asking)
  const faults = trace.flatMap((entry) => (entry.type === 'decision' && entry.fault ? [entry.fault] : []))
  if (line.fault) expect(faults.join('\n'), where).toMatch(line.fault)
  else expect(faults, where).toEqual([])
  const refused = trace.flatMap((entry) => (entry.type === 'variable' && entry.refused ? [entry.name] : []))
  expect(refused, where).toEqual(line.refused ?? [])
  const limits = trace.flatMap((entry) => (entry.type === 'limit' ? [entry.what] : []))
  expect(limits, where).toEqual(line.limit ? [line.limit] : [])
  const shown = commands.flatMap((command) => (command.type === 'say' ? [plainText(command.items)] : [])).join('\n')
  if (line.shows !== undefined) expect(shown, where).toMatch(line.shows)
  const call = commands.findLast((command) => command.type === 'callTool')
  if (line.called) expect(call?.arguments, where).toEqual(line.called)
}
