// What an agent may declare as a variable.
import { isVariableName } from '@parlance/engine/graph/graph-edit'
import type { Variable } from '@parlance/contract/agents/variables'
import { checkValue } from '@parlance/contract/engine/values'

export const MAX_VARIABLES = 100
export const VARIABLE_TYPES = ['text', 'email', 'phone', 'number', 'date', 'time', 'boolean'] as const

/** Why a name can't be saved; undefined when it can. */
export function nameProblem(name: string, others: readonly string[]): 'badName' | 'sameName' | undefined {
  if (!isVariableName(name)) return 'badName'
  return others.includes(name) ? 'sameName' : undefined
}

/** A name that is still free. */
export function freshName(names: readonly string[]): string {
  let at = names.length + 1
  while (names.includes(`value_${at}`)) at += 1
  return `value_${at}`
}

export const newVariable = (name: string): Variable => ({
  name,
  type: 'text',
  description: '',
  isEnv: false,
  defaultValue: '',
})

/** Whether a conversation can begin with the value; an empty one is none. `today` is YYYY-MM-DD. */
export function fitsType({ type, defaultValue }: Pick<Variable, 'type' | 'defaultValue'>, today: string): boolean {
  return defaultValue.trim() === '' || 'value' in checkValue({ type, options: [] }, defaultValue, today)
}

export function matches({ name, description }: Variable, search: string): boolean {
  return `${name} ${description}`.toLowerCase().includes(search.trim().toLowerCase())
}
