// The node engine: a pure reducer over the state and events of a turn. Rules: docs/node-engine.md.
import type { AgentNode } from '@parlance/contract/agents/nodes'
import { cut } from '@parlance/contract/lib/text'
import { handleCollectDecision } from './collect-node.ts'
import { isTalking } from './compile.ts'
import { edgeCandidates, askRouter, candidatesFrom, type RouterChoice, resolveDecision } from './router-question.ts'
import type { EngineEvent, EngineState, Graph, Step, Turn, TurnSetup, TurnState } from '@parlance/contract/engine/types'
import { msg, withRef } from '@parlance/i18n/messages'
import { handleBranchDecision, enterNode, leaveMessageNode, handleToolNodeResult } from './enter-node.ts'
import { missingValues, takeValue } from './variables.ts'
import { describeRule, matchingRuleEdge } from './rules.ts'
import {
  updateState,
  closeRun,
  nodeEdges,
  hasSpoken,
  currentNode,
  lastTalkingNode,
  type Move,
  nodeAt,
  updateTurn,
  openRun,
  type Run,
  stopAtLimit,
  moveTo,
} from './run.ts'
import { closeConversation, speak, handleSpeech, acceptToolResult } from './speak.ts'
import { restoreState } from './state.ts'

const EMPTY_TURN: Turn = {
  text: '',
  channel: '',
  today: '',
  language: '',
  steps: 0,
  modelCalls: 0,
  toolCalls: 0,
  spoke: false,
  waiting: undefined,
  pending: [],
  decision: undefined,
  extracted: false,
  given: [],
  refused: [],
  notes: [],
  passing: false,
  toolless: false,
  closing: undefined,
  urls: [],
  tools: [],
  fromTools: new Set(),
  without: [],
  away: '',
}

/**
 * State before the first event of a turn. `state` is the stored state of the conversation, undefined for a new one; it is adapted
 * to the graph.
 */
export function begin(graph: Graph, state: EngineState | undefined, setup: TurnSetup = {}): TurnState {
  const { tools = [], without = [], away = '' } = setup
  const fromTools = new Set(
    tools.flatMap(({ responseMapping = [] }) => responseMapping.map(({ variable }) => variable)),
  )
  return { state: restoreState(graph, state), turn: { ...EMPTY_TURN, tools, fromTools, without, away } }
}

/** Pure; never throws. An event nothing waits for changes nothing. */
export function step(graph: Graph, now: TurnState, event: EngineEvent): Step {
  const run = openRun(graph, now)
  let move = react(run, event)
  while (move) move = enterNode(run, move)
  return closeRun(run)
}

function react(run: Run, event: EngineEvent): Move {
  const { waiting } = run.turn
  switch (event.type) {
    case 'visitor':
      return waiting === undefined ? handleVisitorMessage(run, event) : undefined
    case 'decided':
    case 'undecided':
      return waiting === 'decision' ? handleDecision(run, event) : undefined
    case 'spoke':
      return waiting === 'speech' ? afterSpeech(run, event) : undefined
    case 'toolAnswered':
      return waiting === 'tools' ? afterTools(run, event) : undefined
    case 'exhausted':
      return waiting === undefined ? undefined : handleExhausted(run, event.what)
    default:
      return undefined
  }
}

/** A requested hand-off or end happens even if a slow tool is pending. */
function handleExhausted(run: Run, what: string): undefined {
  const { closing } = run.turn
  stopAtLimit(run, what)
  return closing ? closeConversation(run, closing) : undefined
}

function handleVisitorMessage(run: Run, event: Extract<EngineEvent, { type: 'visitor' }>): Move {
  const { tools, fromTools, without, away } = run.turn
  const { text, channel, today, language = '', values } = event
  run.turn = { ...EMPTY_TURN, text: cut(text, 20_000), channel, today, language, tools, fromTools, without, away }
  const forced = event.nodeId === undefined ? undefined : run.graph.nodes.get(event.nodeId)
  resumeConversation(run, forced !== undefined)
  const submitted = values !== undefined && Object.keys(values).length > 0
  if (submitted) for (const [name, value] of Object.entries(values)) takeValue(run, name, value, 'form')
  if (forced) return forceNode(run, forced)
  const node = currentNode(run)
  // Form values are explicit: no extraction, no routing.
  if (submitted) updateTurn(run, { extracted: true })
  const ways = waysOut(run, node)
  const candidates = submitted ? edgeCandidates(run, ways) : candidatesFrom(run, node, ways)
  const asked = askRouter(run, node, { purpose: 'turn', candidates, canStay: true })
  return asked ? undefined : handleAnswer(run, node, undefined)
}

/** Prepares a conversation that is new, had ended or returns from a person. */
function resumeConversation(run: Run, isElsewhere: boolean): void {
  const { status, trail, nodeId } = run.state
  const isNew = status === 'talking' && trail.length === 0 && nodeId === run.graph.startId
  if (status !== 'talking')
    run.trace.push({ type: 'status', status: 'talking', ...withRef('reason', msg('visitor_writes_again')) })
  if (status === 'ended') {
    const { variables } = run.state
    run.state = { nodeId: run.graph.startId, variables, trail: [], attempts: {}, status: 'talking' }
  } else updateState(run, { status: 'talking', ...(status === 'handed-off' ? leaveDetails(run) : {}) })
  if (!isElsewhere && (isNew || status === 'ended'))
    moveTo(run, currentNode(run), 'start', msg(isNew ? 'conversation_begins' : 'conversation_had_ended'))
}

