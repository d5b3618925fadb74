// Untrusted JSON within limits, and accessors that tolerate any shape.
import { msg } from '@parlance/i18n/messages'
import { exceedsJsonValues } from '../../../lib/json-size.ts'
import { importError } from './report.ts'

export const MAX_FILE_BYTES = 5_000_000
/** Maximum nesting; real exports have about fifteen levels. */
const MAX_DEPTH = 64
/** Entries; brackets and commas in texts count as well, because JSON and placeholders in them are read too. */
const MAX_VALUES = 200_000
/** Of one object; building one with more takes long. */
const MAX_KEYS = 10_000

export type Json = string | number | boolean | null | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

interface Walk {
  /** Ancestors of the current value, to detect cycles. */
  readonly around: Set<object>
  room: number
  values: number
}

/**
 * A copy that is plain JSON; texts are parsed. INVALID_INPUT if too large, too deep, cyclic, unsafe, or not storable.
 */
export function plainJson(file: unknown): Json {
  const walk: Walk = { around: new Set(), room: MAX_FILE_BYTES, values: 0 }
  const value = typeof file === 'string' ? parse(file) : file
  if (value === undefined) throw importError(msg('import_no_file'))
  return copy(value, walk)
}

function parse(text: string): unknown {
  if (text.length > MAX_FILE_BYTES) throw tooLarge()
  if (exceedsJsonValues(text, MAX_VALUES)) throw tooMany()
  try {
    return JSON.parse(text)
  } catch {
    throw importError(msg('import_not_valid_json'))
  }
}

const tooLarge = () => importError(msg('import_too_large'))
const tooMany = () => importError(msg('import_too_complex'))

function spend(walk: Walk, values: number): void {
  walk.values += values
  if (walk.values > MAX_VALUES) throw tooMany()
}

function copy(value: unknown, walk: Walk): Json {
  spend(walk, 1)
  switch (typeof value) {
    case 'string':
      return text(value, walk)
    case 'boolean':
      return value
    case 'number':
      if (!Number.isFinite(value)) throw importError(msg('import_number_invalid'))
      return value
    case 'object':
      return value === null ? null : inside(value, walk)
    default:
      throw importError(msg('import_not_json'))
  }
}

function text(value: string, walk: Walk): string {
  walk.room -= value.length
  if (walk.room < 0) throw tooLarge()
  spend(walk, marks(value))
  if (value.includes('\0') || !value.isWellFormed()) throw importError(msg('import_text_not_unicode'))
  return value
}

/** Counts brackets and commas, because texts may be parsed again. */
function marks(text: string): number {
  let found = 0
  for (const mark of ['{', '[', ','])
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) found += 1
  return found
}

function inside(value: object, walk: Walk): Json {
  if (walk.around.has(value)) throw importError(msg('import_circular'))
  if (walk.around.size >= MAX_DEPTH) throw importError(msg('import_too_deep'))
  walk.around.add(value)
  const done = Array.isArray(value) ? value.map((item: unknown) => copy(item, walk)) : object(value, walk)
  walk.around.delete(value)
  return done
}

const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

function object(value: object, walk: Walk): JsonObject {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== null && prototype !== Object.prototype) throw importError(msg('import_not_json'))
  const given = Object.entries(value)
  if (given.length > MAX_KEYS) throw importError(msg('import_object_too_large'))
  const entries: [string, Json][] = []
  for (const [key, item] of given) {
    if (FORBIDDEN.has(key)) throw importError(msg('import_key_not_allowed', { key }))
    if (item !== undefined) entries.push([text(key, walk), copy(item, walk)])
  }
  return Object.fromEntries(entries)
}

/** The object, or an empty one in place of anything else. */
export const record = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
export const isRecord = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** The list, or an empty one in place of anything else. */
export const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])
export const records = (value: Json | undefined): readonly JsonObject[] => list(value).filter(isRecord)
/** The text; a number or a boolean as text; '' in place of anything else. */
export const string = (value: Json | undefined): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
/** The number, also one that is written as text. */
export function number(value: Json | undefined): number | undefined {
  const found = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined
}
/** The own value of a key; files may have keys such as `toString`. */
export const get = (from: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(from, key) ? from[key] : undefined
