// Tools from an OpenAPI document (3.0 and 3.1). The document is untrusted.
import { isRecord } from '@parlance/contract/tools/values'
import {
  createCollector,
  type Collector,
  type DraftField,
  type ImportResult,
  isIncidentalHeader,
  isForbidden,
} from './collector.ts'
import { createNames, toolName } from '@parlance/engine/tools/naming'
import { createDocumentReader, type DocumentReader } from './openapi-reader.ts'
import { bodyFields, exampleField, fieldType, givenExample } from './openapi-schema.ts'
import { securityFields } from './openapi-security.ts'
import { type MessageCode, type MessageDescriptor, msg } from '@parlance/i18n/messages'

const OPERATIONS_MAX = 100
const METHODS = ['get', 'post', 'put', 'patch', 'delete']
const UNUSED_METHODS = ['head', 'options', 'trace', 'query']
/** Headers that OpenAPI describes elsewhere. */
const DESCRIBED = /^(accept|content-type|authorization)$/i

interface Operation {
  readonly path: string
  readonly method: string
  readonly item: Readonly<Record<string, unknown>>
  readonly operation: Readonly<Record<string, unknown>>
}

/** Never throws. Returns no tools and a note if the document is not OpenAPI 3. */
export function importOpenApi(document: unknown): ImportResult {
  const collecting = createCollector()
  const reader = createDocumentReader(document)
  const refusal = refusalOf(document)
  if (!isRecord(document) || refusal !== undefined) {
    collecting.note(refusal ?? msg('openapi_not_openapi'))
    return collecting.done()
  }
  const operations = operationsOf(document, reader, collecting)
  if (operations.length === 0) collecting.note(msg('openapi_no_operation'))
  if (operations.length > OPERATIONS_MAX)
    collecting.note(msg('openapi_operations_limited', { max: OPERATIONS_MAX, count: operations.length }))
  const unique = createNames()
  for (const operation of operations.slice(0, OPERATIONS_MAX))
    addOperation(document, operation, reader, collecting, unique)
  return collecting.done()
}

const skippedNote = (name: string, reason: MessageCode) => msg('openapi_tool_left_out', { name, reason: msg(reason) })

function refusalOf(document: unknown): MessageDescriptor | undefined {
  if (!isRecord(document)) return msg('openapi_not_openapi')
  if (typeof document['swagger'] === 'string') return msg('openapi_swagger_2')
  return /^3\.\d/.test(String(document['openapi'])) ? undefined : msg('openapi_not_version_3')
}

function operationsOf(
  document: Readonly<Record<string, unknown>>,
  reader: DocumentReader,
  { note }: Collector,
): Operation[] {
  if (isRecord(document['webhooks'])) note(msg('openapi_webhooks'))
  const paths = reader.record(document['paths'])
  return Object.keys(paths).flatMap((path) => {
    const item = reader.record(paths[path])
    const unused = UNUSED_METHODS.filter((method) => Object.hasOwn(item, method))
    for (const method of unused) note(skippedNote(`${method.toUpperCase()} ${path}`, 'openapi_method_unused'))
    return METHODS.filter((method) => Object.hasOwn(item, method)).map((method) => ({
      path,
      method,
      item,
      operation: reader.record(item[method]),
    }))
  })
}

function addOperation(
  document: Readonly<Record<string, unknown>>,
  { path, method, item, operation }: Operation,
  reader: DocumentReader,
  collecting: Collector,
  unique: (name: string) => string,
): void {
  const named = reader.text(operation['operationId']) || `${method}_${path}`
  const name = unique(toolName(named))
  const server = serverOf([operation['servers'], item['servers'], document['servers']], reader)
  if (server === undefined) return collecting.note(skippedNote(name, 'openapi_no_server'))
  const serverUrl = `${server.replace(/\/+$/, '')}${path.startsWith('/') ? '' : '/'}${path}`
  const note = (reason: MessageDescriptor) => collecting.note(msg('named', { name, reason }))
  const parameters = parameterFields([item['parameters'], operation['parameters']], reader, note)
  const fields = [
    ...parameters,
    ...missingPlaces(serverUrl, parameters),
    ...bodyFields(operation['requestBody'], reader, note),
  ]
  const taken = new Set(fields.filter((field) => field.in === 'header').map(({ key }) => key.toLowerCase()))
  const requirements = operation['security'] ?? document['security']
  const secrets = securityFields(requirements, reader, note, serverUrl)
  collecting.add({
    name,
    method: method.toUpperCase(),
    serverUrl,
    description: descriptionOf(operation, item, reader),
    fields: [...secrets.filter(({ key }) => !taken.has(key.toLowerCase())), ...fields],
  })
}

