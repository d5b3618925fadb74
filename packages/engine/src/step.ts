// The node engine: a pure reducer over the state of a turn and what happens in it. docs/node-engine.md tells its rules.
import type { AgentNode } from '@parlance/contract/agents/nodes'
import { cut } from '@parlance/contract/lib/text'
import { answeredCollect } from './collect.ts'
import { isTalking } from './compile.ts'
import { alongEdges, ask, candidatesFrom, type Choice, readDecision } from './decide.ts'
import type { EngineEvent, EngineState, Graph, Step, Turn, TurnSetup, TurnState } from '@parlance/contract/engine/types'
import { branched, enter, passOn, toolNodeAnswered } from './enter.ts'
import { missing, take } from './known.ts'
import { describeRule, ruleEdge } from './rules.ts'
import {
  change,
  closeRun,
  edgesOf,
  hasSpoken,
  here,
  lastTalking,
  type Move,
  nodeAt,
  note,
  openRun,
  type Run,
  stop,
  visit,
} from './run.ts'
import { close, speak, spoken, toolAnswered } from './speak.ts'
import { restored } from './state.ts'

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
 * Before the first event of a turn. `state` is what was kept of the conversation, undefined for a new one; a state that no
 * longer fits the graph is put right, whatever it holds.
 */
export function begin(graph: Graph, state: EngineState | undefined, setup: TurnSetup = {}): TurnState {
  const { tools = [], without = [], away = '' } = setup
  const fromTools = new Set(
    tools.flatMap(({ responseMapping = [] }) => responseMapping.map(({ variable }) => variable)),
  )
  return { state: restored(graph, state), turn: { ...EMPTY_TURN, tools, fromTools, without, away } }
}

/** Pure; never throws. An event nothing waits for changes nothing. */
export function step(graph: Graph, now: TurnState, event: EngineEvent): Step {
  const run = openRun(graph, now)
  let move = react(run, event)
  while (move) move = enter(run, move)
  return closeRun(run)
}

function react(run: Run, event: EngineEvent): Move {
  const { waiting } = run.turn
  switch (event.type) {
    case 'visitor':
      return waiting === undefined ? visitorSays(run, event) : undefined
    case 'decided':
    case 'undecided':
      return waiting === 'decision' ? decided(run, event) : undefined
    case 'spoke':
      return waiting === 'speech' ? afterSpeech(run, event) : undefined
    case 'toolAnswered':
      return waiting === 'tools' ? afterTools(run, event) : undefined
    case 'exhausted':
      return waiting === undefined ? undefined : exhausted(run, event.what)
    default:
      return undefined
  }
}

/** A hand-off or an end that only waits for a slow tool happens all the same. */
function exhausted(run: Run, what: string): undefined {
  const { closing } = run.turn
  stop(run, what)
  return closing ? close(run, closing) : undefined
}

function visitorSays(run: Run, event: Extract<EngineEvent, { type: 'visitor' }>): Move {
  const { tools, fromTools, without, away } = run.turn
  const { text, channel, today, language = '', values } = event
  run.turn = { ...EMPTY_TURN, text: cut(text, 20_000), channel, today, language, tools, fromTools, without, away }
  const forced = event.nodeId === undefined ? undefined : run.graph.nodes.get(event.nodeId)
  resume(run, forced !== undefined)
  const submitted = values !== undefined && Object.keys(values).length > 0
  if (submitted) for (const [name, value] of Object.entries(values)) take(run, name, value, 'form')
  if (forced) return force(run, forced)
  const node = here(run)
  // A form says what it says: it is neither searched for values nor a wish to be elsewhere.
  if (submitted) note(run, { extracted: true })
  const ways = waysOut(run, node)
  const candidates = submitted ? alongEdges(run, ways) : candidatesFrom(run, node, ways)
  const asked = ask(run, node, { purpose: 'turn', candidates, canStay: true })
  return asked ? undefined : answered(run, node, undefined)
}

