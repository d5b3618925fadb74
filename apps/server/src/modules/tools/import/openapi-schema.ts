// Converts OpenAPI schemas to tool fields: types, choices, and nested shapes as text.
import { withExample } from '@parlance/engine/tools/examples'
import { type DraftField, looksSecret } from './collector.ts'
import type { DocumentReader } from './openapi-reader.ts'
import { isRecord } from '@parlance/contract/tools/values'
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'

type Node = Readonly<Record<string, unknown>>
type Note = (reason: MessageDescriptor) => void
type Typed = Pick<DraftField, 'type' | 'options' | 'description'>
type Example = Pick<DraftField, 'example'>

const DEPTH_MAX = 6
const SHAPE_DEPTH = 3
const SHAPE_MAX = 600
const PROPERTIES_MAX = 200
const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array'] as const

/** The fields of a request body. Bodies that are neither a JSON object nor a form become a note. */
export function bodyFields(requestBody: unknown, reader: DocumentReader, note: Note): DraftField[] {
  const content = reader.record(reader.record(requestBody)['content'])
  const types = Object.keys(content)
  if (types.length === 0) return []
  const json =
    types.find((type) => /^application\/([\w.+-]+\+)?json\b/i.test(type)) ?? types.find((type) => type === '*/*')
  const form = types.find((type) => /^application\/x-www-form-urlencoded\b/i.test(type))
  const chosen = json ?? form
  if (chosen === undefined) {
    note(msg('openapi_body_left_out', { types: types.slice(0, 3).join(', ') }))
    return []
  }
  const media = reader.record(content[chosen])
  const { properties, required } = mergeSchemas(media['schema'], reader, note)
  const whole = reader.record(givenExample(media, reader))
  const names = Object.keys(properties).slice(0, PROPERTIES_MAX)
  if (names.length === 0) note(msg('openapi_body_unnamed'))
  const fields = names.flatMap((key): DraftField[] => {
    const schema = reader.record(properties[key])
    if (schema['readOnly'] === true) return []
    const example = exampleField(key, [givenExample(schema, reader), whole[key], schema['default']])
    return [{ key, in: 'body', ...fieldType(schema, reader), required: required.has(key), ...example }]
  })
  if (json !== undefined || fields.length === 0) return fields
  return [{ key: 'Content-Type', in: 'header', value: 'application/x-www-form-urlencoded' }, ...fields]
}

interface Merged {
  readonly properties: Record<string, unknown>
  readonly required: Set<string>
}

/** The properties of a schema and of all that it is composed of; of alternatives the first one. */
function mergeSchemas(schema: unknown, reader: DocumentReader, note: Note): Merged {
  const all: Merged = { properties: {}, required: new Set() }
  const seen = new Set<unknown>()
  const visit = (value: unknown, depth: number): void => {
    const node = reader.record(value)
    // A schema may be part of itself.
    if (depth > DEPTH_MAX || seen.has(node) || !reader.consumeBudget()) return
    seen.add(node)
    for (const part of asList(node['allOf'])) visit(part, depth + 1)
    const alternatives = [...asList(node['oneOf']), ...asList(node['anyOf'])]
    if (alternatives.length > 1) note(msg('openapi_first_body'))
    if (alternatives.length > 0) visit(alternatives[0], depth + 1)
    const properties = reader.record(node['properties'])
    for (const key of Object.keys(properties).slice(0, PROPERTIES_MAX))
      if (key !== '__proto__') all.properties[key] = properties[key]
    for (const key of asList(node['required'])) if (typeof key === 'string') all.required.add(key)
  }
  visit(schema, 0)
  return all
}

/** The example of a parameter, schema or media type: `example`, or the first of `examples`. */
export function givenExample(node: Node, reader: DocumentReader): unknown {
  if (node['example'] !== undefined) return node['example']
  const many = node['examples']
  if (Array.isArray(many)) return many[0] as unknown
  return reader.record(Object.values(reader.record(many))[0])['value']
}

/** The first usable example. Example values of secrets are dropped. */
export function exampleField(key: string, known: readonly unknown[]): Example {
  if (looksSecret(key)) return {}
  return known.map(withExample).find(({ example }) => example !== undefined) ?? {}
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export function fieldType(schema: Node, reader: DocumentReader): Typed {
  const type = typeOf(schema, reader)
  const choices = type === 'array' ? reader.record(schema['items']) : schema
  const shape = type === 'object' || type === 'array' ? describeShape(schema, reader, 0, new Set()) : ''
  const description = [reader.text(schema['description']), shape && `Shape: ${shape.slice(0, SHAPE_MAX)}`]
  return {
    type,
    options: optionsOf(choices, reader),
    description: description.filter(Boolean).join(' ').slice(0, 1000),
  }
}

function typeOf(schema: Node, reader: DocumentReader): (typeof TYPES)[number] {
  const declared = asList(schema['type']).concat(schema['type'])
  const known = TYPES.find((type) => declared.includes(type))
  if (known) return known
  if (isRecord(schema['properties'])) return 'object'
  if (schema['items'] !== undefined) return 'array'
  const [part] = [...asList(schema['allOf']), ...asList(schema['oneOf']), ...asList(schema['anyOf'])]
  if (part === undefined || !reader.consumeBudget()) return 'string'
  const inner = reader.record(part)
  return TYPES.find((type) => inner['type'] === type) ?? (isRecord(inner['properties']) ? 'object' : 'string')
}

function optionsOf(schema: Node, reader: DocumentReader): string[] {
  const values = schema['const'] === undefined ? asList(schema['enum']) : [schema['const']]
  const texts = values.slice(0, 100).map((value) => reader.scalar(value))
  return texts.every((text) => text.length <= 200) ? [...new Set(texts.filter(Boolean))] : []
}

/** Nested shapes as text, e.g. `{ street: string, zip?: string }`, because tool fields have no schema. */
function describeShape(value: unknown, reader: DocumentReader, depth: number, above: ReadonlySet<unknown>): string {
  const schema = reader.record(value)
  if (above.has(schema) || !reader.consumeBudget()) return 'object'
  const inside = new Set([...above, schema])
  const type = typeOf(schema, reader)
  if (type === 'array') {
    const items = schema['items']
    return depth >= SHAPE_DEPTH || items === undefined
      ? 'array'
      : `${describeShape(items, reader, depth + 1, inside)}[]`
  }
  if (type !== 'object')
    return (
      optionsOf(schema, reader)
        .slice(0, 10)
        .map((one) => JSON.stringify(one))
        .join(' | ') || type
    )
  const { properties, required } = mergeSchemas(schema, reader, () => undefined)
  const names = Object.keys(properties).slice(0, 20)
  if (depth >= SHAPE_DEPTH || names.length === 0) return 'object'
  const parts = names.map(
    (key) =>
      `${key.slice(0, 60)}${required.has(key) ? '' : '?'}: ${describeShape(properties[key], reader, depth + 1, inside)}`,
  )
  return `{ ${parts.join(', ')} }`
}
