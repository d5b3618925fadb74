// Does what a node does when it is entered: talking nodes let the model speak, acting nodes act and pass on.
import type { AgentNode } from '@parlance/contract/agents/nodes'
import { formatValue } from '@parlance/contract/agents/format-value'
import { formatAs } from '@parlance/contract/agents/formatters'
import { fillIn, type WriteValue } from '@parlance/contract/agents/variables'
import { fillItems } from './items/fill.ts'
import type { ToolCallResult } from '@parlance/contract/tools/schemas'
import { toolAnswer } from './tools/response.ts'
import { enterCollect } from './collect.ts'
import { alongEdges, ask, type Choice } from './decide.ts'
import { LIMITS, type NodeEdges, type PendingDecision } from '@parlance/contract/engine/types'
import { describeRule, ruleEdge } from './rules.ts'
import {
  change,
  edgesOf,
  here,
  lastTalking,
  type Move,
  nameOf,
  nodeAt,
  note,
  type Run,
  say,
  stop,
  visit,
} from './run.ts'
import { close, speak, unknownTool } from './speak.ts'
import { toolNote } from './speaking.ts'

export function enter(run: Run, { node, by, reason }: NonNullable<Move>): Move {
  if (run.turn.steps >= LIMITS.steps) return stop(run, 'steps')
  const wasHere = run.state.trail.includes(node.id) || (by !== 'forced' && here(run).id === node.id)
  visit(run, node, by, reason)
  switch (node.type) {
    case 'collect':
      return enterCollect(run, node, wasHere)
    case 'message':
    case 'handoff':
    case 'end':
      return enterSaying(run, node)
    case 'condition':
      return branch(run, node, edgesOf(run, node), 'otherwise')
    case 'tool':
      return enterTool(run, node)
    default:
      return speak(run, node)
  }
}

/** Items are shown as they are. Without any, instructions are for a model that says it in its own words, and then it passes on. */
function enterSaying(run: Run, node: AgentNode): Move {
  // What the node says was written for when somebody can be asked.
  if (node.type === 'handoff' && run.turn.away !== '') return speak(run, node, { passing: true })
  const { filled, names } = run.graph
  say(
    run,
    node.id,
    filled.has(node.id) ? fillItems(node.items, run.state.variables, names, writeFor(run), sendFor(run)) : node.items,
  )
  const instructed = node.instructions.trim() !== '' || node.voiceInstructions.trim() !== ''
  return node.items.length === 0 && instructed ? speak(run, node, { passing: true }) : passOn(run, node)
}

const writeFor =
  ({ graph: { formats }, turn: { language } }: Run): WriteValue =>
  (value, name, formatter) =>
    formatter === undefined
      ? formatValue(value, formats.get(name), language)
      : formatAs(value, formatter, formats.get(name), language)

/** As stored, for machines, unless the text asks for a formatter. */
const sendFor =
  ({ graph: { formats }, turn: { language } }: Run): WriteValue =>
  (value, name, formatter) =>
    formatter === undefined ? String(value) : formatAs(value, formatter, formats.get(name), language)

/** After a message, hand-off or end node has said what it says. */
export function passOn(run: Run, node: AgentNode): Move {
  if (node.type === 'handoff' && run.turn.away !== '') {
    run.commands.push({ type: 'missHandOff', nodeId: node.id })
    change(run, { nodeId: lastTalking(run.graph, run.state.trail).id })
    return undefined
  }
  if (node.type === 'handoff') return close(run, { type: 'handOff', reason: nameOf(node) })
  if (node.type === 'end') return close(run, { type: 'endChat', reason: nameOf(node) })
  const { rules, conditions, otherwise } = edgesOf(run, node)
  const rule = ruleEdge(rules, run.state.variables, run.turn.today)
  if (rule) return { node: nodeAt(run.graph, rule.nodeId), by: 'rule', reason: describeRule(rule.rule) }
  // What answers a question from anywhere is no place to be: they are where they were.
  if (node.isGlobal && !otherwise && conditions.length === 0) {
    change(run, { nodeId: lastTalking(run.graph, run.state.trail).id })
    return undefined
  }
  // Conditions are about what the visitor answers to the message, so it waits for that.
  if (!otherwise || conditions.length > 0) return undefined
  return { node: nodeAt(run.graph, otherwise.nodeId), by: 'otherwise', reason: '' }
}