const descriptionOf = (
  operation: Readonly<Record<string, unknown>>,
  item: Readonly<Record<string, unknown>>,
  reader: DocumentReader,
): string => {
  const [summary, description] = ['summary', 'description'].map(
    (key) => reader.text(operation[key]) || reader.text(item[key]),
  )
  return [...new Set([summary, description])].filter(Boolean).join('\n')
}

/** The first server with a full address, its variables at their defaults. */
function serverOf(levels: readonly unknown[], reader: DocumentReader): string | undefined {
  const list = levels.find((level) => Array.isArray(level) && level.length > 0)
  for (const one of Array.isArray(list) ? list : []) {
    const server = reader.record(one)
    const variables = reader.record(server['variables'])
    const url = reader
      .text(server['url'])
      .replaceAll(/\{([^{}]{1,100})\}/g, (all, name: string) =>
        Object.hasOwn(variables, name) ? reader.scalar(reader.record(variables[name])['default']) || all : all,
      )
      .trim()
    if (/^https?:\/\/[^/{}]+/i.test(url)) return url
  }
  return undefined
}

/** Parameters of the operation come before those of its path. */
function parameterFields(
  levels: readonly unknown[],
  reader: DocumentReader,
  note: (reason: MessageDescriptor) => void,
): DraftField[] {
  const found = new Map<string, Readonly<Record<string, unknown>>>()
  for (const level of levels) {
    for (const one of Array.isArray(level) ? level : []) {
      const parameter = reader.record(one)
      found.set(`${reader.text(parameter['in'])}|${reader.text(parameter['name'])}`, parameter)
    }
  }
  return [...found.values()].flatMap((parameter) => parameterField(parameter, reader, note))
}

function parameterField(
  parameter: Readonly<Record<string, unknown>>,
  reader: DocumentReader,
  note: (reason: MessageDescriptor) => void,
): DraftField[] {
  const key = reader.text(parameter['name'])
  const place = reader.text(parameter['in'])
  if (place !== 'path' && place !== 'query' && place !== 'header') {
    note(msg('openapi_parameter_left_out', { key, place }))
    return []
  }
  if (place === 'header' && (DESCRIBED.test(key) || isIncidentalHeader(key))) return []
  if (place === 'header' && isForbidden(key)) {
    note(msg('openapi_header_left_out', { key }))
    return []
  }
  const [content] = Object.values(reader.record(parameter['content']))
  const schema = reader.record(parameter['schema'] ?? reader.record(content)['schema'])
  const field = fieldType(schema, reader)
  const description = [reader.text(parameter['description']), field.description]
    .filter(Boolean)
    .join(' ')
    .slice(0, 1000)
  const required = place === 'path' || parameter['required'] === true
  const known = [givenExample(parameter, reader), givenExample(schema, reader), schema['default']]
  return [{ key, in: place, ...field, description, required, ...exampleField(key, known) }]
}

/** Adds path parameters that the document does not describe. */
function missingPlaces(serverUrl: string, fields: readonly DraftField[]): DraftField[] {
  const known = new Set(fields.filter((field) => field.in === 'path').map(({ key }) => key))
  const places = [...serverUrl.matchAll(/\{([^{}]{1,200})\}/g)].map(([, key]) => key ?? '')
  return [...new Set(places)].filter((key) => !known.has(key)).map((key) => ({ key, in: 'path', required: true }))
}
