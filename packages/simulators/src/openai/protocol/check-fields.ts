/** The rules for JSON fields, and OpenAI's error for each. */
import { type ApiError, badRequest } from './errors.ts'

/** A JSON object whose fields are not checked yet. */
export type JsonObject = Record<string, unknown>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isString = (value: unknown) => typeof value === 'string'

const TYPES = {
  string: ['a string', isString],
  boolean: ['a boolean', (value: unknown) => typeof value === 'boolean'],
  integer: ['an integer', Number.isInteger],
  number: ['a decimal', Number.isFinite],
  object: ['an object', isObject],
  array: ['an array', Array.isArray],
  stringOrArray: ['a string or an array', (value: unknown) => isString(value) || Array.isArray(value)],
  any: ['anything', () => true],
} satisfies Record<string, readonly [name: string, fits: (value: unknown) => boolean]>

export type FieldRule = {
  type: keyof typeof TYPES
  min?: number
  max?: number
  /** Of an array, or of a value that is always a string. */
  length?: readonly [min: number, max: number]
  oneOf?: readonly string[]
  /** Of an object. */
  fields?: Record<string, FieldRule>
}

/** Returns the body if every field is known and valid; throws 400 otherwise. `null` counts as absent. */
export function checkFields(body: JsonObject, rules: Record<string, FieldRule>, parent = ''): JsonObject {
  const unknown = Object.keys(body).find((name) => !Object.hasOwn(rules, name))
  if (unknown !== undefined) throw unknownField(`${parent}${unknown.slice(0, 100)}`)
  for (const [name, rule] of Object.entries(rules))
    if (body[name] != null) checkValue(`${parent}${name}`, body[name], rule)
  return body
}

function checkValue(at: string, value: unknown, rule: FieldRule): void {
  const [expected, fits] = TYPES[rule.type]
  if (!fits(value)) throw invalidType(at, expected, value)
  if (typeof value === 'number') checkRange(at, value, rule)
  if (Array.isArray(value)) checkLength(at, 'array', value.length, rule)
  if (typeof value === 'string' && rule.type === 'string') checkLength(at, 'string', value.length, rule)
  if (rule.oneOf && !rule.oneOf.includes(String(value))) throw invalidValue(at, value, rule.oneOf)
  if (rule.fields && isObject(value)) checkFields(value, rule.fields, `${at}.`)
}

function checkRange(at: string, value: number, { type, min = -Infinity, max = Infinity }: FieldRule): void {
  if (value >= min && value <= max) return
  const kind = type === 'integer' ? 'integer' : 'decimal'
  const [side, bound] = value < min ? ['below minimum', `>= ${min}`] : ['above maximum', `<= ${max}`]
  throw badRequest(
    `Invalid '${at}': ${kind} ${side} value. Expected a value ${bound}, but got ${value} instead.`,
    at,
    `${kind}_${side.replace(' ', '_').replace('imum', '')}_value`,
  )
}

function checkLength(at: string, kind: 'array' | 'string', length: number, { length: [min, max] = [0, Infinity] }: FieldRule) {
  const named = TYPES[kind][0]
  if (length < min)
    throw badRequest(
      `Invalid '${at}': empty ${kind}. Expected ${named} with minimum length ${min}, but got an empty ${kind} instead.`,
      at,
      `empty_${kind}`,
    )
  if (length > max)
    throw badRequest(
      `Invalid '${at}': ${kind} too long. Expected ${named} with maximum length ${max}, but got ${named} with length ${length} instead.`,
      at,
      `${kind}_above_max_length`,
    )
}

/** The items of an array that has to have some. */
export function checkArray(at: string, value: unknown): unknown[] {
  checkValue(at, value, { type: 'array', length: [1, Infinity] })
  return value as unknown[]
}

/** A value's type in a sentence: «an array». */
function describeValue(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'number') return TYPES[Number.isInteger(value) ? 'integer' : 'number'][0]
  return Array.isArray(value) ? 'an array' : typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

export const invalidType = (at: string, expected: string, value: unknown): ApiError =>
  badRequest(
    `Invalid type for '${at}': expected ${expected}, but got ${describeValue(value)} instead.`,
    at,
    'invalid_type',
  )

export const invalidValue = (at: string, value: unknown, supported: readonly string[]): ApiError =>
  badRequest(
    `Invalid value: '${String(value).slice(0, 100)}'. Supported values are: ${LIST.format(supported.map((one) => `'${one}'`))}.`,
    at,
    'invalid_value',
  )
const LIST = new Intl.ListFormat('en')

export const unknownField = (at: string): ApiError =>
  badRequest(`Unknown parameter: '${at}'.`, at, 'unknown_parameter')

export const missingField = (at: string): ApiError =>
  badRequest(`Missing required parameter: '${at}'.`, at, 'missing_required_parameter')