/** Rules in order, then the router among the conditions, then the otherwise, then a dead end. */
export function branch(run: Run, node: AgentNode, edges: NodeEdges, by: PendingDecision['by']): Move {
  const { rules, conditions, otherwise } = edges
  const rule = ruleEdge(rules, run.state.variables, run.turn.today)
  if (rule) return { node: nodeAt(run.graph, rule.nodeId), by: 'rule', reason: describeRule(rule.rule) }
  // With one condition alone, or with an otherwise, the answer may be that none holds.
  const canStay = otherwise !== undefined || conditions.length < 2
  const asked =
    conditions.length > 0 &&
    ask(run, node, { purpose: 'branch', candidates: alongEdges(run, conditions), canStay, otherwise, by })
  if (asked) return undefined
  return otherwise ? { node: nodeAt(run.graph, otherwise.nodeId), by, reason: '' } : deadEnd(run, node)
}

/** What came of the decision that `branch`, or a finished collect node, has asked for. */
export function branched(run: Run, node: AgentNode, { to, reason, decision }: Choice): Move {
  if (to) return { node: nodeAt(run.graph, to.nodeId), by: 'router', reason }
  const { otherwise, by } = decision
  if (otherwise) return { node: nodeAt(run.graph, otherwise.nodeId), by, reason }
  if (node.type !== 'collect') return deadEnd(run, node)
  if (run.turn.steps === 0) visit(run, node, 'stay', reason)
  return speak(run, node)
}

/** Nothing leads on from an acting node: the model speaks where the visitor last talked with it. */
function deadEnd(run: Run, node: AgentNode): Move {
  const at = lastTalking(run.graph, run.state.trail)
  visit(run, at, 'stay', `nothing leads on from «${nameOf(node)}»`)
  if (at.type === 'collect') change(run, { reopened: true })
  return speak(run, at)
}

function enterTool(run: Run, node: AgentNode): Move {
  const { toolId = '', arguments: given = {} } = node.toolCall ?? {}
  const tool = run.turn.tools.find(({ id }) => id === toolId)
  if (!tool) {
    run.trace.push(unknownTool(toolId, given))
    return afterTool(run, node, false, 'There is no such tool here, or not on this channel.')
  }
  if (run.turn.toolCalls >= LIMITS.toolCalls) return stop(run, 'toolCalls')
  const { variables } = run.state
  const args = Object.fromEntries(
    Object.entries(given).map(([key, text]) => [key, fillIn(text, variables, run.graph.names, sendFor(run))]),
  )
  const id = `node-${run.turn.toolCalls + 1}`
  note(run, { toolCalls: run.turn.toolCalls + 1, pending: [id], waiting: 'tools' })
  run.commands.push({ type: 'callTool', id, nodeId: node.id, toolId, arguments: args })
  return undefined
}

/** The tool of a tool node has answered; its variables are taken in already. */
export function toolNodeAnswered(run: Run, node: AgentNode, result: ToolCallResult): Move {
  const mapping = run.turn.tools.find(({ id }) => id === node.toolCall?.toolId)?.responseMapping ?? []
  const text = result.ok ? toolAnswer(result, mapping) : result.error || `status ${result.status}`
  return afterTool(run, node, result.ok, text)
}

function afterTool(run: Run, node: AgentNode, ok: boolean, text: string): Move {
  note(run, { notes: [...run.turn.notes, toolNote(nameOf(node), ok, text)] })
  const edges = ok ? edgesOf(run, node) : run.graph.failures.get(node.id)
  return branch(run, node, edges ?? edgesOf(run, node), ok ? 'success' : 'failure')
}
