// Collect nodes: ask until all required values are known and valid, accept corrections, then continue.
import { msg } from '@parlance/i18n/messages'
import type { AgentNode } from '@parlance/contract/agents/nodes'
import type { Candidate } from '@parlance/contract/engine/types'
import { edgeCandidates, askRouter, type RouterChoice } from './router-question.ts'
import { mentionedIn, missingValues, markUsed } from './variables.ts'
import { updateState, nodeEdges, hasSpoken, type Move, nodeAt, ownValue, type Run, moveTo } from './run.ts'
import { describeRule, matchingRuleEdge } from './rules.ts'
import { speak } from './speak.ts'

const MAX_ATTEMPTS = 3

/**
 * Whether a required value is missing, or a value was just refused. Optional values are asked for at most three times.
 */
function mustAsk(run: Run, node: AgentNode): boolean {
  if (missingValues(run, node).some(({ asked }) => asked.required)) return true
  return run.turn.refused.some(({ name }) => {
    const asked = node.variables.find((variable) => variable.name === name)
    return asked !== undefined && (asked.required || (ownValue(run.state.attempts, name) ?? 0) < MAX_ATTEMPTS)
  })
}

/**
 * Enters the node over an edge. A complete node is passed through, unless the visitor was here before and gave nothing
 * new: then they want to change something, or a later step failed, so it asks again. A node with only optional values
 * asks once.
 */
export function enterCollectNode(run: Run, node: AgentNode, wasHere: boolean): Move {
  if (mustAsk(run, node)) return speak(run, node)
  const { given } = mentionedIn(run, node)
  if (wasHere && !given) {
    updateState(run, { reopened: true })
    return speak(run, node)
  }
  const optional = node.variables.length > 0 && node.variables.every(({ required }) => !required)
  if (optional && !given && missingValues(run, node).length > 0) return speak(run, node)
  return completeCollectNode(run, node)
}

export function handleCollectDecision(run: Run, node: AgentNode, choice: RouterChoice | undefined): Move {
  const { given, refused } = mentionedIn(run, node)
  const { to } = choice ?? {}
  if (mustAsk(run, node)) {
    // Child edges are for visitors who give no values, such as those who refuse. Progress keeps the visitor here.
    const leaves = to && (to.kind !== 'child' || !(given || refused))
    return leaves ? leaveCollectNode(run, node, to, choice?.reason ?? '') : stayAtCollectNode(run, node)
  }
  const rule = matchingRuleEdge(nodeEdges(run, node).rules, run.state.variables, run.turn.today)
  const reopened = run.state.reopened === true && !given
  if (rule && !reopened) return completeCollectNode(run, node)
  if (to) return leaveCollectNode(run, node, to, choice?.reason ?? '')
  return reopened && hasSpoken(run, node) ? stayAtCollectNode(run, node) : completeCollectNode(run, node)
}

function leaveCollectNode(run: Run, node: AgentNode, { nodeId, kind }: Candidate, reason: string): Move {
  markUsed(run, node)
  return { node: nodeAt(run.graph, nodeId), by: kind === 'child' ? 'router' : kind, reason }
}

function stayAtCollectNode(run: Run, node: AgentNode): Move {
  if (run.turn.steps === 0) moveTo(run, node, 'stay', msg('not_all_known'))
  return speak(run, node)
}

/** Leaves a complete node by a rule, by its single edge whatever the condition, or by the router's choice. */
function completeCollectNode(run: Run, node: AgentNode): Move {
  const { rules, conditions, otherwise } = nodeEdges(run, node)
  markUsed(run, node)
  const rule = matchingRuleEdge(rules, run.state.variables, run.turn.today)
  if (rule) return { node: nodeAt(run.graph, rule.nodeId), by: 'rule', reason: describeRule(rule.rule) }
  const rest = otherwise ? [...conditions, otherwise] : conditions
  const [only] = rest
  if (only && rest.length === 1)
    return { node: nodeAt(run.graph, only.nodeId), by: 'otherwise', reason: msg('all_known') }
  const asked =
    rest.length > 1 &&
    askRouter(run, node, {
      purpose: 'branch',
      candidates: edgeCandidates(run, conditions),
      canStay: otherwise !== undefined,
      otherwise,
    })
  if (asked) return undefined
  // Without an edge the model continues the conversation here.
  if (run.turn.steps === 0) moveTo(run, node, 'stay', msg('all_known'))
  return speak(run, node)
}
