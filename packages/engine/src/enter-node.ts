// Enters a node: talking nodes let the model speak; acting nodes act and move on.
import { msg } from '@parlance/i18n/messages'
import type { AgentNode } from '@parlance/contract/agents/nodes'
import { formatValue } from '@parlance/contract/agents/format-value'
import { formatAs } from '@parlance/contract/agents/formatters'
import { fillIn, type WriteValue } from '@parlance/contract/agents/variables'
import { fillItems } from './items/fill-items.ts'
import type { ToolCallResult } from '@parlance/contract/tools/schemas'
import { toolAnswer } from './tools/response.ts'
import { enterCollectNode } from './collect-node.ts'
import { edgeCandidates, askRouter, type RouterChoice } from './router-question.ts'
import { LIMITS, type NodeEdges, type PendingDecision } from '@parlance/contract/engine/types'
import { describeRule, matchingRuleEdge } from './rules.ts'
import {
  updateState,
  nodeEdges,
  currentNode,
  lastTalkingNode,
  type Move,
  nodeName,
  nodeAt,
  updateTurn,
  type Run,
  say,
  stopAtLimit,
  moveTo,
} from './run.ts'
import { closeConversation, speak, unknownToolAnswer } from './speak.ts'
import { toolNote } from './speaking-prompt.ts'
import { WEBSITE } from './system-tools.ts'

export function enterNode(run: Run, { node, by, reason }: NonNullable<Move>): Move {
  if (run.turn.steps >= LIMITS.steps) return stopAtLimit(run, 'steps')
  const wasHere = run.state.trail.includes(node.id) || (by !== 'forced' && currentNode(run).id === node.id)
  moveTo(run, node, by, reason)
  switch (node.type) {
    case 'collect':
      return enterCollectNode(run, node, wasHere)
    case 'message':
    case 'handoff':
    case 'end':
      return enterMessageNode(run, node)
    case 'condition':
      return branchAt(run, node, nodeEdges(run, node), 'otherwise')
    case 'tool':
      return enterTool(run, node)
    default:
      return speak(run, node)
  }
}

/** Shows the node's items. For a node with instructions, the model phrases the message. */
function enterMessageNode(run: Run, node: AgentNode): Move {
  // The node's message assumes that a teammate can be reached.
  if (node.type === 'handoff' && run.turn.away !== '') return speak(run, node, { passing: true })
  const { filled, names } = run.graph
  say(
    run,
    node.id,
    filled.has(node.id)
      ? fillItems(node.items, run.state.variables, names, displayFormatter(run), storedFormatter(run))
      : node.items,
  )
  const instructed =
    node.instructions.trim() !== '' ||
    node.voiceInstructions.trim() !== '' ||
    // On channels other than the website, only a message tells the visitor.
    (node.type === 'handoff' && run.turn.channel !== WEBSITE)
  return node.items.length === 0 && instructed ? speak(run, node, { passing: true }) : leaveMessageNode(run, node)
}

const displayFormatter =
  ({ graph: { formats }, turn: { language } }: Run): WriteValue =>
  (value, name, formatter) =>
    formatter === undefined
      ? formatValue(value, formats.get(name), language)
      : formatAs(value, formatter, formats.get(name), language)

/** Values as stored, unless the text names a formatter. */
const storedFormatter =
  ({ graph: { formats }, turn: { language } }: Run): WriteValue =>
  (value, name, formatter) =>
    formatter === undefined ? String(value) : formatAs(value, formatter, formats.get(name), language)

/** After a message, hand-off or end node has shown its message. */
export function leaveMessageNode(run: Run, node: AgentNode): Move {
  const { rules, conditions, otherwise } = nodeEdges(run, node)
  if (node.type === 'handoff' && run.turn.away !== '') {
    run.commands.push({ type: 'missHandOff', nodeId: node.id })
    // Its edges are for the visitor's next message.
    const leadsOn = otherwise !== undefined || rules.length + conditions.length > 0
    if (!leadsOn) updateState(run, { nodeId: lastTalkingNode(run.graph, run.state.trail).id })
    return undefined
  }
  if (node.type === 'handoff') return closeConversation(run, { type: 'handOff', reason: nodeName(node) })
  if (node.type === 'end') return closeConversation(run, { type: 'endChat', reason: nodeName(node) })
  const rule = matchingRuleEdge(rules, run.state.variables, run.turn.today)
  if (rule) return { node: nodeAt(run.graph, rule.nodeId), by: 'rule', reason: describeRule(rule.rule) }
  // A global node without edges only answers a question, then the visitor returns to where they were.
  if (node.isGlobal && !otherwise && conditions.length === 0) {
    updateState(run, { nodeId: lastTalkingNode(run.graph, run.state.trail).id })
    return undefined
  }
  // Conditions apply to the visitor's answer, so wait for it.
  if (!otherwise || conditions.length > 0) return undefined
  return { node: nodeAt(run.graph, otherwise.nodeId), by: 'otherwise', reason: '' }
}

