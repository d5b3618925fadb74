// Reads field values leniently: models and people write numbers as text, lists as JSON, and worse.
import { type MessageCode, type MessageDescriptor, msg } from '@parlance/i18n/messages'
import { PLACEHOLDER } from '../agents/placeholders.ts'
import type { ToolField } from './schemas.ts'

export type Read = { readonly value: unknown } | { readonly problem: MessageDescriptor }

/** Of one value, written as JSON or text. */
const MAX_VALUE = 100_000

export const isMissing = (value: unknown): boolean => value === undefined || value === null || value === ''

export function readValue(field: ToolField, value: unknown): Read {
  const read = byType(field.type, value)
  if (read === undefined) return { problem: msg(NEEDS[field.type], { field: field.key }) }
  if (sizeOf(read) > MAX_VALUE) return { problem: msg('field_too_long', { field: field.key }) }
  return field.options.length === 0 ? { value: read } : among(field, read)
}

const NEEDS: Record<ToolField['type'], MessageCode> = {
  string: 'field_not_text',
  number: 'field_not_number',
  integer: 'field_not_integer',
  boolean: 'field_not_boolean',
  object: 'field_not_object',
  array: 'field_not_list',
}

function byType(type: ToolField['type'], value: unknown): unknown {
  switch (type) {
    case 'string':
      return asText(value)
    case 'number':
      return asNumber(value)
    case 'integer': {
      const number = asNumber(value)
      return number !== undefined && Number.isSafeInteger(number) ? number : undefined
    }
    case 'boolean':
      return asBoolean(value)
    case 'object': {
      const parsed = parsedOf(value)
      return isRecord(parsed) ? parsed : undefined
    }
    case 'array': {
      const parsed = parsedOf(value)
      return Array.isArray(parsed) ? parsed : undefined
    }
  }
}

/** Well-formed, so that it can be encoded anywhere. */
function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return undefined
}

function asNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || !/^\s*[+-]?(\d{1,40}(\.\d{0,40})?|\.\d{1,40})(e[+-]?\d{1,3})?\s*$/i.test(value))
    return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

function asBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  const word = typeof value === 'string' ? value.trim().toLowerCase() : undefined
  return word === 'true' ? true : word === 'false' ? false : undefined
}

function parsedOf(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return undefined
  }
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Infinite for values that JSON can't represent. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  try {
    return (JSON.stringify(value) ?? '').length
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

function among(field: ToolField, value: unknown): Read {
  const chosen = Array.isArray(value) ? value : [value]
  const canonical = chosen.map((one) => optionOf(field.options, one))
  if (canonical.includes(undefined))
    return { problem: msg('field_not_option', { field: field.key, options: field.options.slice(0, 20).join(', ') }) }
  if (Array.isArray(value)) return { value: canonical }
  return { value: typeof value === 'string' ? canonical[0] : value }
}

function optionOf(options: readonly string[], value: unknown): string | undefined {
  const text = asText(value)
  if (text === undefined) return undefined
  return options.find((option) => option === text) ?? options.find((o) => o.toLowerCase() === text.toLowerCase())
}

export const namesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACEHOLDER)].map(([, name]) => name ?? '')),
]

export type FindText = (name: string, formatter: string | undefined) => string | undefined

/** Unknown names stay, and filled-in text is not expanded again. */
export const fillText = (text: string, find: FindText): string =>
  text.replaceAll(PLACEHOLDER, (all, name: string, formatter: string | undefined) => find(name, formatter) ?? all)

/** Fills texts only, so that the structure can't change. */
export function fillDeep(value: unknown, fill: (text: string) => string): unknown {
  if (typeof value === 'string') return fill(value)
  if (Array.isArray(value)) return value.map((item) => fillDeep(item, fill))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillDeep(item, fill)]))
}
