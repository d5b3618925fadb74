/** Checks JSON Schemas like OpenAI's strict mode. Throws a 400 with its message. */
import { type ApiError, badRequest } from './errors.ts'
import { checkFields, type FieldRule, invalidValue, isObject, missingField } from './check-fields.ts'

const NAME = /^[a-zA-Z0-9_-]{1,64}$/
const LIMIT = { depth: 10, properties: 5_000 }

/** The name of a function or of a format. */
export function checkName(name: unknown, at: string): string {
  if (typeof name !== 'string') throw missingField(at)
  if (!NAME.test(name))
    throw badRequest(
      `Invalid '${at}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
      at,
      'invalid_value',
    )
  return name
}

const FORMATS = ['text', 'json_object', 'json_schema']
const FORMAT: Record<string, FieldRule> = {
  name: { type: 'any' },
  description: { type: 'string' },
  schema: { type: 'any' },
  strict: { type: 'boolean' },
}

/** `response_format` of a chat request. */
export function checkFormat(format: unknown): void {
  if (!isObject(format)) return
  const { type, json_schema: wanted } = format
  const at = 'response_format.json_schema'
  if (!FORMATS.includes(String(type))) throw invalidValue('response_format.type', type, FORMATS)
  if (type !== 'json_schema') return
  if (!isObject(wanted)) throw missingField(at)
  const { name: given, schema, strict } = checkFields(wanted, FORMAT, `${at}.`)
  const name = checkName(given, `${at}.name`)
  if (schema === undefined && strict !== true) return
  if (schema === undefined) throw missingField(`${at}.schema`)
  const wrong = (problem: string) =>
    badRequest(`Invalid schema for response_format '${name}': ${problem}`, 'response_format')
  if (!isObject(schema)) throw wrong('schema must be a JSON Schema object.')
  if (strict === true) checkStrict(schema, wrong)
}

/** Strict mode needs all properties required, no additional ones, and an object at the top. */
export function checkStrict(schema: Record<string, unknown>, wrong: (problem: string) => ApiError): void {
  if (schema['type'] !== 'object' || schema['anyOf'] !== undefined)
    throw wrong(`schema must be a JSON Schema of 'type: "object"', got 'type: "${String(schema['type'] ?? 'None')}"'.`)
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