/**
 * Tries rules in order, then asks the router about conditions, then takes the otherwise edge, else handles a dead end.
 */
export function branchAt(run: Run, node: AgentNode, edges: NodeEdges, by: PendingDecision['by']): Move {
  const { rules, conditions, otherwise } = edges
  const rule = matchingRuleEdge(rules, run.state.variables, run.turn.today)
  if (rule) return { node: nodeAt(run.graph, rule.nodeId), by: 'rule', reason: describeRule(rule.rule) }
  // With one condition or an otherwise edge, the router may choose none.
  const canStay = otherwise !== undefined || conditions.length < 2
  const asked =
    conditions.length > 0 &&
    askRouter(run, node, { purpose: 'branch', candidates: edgeCandidates(run, conditions), canStay, otherwise, by })
  if (asked) return undefined
  return otherwise ? { node: nodeAt(run.graph, otherwise.nodeId), by, reason: '' } : handleDeadEnd(run, node)
}

/** Continues after the decision requested by `branchAt` or a complete collect node. */
export function handleBranchDecision(run: Run, node: AgentNode, { to, reason, decision }: RouterChoice): Move {
  if (to) return { node: nodeAt(run.graph, to.nodeId), by: 'router', reason }
  const { otherwise, by } = decision
  if (otherwise) return { node: nodeAt(run.graph, otherwise.nodeId), by, reason }
  if (node.type !== 'collect') return handleDeadEnd(run, node)
  if (run.turn.steps === 0) moveTo(run, node, 'stay', reason)
  return speak(run, node)
}

/** Handles an acting node without an edge: the model speaks at the last talking node. */
function handleDeadEnd(run: Run, node: AgentNode): Move {
  const at = lastTalkingNode(run.graph, run.state.trail)
  moveTo(run, at, 'stay', msg('nothing_leads_on', { name: nodeName(node) }))
  if (at.type === 'collect') updateState(run, { reopened: true })
  return speak(run, at)
}

function enterTool(run: Run, node: AgentNode): Move {
  const { toolId = '', arguments: given = {} } = node.toolCall ?? {}
  const tool = run.turn.tools.find(({ id }) => id === toolId)
  if (!tool) {
    run.trace.push(unknownToolAnswer(toolId, given))
    return leaveToolNode(run, node, false, 'There is no such tool here, or not on this channel.')
  }
  if (run.turn.toolCalls >= LIMITS.toolCalls) return stopAtLimit(run, 'toolCalls')
  const { variables } = run.state
  const args = Object.fromEntries(
    Object.entries(given).map(([key, text]) => [key, fillIn(text, variables, run.graph.names, storedFormatter(run))]),
  )
  const id = `node-${run.turn.toolCalls + 1}`
  updateTurn(run, { toolCalls: run.turn.toolCalls + 1, pending: [id], waiting: 'tools' })
  run.commands.push({ type: 'callTool', id, nodeId: node.id, toolId, arguments: args })
  return undefined
}

/** Handles a tool node's result; its variables are already stored. */
export function handleToolNodeResult(run: Run, node: AgentNode, result: ToolCallResult): Move {
  const mapping = run.turn.tools.find(({ id }) => id === node.toolCall?.toolId)?.responseMapping ?? []
  const text = result.ok ? toolAnswer(result, mapping) : result.error || `status ${result.status}`
  return leaveToolNode(run, node, result.ok, text)
}

function leaveToolNode(run: Run, node: AgentNode, ok: boolean, text: string): Move {
  updateTurn(run, { notes: [...run.turn.notes, toolNote(nodeName(node), ok, text)] })
  const edges = ok ? nodeEdges(run, node) : run.graph.failures.get(node.id)
  return branchAt(run, node, edges ?? nodeEdges(run, node), ok ? 'success' : 'failure')
}
