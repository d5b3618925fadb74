// An HTTP request of another product as a tool of ours: fixed fields whose values are filled with variables.
import { type Tool, TOOL_METHODS, type ToolField } from '@parlance/contract/tools/schemas'
import { msg } from '@parlance/i18n/messages'
import { type NameRegistry } from './flow.ts'
import type { Notes } from './report.ts'
import { isRecord, type Json, type JsonObject, record } from './json-document.ts'

export interface Request {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly method: string
  readonly url: string
  readonly headers: readonly Pair[]
  readonly query: readonly Pair[]
  readonly body: JsonObject
  /** Fields that the model fills in. */
  readonly asked?: readonly ToolField[]
  readonly mapping?: Tool['responseMapping']
  readonly timeoutMs?: number
  readonly where: string
}
export type Pair = readonly [key: string, value: string]

const MAX_FIELDS = 100
const MAX_BODY = 100_000
const MAX_URL = 20_000
const METHODS: ReadonlySet<string> = new Set(TOOL_METHODS)
const isMethod = (method: string): method is Tool['method'] => METHODS.has(method)
const PLACEHOLDER = /\{([A-Za-z_][A-Za-z0-9_]{0,99})\}/g

export function httpTool(request: Request, names: NameRegistry, notes: Notes): Tool | undefined {
  const { where } = request
  const method = request.method.toUpperCase()
  if (!isMethod(method)) {
    notes.lost(where, msg('import_method_unsupported', { method: method.slice(0, 20) || '(none)' }))
    return undefined
  }
  if (request.url.length > MAX_URL) {
    notes.lost(where, msg('import_request_address_too_long', { max: MAX_URL }))
    return undefined
  }
  const [address = '', search = ''] = splitOnce(request.url.trim(), '?')
  if (!/^https?:\/\/[^\s/{}]+(\/\S*)?$/.test(address) || address.length > 2000) {
    notes.lost(where, msg('import_request_address_missing'))
    return undefined
  }
  const asked = request.asked ?? []
  const placeholders = [...address.matchAll(PLACEHOLDER)].filter(([, name]) => !asked.some(({ key }) => key === name))
  const path = placeholders.map(([, name = '']): Pair => [name, `{${name}}`])
  const fields = [
    ...asked,
    ...path.map((pair) => field('path', pair)),
    ...[...queryOf(search), ...request.query].map((pair) => field('query', pair)),
    ...request.headers.filter((pair) => keepsHeader(pair, where, notes)).map((pair) => field('header', pair)),
    ...Object.entries(request.body).map(([key, value]) => bodyField(key, value)),
  ]
  return {
    id: request.id,
    name: names.of(request.id, request.name),
    description: request.description.slice(0, 2000),
    method,
    serverUrl: address,
    fields: within(fields, where, notes),
    channels: [],
    isGlobal: false,
    disabled: false,
    timeoutMs: Math.min(60_000, Math.max(1000, Math.round(request.timeoutMs ?? 10_000))),
    responseMapping: (request.mapping ?? []).slice(0, 50),
  }
}

const splitOnce = (text: string, mark: string): string[] => {
  const at = text.indexOf(mark)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

const queryOf = (search: string): Pair[] => [...new URLSearchParams(search.split('#')[0])]

const field = (into: ToolField['in'], [key, value]: Pair, type: ToolField['type'] = 'string'): ToolField => ({
  key: key.trim(),
  type,
  in: into,
  required: into === 'path',
  description: '',
  isEnv: false,
  value,
  options: [],
})

function bodyField(key: string, value: Json): ToolField {
  const type = Array.isArray(value) ? 'array' : isRecord(value) ? 'object' : primitive(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return field('body', [key, text], type)
}
const primitive = (value: Json): ToolField['type'] =>
  typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'string'

function keepsHeader([key, value]: Pair, where: string, notes: Notes): boolean {
  const name = key.trim().toLowerCase()
  if (name === 'content-type' && !/json/i.test(value))
    notes.lost(where, msg('import_body_as_json', { type: value.slice(0, 100) }))
  if (/authorization|api-?key|token|secret/.test(name) && value !== '')
    notes.info(where, msg('import_header_fixed', { key }))
  return name !== 'content-type' && name !== 'accept'
}

/** Named fields within the limits, without duplicates. */
function within(fields: readonly ToolField[], where: string, notes: Notes): ToolField[] {
  const seen = new Set<string>()
  const kept = fields.filter(({ key, in: into }) => {
    const name = `${into}|${key}`
    if (key === '' || seen.has(name)) return false
    seen.add(name)
    return true
  })
  for (const { key, value } of kept)
    if (key.length > 200 || value.length > 5000) notes.lost(where, msg('import_field_too_long', { key }))
  const short = kept.filter(({ key, value }) => key.length <= 200 && value.length <= 5000)
  if (short.length > MAX_FIELDS) notes.lost(where, msg('import_fields_dropped', { max: MAX_FIELDS }))
  return short.slice(0, MAX_FIELDS)
}

/** A JSON body from its text, even with unquoted placeholders; undefined unless it is a JSON object. */
export function jsonBody(text: string): JsonObject | undefined {
  if (text.trim() === '') return {}
  if (text.length > MAX_BODY) return undefined
  for (const candidate of [text, text.replace(/([:[,]\s*)(\{\{[^{}"]+\}\})/g, '$1"$2"')]) {
    try {
      const parsed = JSON.parse(candidate) as Json
      if (isRecord(parsed)) return record(parsed)
    } catch {}
  }
  return undefined
}
