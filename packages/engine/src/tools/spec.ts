// A tool as a model sees it: a name, when to call it, and a JSON Schema of the arguments that it may choose.
import { createNames } from './naming.ts'
import type { Tool, ToolField, ToolSpec } from '@parlance/contract/tools/schemas'

/** Models take no other names of arguments than these. */
const ARGUMENT = /[^A-Za-z0-9_.-]+/g

export interface ToolArgument {
  /** As the model names it: the key of the field where that is a name models take. */
  readonly name: string
  readonly field: ToolField
}

/** The fields whose values the model chooses, under names that models take; fixed and secret ones are not among them. */
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

/** A path is not an address without its parts, so they are required whatever the field says. */
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
