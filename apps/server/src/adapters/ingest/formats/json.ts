import { MAX_SOURCE_CHARS } from '@parlance/contract/knowledge/schemas'
import type { Draft } from '../protocol.ts'
import { broken, empty, tooLarge, tooLong, withinLength } from '../parse-errors.ts'
import { tableMarkdown } from '../table.ts'
import { msg } from '@parlance/i18n/messages'

const MAX_LEVELS = 100
const MAX_COLUMNS = 40
const MAX_CELL = 300

type Plain = null | boolean | number | string
type Json = Plain | readonly Json[] | { readonly [key: string]: Json }

export function readJson(text: string): Draft {
  withinLength(text, 'file')
  const writer = new JsonWriter()
  writer.root(parsed(text))
  return { title: '', markdown: writer.lines.join('\n'), pages: null, warnings: [] }
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch (cause) {
    const lines = text.split('\n').filter((line) => line.trim())
    if (lines.length === 0) throw empty('file')
    try {
      if (lines.length > 1) return lines.map((line) => JSON.parse(line) as Json)
    } catch {
      // Not JSON lines either: the first error is more helpful.
    }
    throw broken('JSON file', cause)
  }
}

class JsonWriter {
  readonly lines: string[] = []
  #length = 0
  #level = 0

  root(value: Json): void {
    if (isPlain(value)) return this.#value(value, 0, '')
    const table = tableOf(value)
    if (table) return this.#push(table)
    for (const [name, child] of entriesOf(value)) {
      const inner = name ? tableOf(child) : undefined
      if (inner) this.#push(`\n## ${name}\n\n${inner}\n`)
      else this.#value(child, 0, name)
    }
  }

  /** `depth` counts indentation, the level counts real nesting: arrays in arrays indent by less. */
  #value(value: Json, depth: number, name: string): void {
    if (isPlain(value)) return this.#line(depth, name, flat(value))
    const text = plainList(value)
    if (text !== undefined) return this.#line(depth, name, text)
    this.#level += 1
    if (this.#level > MAX_LEVELS) throw tooLarge(msg('json_nested_too_deeply'))
    if (name) this.#line(depth, name, ' ')
    const at = this.lines.length
    // An object in an array has no name: its first field starts the item, the others follow below.
    for (const [key, child] of entriesOf(value))
      this.#value(child, depth + (name || this.lines.length > at ? 1 : 0), key)
    this.#level -= 1
  }

  #line(depth: number, name: string, text: string): void {
    if (!text) return
    this.#push(`${'  '.repeat(depth)}- ${name ? `**${flat(name)}**: ${text}`.trimEnd() : text}`)
  }

  #push(line: string): void {
    this.#length += line.length + 1
    if (this.#length > MAX_SOURCE_CHARS) throw tooLong('file')
    this.lines.push(line)
  }
}

const isPlain = (value: Json | undefined): value is Plain => value === null || typeof value !== 'object'
const isList = (value: Json): value is readonly Json[] => Array.isArray(value)
const flat = (value: Plain | undefined): string =>
  String(value ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ')

const entriesOf = (value: Exclude<Json, Plain>): readonly (readonly [string, Json])[] =>
  isList(value) ? value.map((item) => ['', item] as const) : Object.entries(value)

function plainList(value: Json): string | undefined {
  if (!isList(value) || value.length > 100 || !value.every((item) => isPlain(item))) return undefined
  const text = value
    .map((item) => flat(item))
    .filter(Boolean)
    .join(', ')
  return text.length <= MAX_CELL ? text : undefined
}

function tableOf(value: Json): string | undefined {
  if (!isList(value) || value.length < 2) return undefined
  const names = new Set<string>()
  const rows: Map<string, string>[] = []
  for (const row of value) {
    if (isPlain(row) || isList(row)) return undefined
    const cells = new Map<string, string>()
    for (const [name, cell] of Object.entries(row)) {
      const text = isPlain(cell) ? flat(cell) : plainList(cell)
      if (text === undefined || text.length > MAX_CELL) return undefined
      names.add(name)
      cells.set(name, text)
    }
    if (names.size > MAX_COLUMNS) return undefined
    rows.push(cells)
  }
  return tableMarkdown([[...names], ...rows.map((cells) => [...names].map((name) => cells.get(name) ?? ''))])
}
