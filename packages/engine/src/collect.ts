// Collect nodes: ask until all required values are known and valid, let them be corrected, then go on.
import type { AgentNode } from '@parlance/contract/agents/nodes'
import { msg } from '@parlance/i18n/messages'
import type { Candidate } from '@parlance/contract/engine/types'
import { alongEdges, ask, type Choice } from './decide.ts'
import { concerns, missing, useUp } from './known.ts'
import { change, edgesOf, hasSpoken, type Move, nodeAt, own, type Run, visit } from './run.ts'
import { describeRule, ruleEdge } from './rules.ts'
import { speak } from './speak.ts'

const GIVE_UP = 3

/** Required values that are missing, or a value that was just refused; of optional ones no more than three times. */
function mustAsk(run: Run, node: AgentNode): boolean {
  if (missing(run, node).some(({ asked }) => asked.required)) return true
  return run.turn.refused.some(({ name }) => {
    const asked = node.variables.find((variable) => variable.name === name)
    return asked !== undefined && (asked.required || (own(run.state.attempts, name) ?? 0) < GIVE_UP)
  })
}

/**
 * Entered over an edge. One that knows everything already is passed through, except where the visitor was here before and
 * nothing new was given: then they are here to change something, or a later step failed, and it asks. One that has only
 * optional values asks for them once.
 */
export function enterCollect(run: Run, node: AgentNode, wasHere: boolean): Move {
  if (mustAsk(run, node)) return speak(run, node)
  const { given } = concerns(run, node)
  if (wasHere && !given) {
    change(run, { reopened: true })
    return speak(run, node)
  }
  const optional = node.variables.length > 0 && node.variables.every(({ required }) => !required)
  if (optional && !given && missing(run, node).length > 0) return speak(run, node)
  return complete(run, node)
}

/** The visitor answered here and the decision is made. */
export function answeredCollect(run: Run, node: AgentNode, choice: Choice | undefined): Move {
  const { given, refused } = concerns(run, node)
  const { to } = choice ?? {}
  if (mustAsk(run, node)) {
    // A child is for whoever gives nothing, for example who refuses to: progress towards the values keeps them here.
    const leaves = to && (to.kind !== 'child' || !(given || refused))
    return leaves ? leave(run, node, to, choice?.reason ?? '') : stay(run, node)
  }
  const rule = ruleEdge(edgesOf(run, node).rules, run.state.variables, run.turn.today)
  const reopened = run.state.reopened === true && !given
  if (rule && !reopened) return complete(run, node)
  if (to) return leave(run, node, to, choice?.reason ?? '')
  return reopened && hasSpoken(run, node) ? stay(run, node) : complete(run, node)
}

function leave(run: Run, node: AgentNode, { nodeId, kind }: Candidate, reason: string): Move {
  useUp(run, node)
  return { node: nodeAt(run.graph, nodeId), by: kind === 'child' ? 'router' : kind, reason }
}

function stay(run: Run, node: AgentNode): Move {
  if (run.turn.steps === 0) visit(run, node, 'stay', msg('not_all_known'))
  return speak(run, node)
}

/** Everything is known: a rule, then a single edge whatever its condition, then the router's choice among several. */
function complete(run: Run, node: AgentNode): Move {
  const { rules, conditions, otherwise } = edgesOf(run, node)
  useUp(run, node)
  const rule = ruleEdge(rules, run.state.variables, run.turn.today)
  if (rule) return { node: nodeAt(run.graph, rule.nodeId), by: 'rule', reason: describeRule(rule.rule) }
  const rest = otherwise ? [...conditions, otherwise] : conditions
  const [only] = rest
  if (only && rest.length === 1)
    return { node: nodeAt(run.graph, only.nodeId), by: 'otherwise', reason: msg('all_known') }
  const asked =
    rest.length > 1 &&
    ask(run, node, {
      purpose: 'branch',
      candidates: alongEdges(run, conditions),
      canStay: otherwise !== undefined,
      otherwise,
    })
  if (asked) return undefined
  // Nothing leads on from here: the model talks on.
  if (run.turn.steps === 0) visit(run, node, 'stay', msg('all_known'))
  return speak(run, node)
}
