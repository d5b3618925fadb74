// Asks the router where to go and which values a message contains, and validates its answer.
import type { AgentNode, Edge } from '@parlance/contract/agents/nodes'
import { cut } from '@parlance/contract/lib/text'
import { englishOf, inSequence, type Message, type MessageDescriptor, msg, withRef } from '@parlance/i18n/messages'
import { isTalking } from './compile.ts'
import type { Candidate, EngineEvent, PendingDecision } from '@parlance/contract/engine/types'
import { isSettable, missingValues, extractableVariables, takeValue } from './variables.ts'
import { nodeName, updateTurn, ownValue, type Run, stopAtLimit, countModelCall } from './run.ts'

/** The router's answer if no candidate fits. A node with this id is called `node:stay`. */
export const STAY = 'stay'
export const candidateId = (nodeId: string): string => (nodeId === STAY ? `node:${STAY}` : nodeId)

const MAX_BACK_CANDIDATES = 5
const MAX_CANDIDATES = 150

/** Where a message may lead: along edges, to global nodes, back to visited nodes. Each node once. */
export function candidatesFrom(run: Run, node: AgentNode, edges: readonly Edge[]): Candidate[] {
  const all = edgeCandidates(run, edges)
  const taken = new Set([node.id, ...all.map(({ nodeId }) => nodeId)])
  const add = (target: AgentNode, kind: Candidate['kind'], condition: string): void => {
    if (taken.has(target.id)) return
    taken.add(target.id)
    all.push({ nodeId: target.id, name: nodeName(target), condition, kind })
  }
  for (const target of run.graph.globals) add(target, 'global', globalCondition(target))
  const back = [...new Set(run.state.trail.toReversed())].flatMap((id) => run.graph.nodes.get(id) ?? [])
  const places = back.filter((target) => isTalking(target) && !taken.has(target.id)).slice(0, MAX_BACK_CANDIDATES)
  for (const target of places) add(target, 'back', backCondition(target))
  return all.slice(0, MAX_CANDIDATES)
}

/** Two edges to one node are one candidate with both conditions. */
export function edgeCandidates(run: Run, edges: readonly Edge[]): Candidate[] {
  const all = new Map<string, Candidate>()
  for (const { nodeId, condition } of edges) {
    const target = run.graph.nodes.get(nodeId)
    if (!target) continue
    const text = condition.trim() || NOTHING_MORE
    const before = all.get(nodeId)
    const both = before ? `${before.condition}\nor: ${text}` : text
    all.set(nodeId, { nodeId, name: nodeName(target), condition: both, kind: 'child' })
  }
  return [...all.values()]
}
const NOTHING_MORE = 'The visitor has nothing to add or change here and wants to go on'

function globalCondition(node: AgentNode): string {
  const condition = node.globalCondition.trim()
  if (condition) return condition
  const first = cut(node.instructions.trim().split('\n', 1)[0] ?? '', 300)
  return first ? `${nodeName(node)}: ${first}` : `The visitor asks for: ${nodeName(node)}`
}

function backCondition(node: AgentNode): string {
  const names = node.type === 'collect' ? node.variables.map(({ name }) => name) : []
  const said = names.length > 0 ? `what was said there (${names.join(', ')})` : 'what was said there'
  return `The visitor wants to go back to «${nodeName(node)}», or to change ${said}`
}

export interface RouterQuestion {
  readonly purpose: PendingDecision['purpose']
  readonly candidates: readonly Candidate[]
  readonly canStay: boolean
  readonly otherwise?: Edge | undefined
  readonly by?: PendingDecision['by']
}

/** Requests a decision; false if there is nothing to decide. Extracts values once per turn. */
export function askRouter(run: Run, node: AgentNode, question: RouterQuestion): boolean {
  const { purpose, candidates, canStay, otherwise, by = 'otherwise' } = question
  const searched = run.turn.extracted ? [] : extractableVariables(run)
  if (candidates.length === 0 && searched.length === 0) return false
  if (!countModelCall(run)) {
    stopAtLimit(run, 'modelCalls')
    return true
  }
  const asked = new Map(node.variables.map((variable) => [variable.name, variable]))
  const variables = searched.map(({ name, type, description, options }) => ({
    name,
    type: asked.get(name)?.type ?? type,
    description: asked.get(name)?.description || description,
    options: asked.get(name)?.options ?? options,
    value: ownValue(run.state.variables, name),
  }))
  const asking = missingValues(run, node).flatMap(({ asked }) => (asked.required ? [asked.name] : []))
  run.commands.push({ type: 'decide', node, candidates, canStay, variables, asking })
  const names = variables.map(({ name }) => name)
  updateTurn(run, { waiting: 'decision', extracted: true, decision: { purpose, candidates, otherwise, by, names } })
  return true
}

