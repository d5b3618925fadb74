/** The rules for JSON fields, and OpenAI's error for each. */
import type { ApiError } from './errors.ts'
import { badRequest } from './errors.ts'

/** A JSON object whose fields are not checked yet. */
export type JsonObject = Record<string, unknown>
export type FieldRule = {
  type: 'string' | 'boolean' | 'integer' | 'number' | 'object' | 'array' | 'stringOrArray' | 'any'
  min?: number
  max?: number
  oneOf?: readonly string[]
}

/** Returns the body if every field is known and of its type; throws 400 otherwise. `null` counts as absent. */
export function checkFields(body: unknown, rules: Record<string, FieldRule>): JsonObject {
  if (!isObject(body))
    throw badRequest('We could not parse the JSON body of your request. (The JSON body must be an object.)')
  for (const [name, value] of Object.entries(body)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
    if (!rule) throw badRequest(`Unknown parameter: '${name.slice(0, 100)}'.`, name.slice(0, 100), 'unknown_parameter')
    if (value !== null) checkValue(name, value, rule)
  }
  return body
}

const ARTICLE: Record<string, string> = {
  string: 'a string',
  boolean: 'a boolean',
  integer: 'an integer',
  number: 'a decimal',
  object: 'an object',
  array: 'an array',
  stringOrArray: 'a string or an array',
}

/** Throws when a value does not have the type or range of its rule. */
function checkValue(name: string, value: unknown, rule: FieldRule): void {
  if (rule.type === 'any') return
  if (!hasType(value, rule.type))
    throw badRequest(
      `Invalid type for '${name}': expected ${ARTICLE[rule.type]}, but got ${describeValue(value)} instead.`,
      name,
      'invalid_type',
    )
  if (typeof value === 'number') {
    const kind = rule.type === 'integer' ? 'integer' : 'decimal'
    if (rule.min !== undefined && value < rule.min)
      throw badRequest(
        `Invalid '${name}': ${kind} below minimum value. Expected a value >= ${rule.min}, but got ${value} instead.`,
        name,
        `${kind}_below_min_value`,
      )
    if (rule.max !== undefined && value > rule.max)
      throw badRequest(
        `Invalid '${name}': ${kind} above maximum value. Expected a value <= ${rule.max}, but got ${value} instead.`,
        name,
        `${kind}_above_max_value`,
      )
  }
  if (rule.oneOf && !rule.oneOf.includes(String(value)))
    throw badRequest(
      `Invalid value: '${String(value).slice(0, 100)}'. Supported values are: ${rule.oneOf.map((option) => `'${option}'`).join(', ')}.`,
      name,
      'invalid_value',
    )
}

function hasType(value: unknown, type: FieldRule['type']): boolean {
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  if (type === 'stringOrArray') return typeof value === 'string' || Array.isArray(value)
  return typeof value === type
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A value's type in a sentence: «an array». */
export function describeValue(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'an integer' : 'a decimal'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** 400 for a missing required parameter. */
export function missingField(name: string): ApiError {
  return badRequest(`Missing required parameter: '${name}'.`, name, 'missing_required_parameter')
}
