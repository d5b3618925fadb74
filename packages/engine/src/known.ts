// What a conversation knows: takes values in, checked, and tells which of a collect node's are still missing.
import type { AgentNode } from '@parlance/contract/agents/nodes'
import type { Value } from '@parlance/contract/agents/variables'
import { cut } from '@parlance/contract/lib/text'
import { type MessageDescriptor, withRef } from '@parlance/i18n/messages'
import type { GraphVariable } from '@parlance/contract/engine/types'
import { asText, change, here, note, own, remember, type Run } from './run.ts'
import { checkValue, MAX_VALUE, type ValueSpec } from '@parlance/contract/engine/values'

/** Names a conversation can hold. */
const MAX_NAMES = 250

/** Who gives a value: whoever reads visitors (router, model) may set fewer variables than forms, tools and owners. */
export type Source = 'visitor' | 'form' | 'tool'
export type Taken = 'taken' | 'same' | 'refused' | 'unknown'

type Asked = AgentNode['variables'][number]

/** True where the router or the model may set a variable: never a secret, and what tools find out only where it is asked for. */
export function isSettable(run: Run, name: string): boolean {
  const { variables, collected, fromTools } = run.graph
  if (variables.get(name)?.isEnv !== false) return false
  return collected.has(name) || !(fromTools.has(name) || setByTool(run, name))
}

const setByTool = (run: Run, name: string): boolean => run.turn.fromTools.has(name)

/** The current collect node's own words about a variable go before what the graph has gathered. */
function specOf(run: Run, name: string): ValueSpec | undefined {
  const node = here(run)
  const asked = node.type === 'collect' ? node.variables.find((variable) => variable.name === name) : undefined
  return asked ?? run.graph.variables.get(name)
}

/** Takes one value in, or refuses it with a reason in the trace; the old value stays then. */
export function take(run: Run, name: string, raw: unknown, source: Source): Taken {
  const known = run.graph.variables.get(name)
  if (name === '__proto__' || name.length > 100 || known?.isEnv) return 'unknown'
  if (source === 'visitor' && !isSettable(run, name)) return 'unknown'
  const spec = specOf(run, name)
  if (!spec && !Object.hasOwn(run.state.variables, name) && Object.keys(run.state.variables).length >= MAX_NAMES)
    return 'unknown'
  const checked = spec ? checkValue(spec, raw, run.turn.today) : plainValue(raw)
  if (!checked) return 'unknown'
  if ('problem' in checked) return refuse(run, name, raw, checked.problem)
  return set(run, name, checked.value)
}

function plainValue(raw: unknown): { value: Value } | undefined {
  // Minus zero does not survive storage.
  if (typeof raw === 'number') return Number.isFinite(raw) ? { value: raw + 0 } : undefined
  if (typeof raw === 'boolean') return { value: raw }
  if (raw === null || raw === undefined) return undefined
  if (typeof raw === 'string') return { value: cut(raw.toWellFormed().replaceAll('\0', ''), MAX_VALUE) }
  return undefined
}

function refuse(run: Run, name: string, raw: unknown, reason: MessageDescriptor): Taken {
  const value = cut(typeof raw === 'string' ? raw : typeof raw === 'object' ? '' : String(raw), 200)
  run.trace.push({ type: 'variable', name, value, ...withRef('refused', reason) })
  note(run, { refused: [...run.turn.refused.filter((refusal) => refusal.name !== name), { name, value, reason }] })
  change(run, { attempts: { ...run.state.attempts, [name]: (own(run.state.attempts, name) ?? 0) + 1 } })
  return 'refused'
}

function set(run: Run, name: string, value: Value): Taken {
  const { variables, attempts } = run.state
  const before = own(variables, name)
  if (Object.hasOwn(attempts, name)) {
    const { [name]: _done, ...rest } = attempts
    change(run, { attempts: rest })
  }
  if (before === value) return 'same'
  remember(run, name, value)
  note(run, {
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

/** What a collect node has no valid value for, in its order, with what is wrong with the value there is. */
export function missing(
  run: Run,
  node: AgentNode,
): { readonly asked: Asked; readonly problem: MessageDescriptor | undefined }[] {
  if (node.type !== 'collect') return []
  const values = run.state.variables
  return node.variables.flatMap((asked): { asked: Asked; problem: MessageDescriptor | undefined }[] => {
    if (run.graph.variables.get(asked.name)?.isEnv || asked.name === '__proto__') return []
    const value = own(values, asked.name)
    if (value === undefined || value === '') return [{ asked, problem: undefined }]
    const checked = checkValue(asked, value, run.turn.today)
    return 'problem' in checked ? [{ asked, problem: checked.problem }] : []
  })
}

/** Did this message say anything about what the node asks for, valid or not? */
export function concerns(run: Run, node: AgentNode): { readonly given: boolean; readonly refused: boolean } {
  const names = new Set(node.variables.map(({ name }) => name))
  return {
    given: run.turn.given.some((name) => names.has(name)),
    refused: run.turn.refused.some(({ name }) => names.has(name)),
  }
}

/** A finished collect node has used what was given: coming back to it in the same turn, it asks again. */
export function useUp(run: Run, node: AgentNode): void {
  if (run.state.reopened) change(run, { reopened: false })
  const names = new Set(node.variables.map(({ name }) => name))
  note(run, { given: run.turn.given.filter((name) => !names.has(name)) })
}

/** What the router looks for in a message: the current node's variables first, at most 60. */
export function searchedFor(run: Run): GraphVariable[] {
  const { asked, variables, searched } = run.graph
  if (asked.size === 0) return []
  const node = here(run)
  const first = node.type === 'collect' ? node.variables : []
  const found = new Map<string, GraphVariable>()
  const add = (variable: GraphVariable | undefined): void => {
    if (variable && found.size < MAX_SEARCHED && isSettable(run, variable.name)) found.set(variable.name, variable)
  }
  for (const { name } of first) add(variables.get(name))
  for (const variable of searched) {
    if (found.size >= MAX_SEARCHED) break
    add(variable)
  }
  return [...found.values()]
}
const MAX_SEARCHED = 60
