/** Checks tools, formats and their JSON Schemas like OpenAI's strict mode. Throws a 400 with its message. */
import { type ApiError, badRequest } from './errors.ts'
import { invalidValue, isObject, type JsonObject, missingField } from './check-fields.ts'

const LIMIT = { depth: 10, properties: 5_000 }

/** Checks the schema of `response_format`. */
export function checkFormat({ response_format: format }: JsonObject): void {
  if (!isObject(format) || format['type'] !== 'json_schema') return
  const { json_schema: wanted } = format
  if (!isObject(wanted)) throw missingField('response_format.json_schema')
  const { name, schema, strict } = wanted
  if (strict !== true) return
  if (!isObject(schema)) throw missingField('response_format.json_schema.schema')
  checkStrict(schema, (problem) =>
    badRequest(`Invalid schema for response_format '${String(name)}': ${problem}`, 'response_format'),
  )
}

const MODES = ['none', 'auto', 'required']

/** Checks the schemas of `tools`, and that `tool_choice` names one of them. */
export function checkTools({ tools, tool_choice: choice, parallel_tool_calls: parallel }: JsonObject): void {
  const at = choice == null ? 'parallel_tool_calls' : 'tool_choice'
  if (!Array.isArray(tools) && (choice ?? parallel) != null)
    throw badRequest(`Invalid value for '${at}': '${at}' is only allowed when 'tools' are specified.`, at)
  const functions = (Array.isArray(tools) ? tools : []).map((tool: { function: JsonObject }) => tool.function)
  for (const [index, { name, parameters, strict }] of functions.entries()) {
    const wrong = (problem: string) =>
      badRequest(
        `Invalid schema for function '${String(name)}': ${problem}`,
        `tools[${index}].function.parameters`,
        'invalid_function_parameters',
      )
    if (strict === true) checkStrict(parameters ?? {}, wrong)
    else if (parameters != null) checkObject(parameters, wrong)
  }
  if (isObject(choice)) {
    const wanted = isObject(choice['function']) ? choice['function']['name'] : undefined
    if (!functions.some(({ name }) => name === wanted))
      throw badRequest(`Tool choice '${String(wanted)}' not found in 'tools' parameter.`, 'tool_choice')
  } else if (choice != null && !MODES.includes(String(choice))) throw invalidValue('tool_choice', choice, MODES)
}

type Wrong = (problem: string) => ApiError

function checkObject(schema: unknown, wrong: Wrong): asserts schema is JsonObject {
  const type = isObject(schema) ? schema['type'] : undefined
  if (type !== 'object')
    throw wrong(`schema must be a JSON Schema of 'type: "object"', got 'type: "${String(type ?? 'None')}"'.`)
}

/** Strict mode needs all properties required, no additional ones, and an object at the top. */
function checkStrict(schema: unknown, wrong: Wrong): void {
  checkObject(schema, wrong)
  if (schema['anyOf'] !== undefined) throw wrong("schema must not have 'anyOf' at the top.")
  let properties = 0
  const walk = (part: unknown, path: readonly string[], depth: number): void => {
    if (!isObject(part)) return
    if (depth > LIMIT.depth * 2) throw wrong('schema exceeds the maximum nesting depth.')
    const at = `In context=(${path.map((step) => `'${step}'`).join(', ')}), `
    if (part['type'] === 'object' || isObject(part['properties'])) {
      const inner = isObject(part['properties']) ? part['properties'] : {}
      const known = Object.keys(inner)
      properties += known.length
      if (properties > LIMIT.properties) throw wrong('schema has too many properties.')
      if (part['additionalProperties'] !== false)
        throw wrong(`${at}'additionalProperties' is required to be supplied and to be false.`)
      const required: unknown[] = Array.isArray(part['required']) ? part['required'] : []
      const left = known.find((name) => !required.includes(name))
      if (left !== undefined || required.length !== known.length)
        throw wrong(
          `${at}'required' is required to be supplied and to be an array including every key in properties.${left === undefined ? ' Extra required key supplied.' : ` Missing '${left}'.`}`,
        )
      for (const name of known) walk(inner[name], [...path, 'properties', name], depth + 1)
    }
    if (part['type'] === 'array' && !isObject(part['items'])) throw wrong(`${at}array schema missing items.`)
    walk(part['items'], [...path, 'items'], depth + 1)
    const choices: unknown[] = Array.isArray(part['anyOf']) ? part['anyOf'] : []
    for (const [index, choice] of choices.entries()) walk(choice, [...path, 'anyOf', String(index)], depth + 1)
    if (part['oneOf'] !== undefined || part['allOf'] !== undefined)
      throw wrong(`${at}'oneOf' and 'allOf' are not permitted.`)
  }
  walk(schema, [], 0)
}
