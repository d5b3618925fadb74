// Mutable state of one engine step: a private copy of the turn's state that becomes the resulting Step.
import type { AgentNode } from '@parlance/contract/agents/nodes'
import type { Value } from '@parlance/contract/agents/variables'
import type { Item } from '@parlance/contract/items/schemas'
import { type Message, withRef } from '@parlance/i18n/messages'
import { isTalking } from './compile.ts'
import {
  type Command,
  type EngineState,
  type Graph,
  LIMITS,
  type Step,
  type TraceEntry,
  type Turn,
  type TurnState,
} from '@parlance/contract/engine/types'

export interface Run {
  readonly graph: Graph
  state: EngineState
  turn: Turn
  readonly commands: Command[]
  readonly trace: TraceEntry[]
  ownsVariables: boolean
}

/** The engine's next step. Undefined: it waits, or the turn is over. */
export type Move = { readonly node: AgentNode; readonly by: string; readonly reason: Message } | undefined

export const APOLOGY = "I'm sorry, I can't answer that right now. Please try again."
/** Said when steps lead to each other without end. */
export const STUCK = "I'm sorry, I'm going around in circles here. Please ask me something else."
const MAX_TRAIL = 50

export const openRun = (graph: Graph, { state, turn }: TurnState): Run => ({
  graph,
  state,
  turn,
  commands: [],
  trace: [],
  ownsVariables: false,
})
export const closeRun = ({ state, turn, commands, trace }: Run): Step => ({
  next: { state, turn },
  commands,
  trace,
  done: turn.waiting === undefined,
})

export const updateState = (run: Run, part: Partial<EngineState>): void => void (run.state = { ...run.state, ...part })
export const updateTurn = (run: Run, part: Partial<Turn>): void => void (run.turn = { ...run.turn, ...part })

/** Copies the variables once per step. */
export function storeValue(run: Run, name: string, value: Value): void {
  if (!run.ownsVariables) updateState(run, { variables: { ...run.state.variables } })
  run.ownsVariables = true
  run.state.variables[name] = value
}

export const nodeName = (node: AgentNode): string => node.name.trim() || node.id
export const nodeEdges = (run: Run, node: AgentNode) => run.graph.edges.get(node.id) ?? NO_EDGES
const NO_EDGES = { rules: [], conditions: [], otherwise: undefined }

/** A graph always has its start node. */
export function nodeAt(graph: Graph, id: string): AgentNode {
  const node = graph.nodes.get(id) ?? graph.nodes.get(graph.startId)
  if (!node) throw new Error('a graph was compiled without a start')
  return node
}
export const currentNode = (run: Run): AgentNode => nodeAt(run.graph, run.state.nodeId)

/** The last node where a model spoke: the end of the trail, or the start. */
export function lastTalkingNode(graph: Graph, trail: readonly string[]): AgentNode {
  for (const id of trail.toReversed()) {
    const node = graph.nodes.get(id)
    if (node && isTalking(node)) return node
  }
  return nodeAt(graph, graph.startId)
}

/** Whether the model has spoken at this node since it was entered. `recordVisitedNode` records that, and leaving. */
export const hasSpoken = (run: Run, node: AgentNode): boolean => run.state.trail.at(-1) === node.id

export function recordVisitedNode(run: Run, node: AgentNode): void {
  const { trail } = run.state
  if (isTalking(node) && trail.at(-1) !== node.id) updateState(run, { trail: [...trail.slice(1 - MAX_TRAIL), node.id] })
}

/** Moves to a node and traces it. */
export function moveTo(run: Run, node: AgentNode, by: string, reason: Message): void {
  const before = currentNode(run)
  if (before.id !== node.id) recordVisitedNode(run, before)
  const { reopened, ...state } = run.state
  run.state = { ...state, nodeId: node.id, ...(reopened && before.id === node.id ? { reopened } : {}) }
  updateTurn(run, { steps: run.turn.steps + 1 })
  run.trace.push({ type: 'node', nodeId: node.id, name: nodeName(node), by, ...withRef('reason', reason) })
}

export function say(run: Run, nodeId: string, items: readonly Item[]): void {
  if (items.length === 0) return
  run.commands.push({ type: 'say', nodeId, items })
  updateTurn(run, { spoke: true })
}

/** Ends the turn at a limit, says so unless there is an answer, and returns to the last talking node. */
export function stopAtLimit(run: Run, what: string): undefined {
  run.trace.push({ type: 'limit', what })
  const at = currentNode(run)
  if (!run.turn.spoke) say(run, at.id, [{ type: 'text', text: APOLOGY }])
  else if (what === 'steps') say(run, at.id, [{ type: 'text', text: STUCK }])
  if (!isTalking(at)) updateState(run, { nodeId: lastTalkingNode(run.graph, run.state.trail).id })
  updateTurn(run, { waiting: undefined, pending: [], decision: undefined, closing: undefined })
  return undefined
}

/** Counts a model call; false if the limit is reached. */
export function countModelCall(run: Run): boolean {
  if (run.turn.modelCalls >= LIMITS.modelCalls) return false
  updateTurn(run, { modelCalls: run.turn.modelCalls + 1 })
  return true
}

/** Names are user input: `constructor` is possible. */
export const ownValue = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined
export const asText = (value: Value | undefined): string => (value === undefined ? '' : String(value))
