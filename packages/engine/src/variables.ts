// Variables of a conversation: validates and stores values, and finds missing values of collect nodes.
import type { AgentNode } from '@parlance/contract/agents/nodes'
import type { Value, Values } from '@parlance/contract/agents/variables'
import { cut } from '@parlance/contract/lib/text'
import { type MessageDescriptor, withRef } from '@parlance/i18n/messages'
import type { Graph, GraphVariable } from '@parlance/contract/engine/types'
import { asText, updateState, currentNode, updateTurn, ownValue, storeValue, type Run } from './run.ts'
import { checkValue, MAX_VALUE, type ValueSpec } from '@parlance/contract/engine/values'

/** Maximum of variables per conversation. */
const MAX_NAMES = 250

/** Values extracted from visitors' messages may set fewer variables than forms and tools. */
export type ValueSource = 'visitor' | 'form' | 'tool'
export type TakeResult = 'taken' | 'same' | 'refused' | 'unknown'

type AskedVariable = AgentNode['variables'][number]

/** Whether router and model may set a variable: never secrets, and results of tools only if a node asks for them. */
export function isSettable(run: Run, name: string): boolean {
  const { variables, collected, fromTools } = run.graph
  if (variables.get(name)?.isEnv !== false) return false
  return collected.has(name) || !(fromTools.has(name) || isSetByTool(run, name))
}

const isSetByTool = (run: Run, name: string): boolean => run.turn.fromTools.has(name)

/** The current collect node's definition overrides that of the graph. */
function specOf(run: Run, name: string): ValueSpec | undefined {
  const node = currentNode(run)
  const asked = node.type === 'collect' ? node.variables.find((variable) => variable.name === name) : undefined
  return asked ?? run.graph.variables.get(name)
}

/**
 * Stores a valid value. An invalid one is refused with a reason in the trace: a person's old value is kept, but one that
 * a tool no longer gives is unknown.
 */
export function takeValue(run: Run, name: string, raw: unknown, source: ValueSource): TakeResult {
  const known = run.graph.variables.get(name)
  if (name === '__proto__' || name.length > 100 || known?.isEnv) return 'unknown'
  if (source === 'visitor' && !isSettable(run, name)) return 'unknown'
  const spec = specOf(run, name)
  if (!spec && !Object.hasOwn(run.state.variables, name) && Object.keys(run.state.variables).length >= MAX_NAMES)
    return 'unknown'
  if (source === 'tool' && typeof raw === 'string' && raw.trim() === '') return clearValue(run, name)
  const checked = spec ? checkValue(spec, raw, run.turn.today) : plainValue(raw)
  if (!checked) return 'unknown'
  if ('value' in checked) return storeAndTrace(run, name, checked.value)
  traceRefusal(run, name, raw, checked.problem)
  return source === 'tool' ? clearValue(run, name) : refuseValue(run, name, raw, checked.problem)
}

/** What a turn would store of a form's values, for those that no turn has read. */
export function formValues(graph: Graph, values: Values, today: string): Values {
  const stored = Object.entries(values).flatMap(([name, raw]) => {
    const known = graph.variables.get(name)
    if (name === '__proto__' || name.length > 100 || known?.isEnv) return []
    const checked = known ? checkValue(known, raw, today) : plainValue(raw)
    return checked && 'value' in checked ? [[name, checked.value] as const] : []
  })
  return Object.fromEntries(stored)
}

function plainValue(raw: unknown): { value: Value } | undefined {
  // Minus zero does not survive storage.
  if (typeof raw === 'number') return Number.isFinite(raw) ? { value: raw + 0 } : undefined
  if (typeof raw === 'boolean') return { value: raw }
  if (raw === null || raw === undefined) return undefined
  if (typeof raw === 'string') return { value: cut(raw.toWellFormed().replaceAll('\0', ''), MAX_VALUE) }
  return undefined
}

const shownValue = (raw: unknown): string =>
  cut(typeof raw === 'string' ? raw : typeof raw === 'object' ? '' : String(raw), 200)