/** Ends a question asked for a teammate who has joined: the conversation returns to where it was. */
function leaveDetails(run: Run): Partial<EngineState> {
  const { trail, nodeId } = run.state
  const asksForPerson = (id: string) => {
    const node = run.graph.nodes.get(id)
    if (node?.type !== 'collect') return false
    const { rules, conditions, otherwise } = nodeEdges(run, node)
    const ways = [...rules, ...conditions, ...(otherwise ? [otherwise] : [])]
    return ways.some((edge) => run.graph.nodes.get(edge.nodeId)?.type === 'handoff')
  }
  const kept = trail.slice(0, trail.findLastIndex((id) => !asksForPerson(id)) + 1)
  return { trail: kept, ...(asksForPerson(nodeId) ? { nodeId: lastTalkingNode(run.graph, kept).id } : {}) }
}

/** Extracts values from the message, then enters the given node. */
function forceNode(run: Run, node: AgentNode): Move {
  updateState(run, { nodeId: node.id })
  const asked = askRouter(run, node, { purpose: 'forced', candidates: [], canStay: true })
  return asked ? undefined : { node, by: 'forced', reason: '' }
}

/**
 * Edges the router may choose at a node. A complete collect node with one edge leaves over it, so there is no choice; a
 * reopened one also asks whether to continue.
 */
function waysOut(run: Run, node: AgentNode) {
  const { conditions, otherwise } = nodeEdges(run, node)
  if (node.type !== 'collect') return conditions
  const all = otherwise ? [...conditions, otherwise] : conditions
  const isComplete = !missingValues(run, node).some(({ asked }) => asked.required)
  // Everything is known; the router only decides whether something changes.
  if (isComplete && run.state.reopened)
    return all.map((edge) => ({
      ...edge,
      condition: all.length > 1 && edge.condition.trim() ? `${edge.condition} (and nothing is to be changed here)` : '',
    }))
  return all.length > 1 ? conditions : []
}

function handleDecision(run: Run, event: Extract<EngineEvent, { type: 'decided' | 'undecided' }>): Move {
  const { decision } = run.turn
  if (!decision) return undefined
  const choice = resolveDecision(run, decision, event)
  const node = currentNode(run)
  if (decision.purpose === 'forced') return { node, by: 'forced', reason: '' }
  return decision.purpose === 'branch' ? handleBranchDecision(run, node, choice) : handleAnswer(run, node, choice)
}

/** After an answer at a talking node: a rule, the router's choice, the otherwise edge, or stay. */
function handleAnswer(run: Run, node: AgentNode, choice: RouterChoice | undefined): Move {
  if (node.type === 'collect') return handleCollectDecision(run, node, choice)
  const { rules, otherwise } = nodeEdges(run, node)
  const rule = matchingRuleEdge(rules, run.state.variables, run.turn.today)
  if (rule) return { node: nodeAt(run.graph, rule.nodeId), by: 'rule', reason: describeRule(rule.rule) }
  if (choice?.to) {
    const { nodeId, kind } = choice.to
    return { node: nodeAt(run.graph, nodeId), by: kind === 'child' ? 'router' : kind, reason: choice.reason }
  }
  // After a router failure at a choice between conditions, the otherwise edge would be a guess.
  const unsure = choice?.isFaulty !== false && choice?.decision.candidates.some(({ kind }) => kind === 'child')
  const mayLeave = isTalking(node) ? hasSpoken(run, node) : true
  if (otherwise && mayLeave && !unsure)
    return { node: nodeAt(run.graph, otherwise.nodeId), by: 'otherwise', reason: choice?.reason ?? '' }
  return stayAtNode(run, node, choice?.reason ?? '')
}

/** The model speaks at the current node; after a hand-off, at the last talking one. */
function stayAtNode(run: Run, node: AgentNode, reason: string): Move {
  const at = isTalking(node) || node.type === 'message' ? node : lastTalkingNode(run.graph, run.state.trail)
  if (run.turn.steps === 0 || at !== node) moveTo(run, at, 'stay', reason)
  return speak(run, at)
}

function afterSpeech(run: Run, event: Extract<EngineEvent, { type: 'spoke' }>): Move {
  const { passing } = run.turn
  const outcome = handleSpeech(run, event)
  if (outcome === 'closed' && run.turn.closing) return closeConversation(run, run.turn.closing)
  return outcome === 'goOn' && passing ? leaveMessageNode(run, currentNode(run)) : undefined
}

function afterTools(run: Run, event: Extract<EngineEvent, { type: 'toolAnswered' }>): Move {
  if (!acceptToolResult(run, event)) return undefined
  const node = currentNode(run)
  if (node.type === 'tool') return handleToolNodeResult(run, node, event.result)
  return run.turn.closing ? closeConversation(run, run.turn.closing) : speak(run, node, { continued: true })
}
