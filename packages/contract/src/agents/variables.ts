import { z } from 'zod'
import { rule } from '../lib/rules.ts'
import { defaultIn, PLACEHOLDER } from './placeholders.ts'

export const VariableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, rule('variable_name_invalid'))

export const Variable = z.object({
  name: VariableName,
  type: z.enum(['text', 'email', 'phone', 'number', 'date', 'time', 'boolean']).default('text'),
  description: z.string().max(1000).default(''),
  /** A secret: masked everywhere and kept out of prompts; its value is the workspace secret of the same name. */
  isEnv: z.boolean().default(false),
  defaultValue: z.string().max(5000).default(''),
})
export type Variable = z.infer<typeof Variable>
export const Variables = z
  .array(Variable)
  .max(100)
  .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, rule('variable_name_duplicate'))

/** A captured value. Dates are YYYY-MM-DD, times HH:MM, e-mail addresses and phone numbers as text. */
export type Value = string | number | boolean
export type Values = Readonly<Record<string, Value>>

export type WriteValue = (value: Value, name: string, formatter: string | undefined) => string
const asStored: WriteValue = (value) => String(value)

/**
 * Replaces `{name}` and `{name|formatter}` by the value; unknown values by the words of `{name|default:words}`, or ''.
 * Unknown names and other braces are unchanged. Values are written as stored unless `write` is given.
 */
export function fillIn(
  text: string,
  values: Values,
  known: ReadonlySet<string> = new Set(),
  write: WriteValue = asStored,
): string {
  return text.replaceAll(PLACEHOLDER, (all, name: string, formatter: string | undefined) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value !== undefined && value !== '') return write(value, name, formatter)
    return defaultIn(formatter ?? '') ?? (value === '' || known.has(name) ? '' : all)
  })
}
