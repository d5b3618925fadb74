// Rules for declared variables.
import { isVariableName } from '@parlance/engine/graph/graph-edit'
import type { Variable } from '@parlance/contract/agents/variables'
import { checkValue } from '@parlance/contract/engine/values'

export const MAX_VARIABLES = 100
export const VARIABLE_TYPES = ['text', 'email', 'phone', 'number', 'date', 'time', 'boolean'] as const

/** Why a name is invalid, if it is. */
export function nameProblem(name: string, others: readonly string[]): 'badName' | 'sameName' | undefined {
  if (!isVariableName(name)) return 'badName'
  return others.includes(name) ? 'sameName' : undefined
}

/** An unused name. */
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

/** Whether the default value fits the type; an empty one is not a default. `today` is YYYY-MM-DD. */
export function fitsType({ type, defaultValue }: Pick<Variable, 'type' | 'defaultValue'>, today: string): boolean {
  return defaultValue.trim() === '' || 'value' in checkValue({ type, options: [] }, defaultValue, today)
}

export function matches({ name, description }: Variable, search: string): boolean {
  return `${name} ${description}`.toLowerCase().includes(search.trim().toLowerCase())
}
