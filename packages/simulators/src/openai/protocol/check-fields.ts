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
  required?: true
  min?: number
  max?: number
  /** Of an array, or of a value that is always a string. */
  length?: readonly [min: number, max: number]
  pattern?: RegExp
  oneOf?: readonly string[]
  /** Of an array. */
  items?: FieldRule
  /** Of an object. */
  fields?: FieldRules
}
export type FieldRules = Readonly<Record<string, FieldRule>>

/** The name of a function or of a format. */
export const NAME: FieldRule = { type: 'string', required: true, pattern: /^[a-zA-Z0-9_-]{1,64}$/ }

/** Returns the body if every field is known and valid; throws 400 otherwise. `null` counts as absent. */
export function checkFields(body: JsonObject, rules: FieldRules, parent = ''): JsonObject {
  const unknown = Object.keys(body).find((name) => !Object.hasOwn(rules, name))
  if (unknown !== undefined) throw unknownField(`${parent}${unknown.slice(0, 100)}`)
  for (const [name, rule] of Object.entries(rules)) {
    if (body[name] != null) checkValue(`${parent}${name}`, body[name], rule)
    else if (rule.required) throw missingField(`${parent}${name}`)
  }
  return body
}

function checkValue(at: string, value: unknown, rule: FieldRule): void {
  const [expected, fits] = TYPES[rule.type]
  if (!fits(value)) throw invalidType(at, expected, value)
  if (typeof value === 'number') checkRange(at, value, rule)
  if (Array.isArray(value)) checkLength(at, 'array', value.length, rule)
  if (typeof value === 'string' && rule.type === 'string') checkLength(at, 'string', value.length, rule)
  if (rule.pattern && !rule.pattern.test(String(value)))
    throw badRequest(
      `Invalid '${at}': string does not match pattern. Expected a string that matches the pattern '${rule.pattern.source}'.`,
      at,
      'invalid_value',
    )
  if (rule.oneOf && !rule.oneOf.includes(String(value))) throw invalidValue(at, value, rule.oneOf)
  if (rule.items && Array.isArray(value))
    for (const [index, item] of value.entries()) checkValue(`${at}[${index}]`, item, rule.items)
  if (rule.fields && isObject(value)) checkFields(value, rule.fields, `${at}.`)
}

function checkRange(at: string, value: number, { type, min = -Infinity, max = Infinity }: FieldRule): void {
  if (value >= min && value <= max) return
  const kind = type === 'integer' ? 'integer' : 'decimal'
  const [side, bound] = value < min ? ['below_min', `>= ${min}`] : ['above_max', `<= ${max}`]
  throw badRequest(
    `Invalid '${at}': ${kind} ${side.replace('_', ' ')}imum value. Expected a value ${bound}, but got ${value} instead.`,
    at,
    `${kind}_${side}_value`,
  )
}

function checkLength(at: string, kind: 'array' | 'string', size: number, { length = [0, Infinity] }: FieldRule): void {
  const [min, max] = length
  const named = TYPES[kind][0]
  if (size < min)
    throw badRequest(
      `Invalid '${at}': empty ${kind}. Expected ${named} with minimum length ${min}, but got an empty ${kind} instead.`,
      at,
      `empty_${kind}`,
    )
  if (size > max)
    throw badRequest(
      `Invalid '${at}': ${kind} too long. Expected ${named} with maximum length ${max}, but got ${named} with length ${size} instead.`,
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

export const unknownField = (at: string): ApiError => badRequest(`Unknown parameter: '${at}'.`, at, 'unknown_parameter')

export const missingField = (at: string): ApiError =>
  badRequest(`Missing required parameter: '${at}'.`, at, 'missing_required_parameter')