const traceRefusal = (run: Run, name: string, raw: unknown, reason: MessageDescriptor) =>
  run.trace.push({ type: 'variable', name, value: shownValue(raw), ...withRef('refused', reason) })

/** Nothing that the visitor said, so the model does not ask them again because of it. */
function clearValue(run: Run, name: string): TakeResult {
  const before = ownValue(run.state.variables, name)
  if (before === undefined || before === '') return 'same'
  storeValue(run, name, '')
  run.trace.push({ type: 'variable', name, value: '', before: cut(asText(before), 1000), refused: '' })
  return 'taken'
}

function refuseValue(run: Run, name: string, raw: unknown, reason: MessageDescriptor): TakeResult {
  updateTurn(run, {
    refused: [...run.turn.refused.filter((refusal) => refusal.name !== name), { name, value: shownValue(raw), reason }],
  })
  updateState(run, { attempts: { ...run.state.attempts, [name]: (ownValue(run.state.attempts, name) ?? 0) + 1 } })
  return 'refused'
}

function storeAndTrace(run: Run, name: string, value: Value): TakeResult {
  const { variables, attempts } = run.state
  const before = ownValue(variables, name)
  if (Object.hasOwn(attempts, name)) {
    const { [name]: _done, ...rest } = attempts
    updateState(run, { attempts: rest })
  }
  if (before === value) return 'same'
  storeValue(run, name, value)
  updateTurn(run, {
    given: [...run.turn.given.filter((other) => other !== name), name],
    refused: run.turn.refused.filter((refusal) => refusal.name !== name),
  })
  run.trace.push({
    type: 'variable',
    name,
    value: cut(asText(value), 1000),
    ...(before === undefined ? {} : { before: cut(asText(before), 1000) }),
    refused: '',
  })
  return 'taken'
}

/** Variables of a collect node without a valid value, in order, with the problem of an existing one. */
export function missingValues(
  run: Run,
  node: AgentNode,
): { readonly asked: AskedVariable; readonly problem: MessageDescriptor | undefined }[] {
  if (node.type !== 'collect') return []
  const values = run.state.variables
  return node.variables.flatMap((asked): { asked: AskedVariable; problem: MessageDescriptor | undefined }[] => {
    if (run.graph.variables.get(asked.name)?.isEnv || asked.name === '__proto__') return []
    const value = ownValue(values, asked.name)
    if (value === undefined || value === '') return [{ asked, problem: undefined }]
    const checked = checkValue(asked, value, run.turn.today)
    return 'problem' in checked ? [{ asked, problem: checked.problem }] : []
  })
}

/** Whether this message contained values for the node, valid or refused. */
export function mentionedIn(run: Run, node: AgentNode): { readonly given: boolean; readonly refused: boolean } {
  const names = new Set(node.variables.map(({ name }) => name))
  return {
    given: run.turn.given.some((name) => names.has(name)),
    refused: run.turn.refused.some(({ name }) => names.has(name)),
  }
}

/** Marks the values given for a completed node as used: returning to it in the same turn asks again. */
export function markUsed(run: Run, node: AgentNode): void {
  if (run.state.reopened) updateState(run, { reopened: false })
  const names = new Set(node.variables.map(({ name }) => name))
  updateTurn(run, { given: run.turn.given.filter((name) => !names.has(name)) })
}

/** Variables that the router extracts from a message, the current node's first. */
export function extractableVariables(run: Run): GraphVariable[] {
  const { asked, variables, searched } = run.graph
  if (asked.size === 0) return []
  const node = currentNode(run)
  const first = node.type === 'collect' ? node.variables : []
  const found = new Map<string, GraphVariable>()
  const add = (variable: GraphVariable | undefined): void => {
    if (variable && found.size < MAX_EXTRACTABLE && isSettable(run, variable.name)) found.set(variable.name, variable)
  }
  for (const { name } of first) add(variables.get(name))
  for (const variable of searched) {
    if (found.size >= MAX_EXTRACTABLE) break
    add(variable)
  }
  return [...found.values()]
}
const MAX_EXTRACTABLE = 60
