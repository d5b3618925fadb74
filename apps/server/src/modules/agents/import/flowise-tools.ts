// Tools of Flowise: requests become HTTP tools whose fields the model fills in; everything else is reported.
import type { Tool, ToolField } from '@parlance/contract/tools/schemas'
import { msg } from '@parlance/i18n/messages'
import { fields, plain, type FlowiseImport, rows } from './flowise-text.ts'
import { httpTool, type Pair } from './http-tool.ts'
import { get, isRecord, type Json, type JsonObject, record, string } from './json-document.ts'

const REQUESTS: Readonly<Record<string, { method: Tool['method']; prefix: string; body: boolean }>> = {
  requestsGet: { method: 'GET', prefix: 'requestsGet', body: false },
  requestsPost: { method: 'POST', prefix: 'requestsPost', body: true },
  requestsPut: { method: 'PUT', prefix: 'requestsPut', body: true },
  requestsDelete: { method: 'DELETE', prefix: 'requestsDelete', body: false },
}

/** A tool by its name in Flowise and its settings, or undefined with a note. */
export function flowiseTool(name: string, config: JsonObject, where: string, flowise: FlowiseImport): Tool | undefined {
  const kind = Object.hasOwn(REQUESTS, name) ? REQUESTS[name] : undefined
  if (!kind) {
    flowise.notes.lost(where, msg('import_tool_unknown', { name: name || '(none)' }))
    return undefined
  }
  const { method, prefix, body } = kind
  /** Newer files say requestsGetUrl, older ones url. */
  const setting = (key: string): Json | undefined => {
    const newer = get(config, `${prefix}${key}`)
    return newer === undefined || newer === '' ? get(config, key.toLowerCase()) : newer
  }
  const asked = askedFields(fields(setting(body ? 'BodySchema' : 'QueryParamsSchema')), body)
  const fixed = fields(get(config, body ? `${prefix.replace('requests', 'request')}Body` : 'none'))
  return httpTool(
    {
      id: flowise.id(name),
      name: string(setting('Name')) || name,
      description: plain(string(setting('Description'))),
      method,
      url: address(plain(string(setting('Url'))), asked),
      headers: headersOf(setting('Headers')),
      query: [],
      body: fixed,
      asked,
      where,
    },
    flowise.toolNames,
    flowise.notes,
  )
}

export function headersOf(value: Json | undefined): Pair[] {
  const listed = rows(value).map((row): Pair => [string(get(row, 'key')), string(get(row, 'value'))])
  if (listed.length > 0) return listed
  return Object.entries(fields(value)).map(([key, item]): Pair => [key, string(item)])
}

const TYPES: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array'])
const isType = (type: string): type is ToolField['type'] => TYPES.has(type)

/** More fields than a tool can have, so that the excess is noticed later. */
const MAX_ASKED = 200

function askedFields(schema: JsonObject, body: boolean): ToolField[] {
  const asked = Object.entries(schema).slice(0, MAX_ASKED)
  return asked.flatMap(([key, value]): ToolField[] => {
    if (!isRecord(value) || key.trim() === '') return []
    const type = string(get(value, 'type'))
    return [
      {
        key: key.trim(),
        type: isType(type) ? type : 'string',
        in: string(get(value, 'in')) === 'path' ? 'path' : body ? 'body' : 'query',
        required: get(value, 'required') === true,
        description: string(get(value, 'description')).slice(0, 1000),
        isEnv: false,
        value: '',
        options: [],
      },
    ]
  })
}

/** `/:id` as `/{id}`; a field of the path that is not in the address is appended to it. */
function address(url: string, asked: readonly ToolField[]): string {
  let found = url
  for (const { key } of asked.filter((field) => field.in === 'path')) {
    if (found.includes(`/:${key}`)) found = found.replace(`/:${key}`, `/{${key}}`)
    else if (!found.includes(`{${key}}`)) found = `${found.replace(/\/$/, '')}/{${key}}`
  }
  return found
}

export function httpNodeTool(
  inputs: JsonObject,
  name: string,
  where: string,
  flowise: FlowiseImport,
  fillIn: (text: string) => string,
) {
  const bodyType = string(get(inputs, 'bodyType'))
  const body = get(inputs, 'body')
  const listed = Object.fromEntries(rows(body).map((row) => [string(get(row, 'key')), string(get(row, 'value'))]))
  const json = bodyType === 'json' ? fields(typeof body === 'string' ? plain(body) : body) : record(listed)
  if (bodyType === 'raw' && body) flowise.notes.lost(where, msg('import_raw_body'))
  if (bodyType === 'formData' || bodyType === 'xWwwFormUrlencoded')
    flowise.notes.lost(where, msg('import_form_as_json'))
  if (get(inputs, 'credential')) flowise.notes.lost(where, msg('import_credential_missing'))
  const filled = (pairs: readonly Pair[]) => pairs.map(([key, value]): Pair => [key, fillIn(value)])
  return httpTool(
    {
      id: flowise.id('request'),
      name,
      description: `Request of the step “${name}”.`,
      method: string(get(inputs, 'method')) || 'GET',
      url: fillIn(string(get(inputs, 'url'))),
      headers: filled(headersOf(get(inputs, 'headers'))),
      query: filled(headersOf(get(inputs, 'queryParams'))),
      body: Object.fromEntries(
        Object.entries(json).map(([key, value]) => [key, typeof value === 'string' ? fillIn(value) : value]),
      ),
      where,
    },
    flowise.toolNames,
    flowise.notes,
  )
}
