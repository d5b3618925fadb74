// A tool for the model: name, description, and a JSON Schema of its arguments.
import { createNames } from './naming.ts'
import type { Tool, ToolField, ToolSpec } from '@parlance/contract/tools/schemas'

/** Characters that model APIs reject in argument names. */
const ARGUMENT = /[^A-Za-z0-9_.-]+/g

export interface ToolArgument {
  /** The argument's name for the model: the field's key if valid. */
  readonly name: string
  readonly field: ToolField
}

/** Fields the model fills in, under valid names; without constants and secrets. */
export function toolArguments(tool: Pick<Tool, 'fields'>): readonly ToolArgument[] {
  const unique = createNames()
  return tool.fields
    .filter((field) => !field.isEnv && field.value === '')
    .map((field) => ({ name: unique(field.key.replaceAll(ARGUMENT, '_').slice(0, 64) || '_'), field }))
}

export function toolSpec(tool: Tool): ToolSpec {
  const given = toolArguments(tool)
  return {
    name: tool.name,
    description: tool.description,
    parameters: {
      type: 'object',
      properties: Object.fromEntries(given.map(({ name, field }) => [name, schemaOf(field)])),
      required: given.filter(({ field }) => mustHave(field)).map(({ name }) => name),
      additionalProperties: false,
    },
  }
}

/** Path fields are always required. */
export const mustHave = (field: ToolField): boolean => field.required || field.in === 'path'

function schemaOf({ type, description, options }: ToolField): Record<string, unknown> {
  const choice = options.length > 0 ? { enum: type === 'array' ? options : choices(type, options) } : {}
  const told = description === '' ? {} : { description }
  if (type === 'array') return { type, items: options.length > 0 ? { type: 'string', ...choice } : {}, ...told }
  return { type, ...told, ...choice }
}

function choices(type: ToolField['type'], options: readonly string[]): readonly unknown[] {
  if (type !== 'number' && type !== 'integer') return options
  const numbers = options.map(Number)
  return numbers.every(Number.isFinite) ? numbers : options
}