/** `isFaulty`: the router gave no valid answer, which counts as staying. */
export interface RouterChoice {
  readonly to: Candidate | undefined
  readonly reason: string
  readonly isFaulty: boolean
  readonly decision: PendingDecision
}

/** Stores the extracted values, resolves the candidate and traces both. */
export function resolveDecision(
  run: Run,
  decision: PendingDecision,
  event: Extract<EngineEvent, { type: 'decided' | 'undecided' }>,
): RouterChoice {
  updateTurn(run, { waiting: undefined, decision: undefined })
  const faults: MessageDescriptor[] = []
  const place = run.trace.length
  const reason = event.type === 'decided' && typeof event.reason === 'string' ? cut(event.reason, 1000) : ''
  let to: Candidate | undefined
  if (event.type === 'decided') {
    to = chosen(event.next, decision.candidates, faults)
    const mustChoose = decision.purpose === 'branch' && !decision.otherwise && decision.candidates.length > 1
    if (!to && mustChoose && faults.length === 0) faults.push(msg('router_stayed'))
    takeValues(run, event.values, decision, faults)
  }
  const fault = event.type === 'decided' ? joined(faults) : silence(event.detail)
  if (decision.candidates.length > 0 || englishOf(fault) !== '')
    run.trace.splice(place, 0, {
      type: 'decision',
      candidates: decision.candidates.map((candidate) => ({ ...candidate })),
      chosen: to?.nodeId ?? (event.type === 'undecided' ? '' : STAY),
      reason,
      ...withRef('fault', fault),
    })
  return { to, reason, isFaulty: !to && englishOf(fault) !== '', decision }
}

const joined = ([first, ...rest]: readonly MessageDescriptor[]): Message => (first ? inSequence(first, ...rest) : '')
const silence = (detail: Message): Message =>
  englishOf(detail) === '' ? msg('router_silent') : typeof detail === 'string' ? cut(detail, 500) : detail

function chosen(next: unknown, candidates: readonly Candidate[], faults: MessageDescriptor[]): Candidate | undefined {
  if (Array.isArray(next) && next.length > 0) {
    faults.push(msg('router_named_several'))
    return chosen(next.find((each) => find(each, candidates)) ?? next[0], candidates, faults)
  }
  const to = find(next, candidates)
  if (to) return to
  if (next === STAY || (candidates.length === 0 && (next === undefined || next === null))) return undefined
  if (typeof next === 'string' && next.trim() !== '') {
    if (next.trim().toLowerCase() !== STAY) faults.push(msg('router_named_unknown', { name: cut(next, 100) }))
  } else faults.push(msg('router_named_none'))
  return undefined
}

function find(next: unknown, candidates: readonly Candidate[]): Candidate | undefined {
  if (typeof next !== 'string') return undefined
  const said = next.trim()
  const exact = candidates.find(({ nodeId }) => candidateId(nodeId) === said)
  if (exact || said === STAY) return exact
  const named = candidates.filter(({ name }) => name.toLowerCase() === said.toLowerCase())
  return named.length === 1 ? named[0] : undefined
}

/** Variables that one message can set. */
const MAX_VALUES = 100

function takeValues(run: Run, values: unknown, decision: PendingDecision, faults: MessageDescriptor[]): void {
  if (values === undefined || values === null) return
  if (typeof values !== 'object' || Array.isArray(values)) {
    faults.push(msg('router_values_not_object'))
    return
  }
  const asked = new Set(decision.names)
  for (const [name, raw] of Object.entries(values).slice(0, MAX_VALUES)) {
    if (raw === null || raw === undefined || raw === '') continue
    if (asked.has(name) && isSettable(run, name)) takeValue(run, name, raw, 'visitor')
    else faults.push(msg('router_value_unasked', { name: cut(name, 100) }))
  }
}
