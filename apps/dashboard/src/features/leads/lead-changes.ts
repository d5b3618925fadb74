// What a form with a lead changes.
import type { LeadChanges, OpenedLead } from '@parlance/contract/leads/schemas'

/** A variable in the form. */
export interface Row {
  readonly key: string
  readonly name: string
  readonly value: string
}
type Values = OpenedLead['variables']

/** Variables of the conversation already shown as fields; kept to detect changes. */
export const HIDDEN: ReadonlySet<string> = new Set(['name', 'email', 'phone', 'phone_number'])

/** Values keep their type until another one is typed. */
export const valuesOf = (rows: readonly Row[], before: Values): Values => ({
  ...Object.fromEntries(Object.entries(before).filter(([name]) => HIDDEN.has(name))),
  ...Object.fromEntries(
    rows
      .filter(({ name }) => name.trim() !== '')
      .map(({ name, value }) => {
        const old = Object.hasOwn(before, name) ? before[name] : undefined
        return [name.trim(), old !== undefined && String(old) === value ? old : value]
      }),
  ),
})

/** Only what was edited: the conversation may have collected more since `before`. */
export function changesOf(
  before: OpenedLead,
  { variables, ...fields }: Required<LeadChanges>,
  latest: OpenedLead,
): LeadChanges {
  const has = (values: Values, name: string) => Object.hasOwn(values, name)
  const edited = Object.keys({ ...before.variables, ...variables }).filter(
    (name) => has(before.variables, name) !== has(variables, name) || before.variables[name] !== variables[name],
  )
  const merged = Object.entries({
    ...latest.variables,
    ...Object.fromEntries(edited.map((name) => [name, variables[name] ?? ''])),
  }).filter(([name]) => has(variables, name) || !edited.includes(name))
  return {
    ...Object.fromEntries(
      Object.entries(fields).filter(([name, value]) => value !== before[name as keyof typeof fields]),
    ),
    ...(edited.length > 0 && { variables: Object.fromEntries(merged) }),
  }
}