/** A conversation that is new, that had ended, or that comes back from a person. */
function resume(run: Run, isElsewhere: boolean): void {
  const { status, trail, nodeId } = run.state
  const isNew = status === 'talking' && trail.length === 0 && nodeId === run.graph.startId
  if (status !== 'talking') run.trace.push({ type: 'status', status: 'talking', reason: 'The visitor writes again.' })
  if (status === 'ended') {
    const { variables } = run.state
    run.state = { nodeId: run.graph.startId, variables, trail: [], attempts: {}, status: 'talking' }
  } else change(run, { status: 'talking' })
  if (!isElsewhere && (isNew || status === 'ended'))
    visit(run, here(run), 'start', isNew ? 'the conversation begins' : 'the conversation had ended')
}

/** Puts the visitor at a node and enters it, once the message was searched for values. */
function force(run: Run, node: AgentNode): Move {
  change(run, { nodeId: node.id })
  const asked = ask(run, node, { purpose: 'forced', candidates: [], canStay: true })
  return asked ? undefined : { node, by: 'forced', reason: '' }
}

/**
 * The edges that the router may choose at a node. A collect node with one edge leaves over it when it knows everything, so
 * there is nothing to choose; one that was opened again also asks whether to go on.
 */
function waysOut(run: Run, node: AgentNode) {
  const { conditions, otherwise } = edgesOf(run, node)
  if (node.type !== 'collect') return conditions
  const all = otherwise ? [...conditions, otherwise] : conditions
  const isComplete = !missing(run, node).some(({ asked }) => asked.required)
  // «All is known» holds anyway: what the router is asked is whether anything is to be changed.
  if (isComplete && run.state.reopened)
    return all.map((edge) => ({
      ...edge,
      condition: all.length > 1 && edge.condition.trim() ? `${edge.condition} (and nothing is to be changed here)` : '',
    }))
  return all.length > 1 ? conditions : []
}

function decided(run: Run, event: Extract<EngineEvent, { type: 'decided' | 'undecided' }>): Move {
  const { decision } = run.turn
  if (!decision) return undefined
  const choice = readDecision(run, decision, event)
  const node = here(run)
  if (decision.purpose === 'forced') return { node, by: 'forced', reason: '' }
  return decision.purpose === 'branch' ? branched(run, node, choice) : answered(run, node, choice)
}

/** The visitor answered at a node where conversations rest: rules, the router's choice, the otherwise, or stay. */
function answered(run: Run, node: AgentNode, choice: Choice | undefined): Move {
  if (node.type === 'collect') return answeredCollect(run, node, choice)
  const { rules, otherwise } = edgesOf(run, node)
  const rule = ruleEdge(rules, run.state.variables, run.turn.today)
  if (rule) return { node: nodeAt(run.graph, rule.nodeId), by: 'rule', reason: describeRule(rule.rule) }
  if (choice?.to) {
    const { nodeId, kind } = choice.to
    return { node: nodeAt(run.graph, nodeId), by: kind === 'child' ? 'router' : kind, reason: choice.reason }
  }
  // Where the router failed at a choice between conditions, an otherwise would be a guess.
  const unsure = choice?.fault !== '' && choice?.decision.candidates.some(({ kind }) => kind === 'child')
  const mayLeave = isTalking(node) ? hasSpoken(run, node) : true
  if (otherwise && mayLeave && !unsure)
    return { node: nodeAt(run.graph, otherwise.nodeId), by: 'otherwise', reason: choice?.reason ?? '' }
  return stay(run, node, choice?.reason ?? '')
}

/** The model speaks where the visitor is; after a hand-off, where they last talked with it. */
function stay(run: Run, node: AgentNode, reason: string): Move {
  const at = isTalking(node) || node.type === 'message' ? node : lastTalking(run.graph, run.state.trail)
  if (run.turn.steps === 0 || at !== node) visit(run, at, 'stay', reason)
  return speak(run, at)
}

function afterSpeech(run: Run, event: Extract<EngineEvent, { type: 'spoke' }>): Move {
  const { passing } = run.turn
  const outcome = spoken(run, event)
  if (outcome === 'closed' && run.turn.closing) return close(run, run.turn.closing)
  return outcome === 'goOn' && passing ? passOn(run, here(run)) : undefined
}

function afterTools(run: Run, event: Extract<EngineEvent, { type: 'toolAnswered' }>): Move {
  if (!toolAnswered(run, event)) return undefined
  const node = here(run)
  if (node.type === 'tool') return toolNodeAnswered(run, node, event.result)
  return run.turn.closing ? close(run, run.turn.closing) : speak(run, node, { continued: true })
}
