// Sanitizes JSON Schemas from outside (MCP servers, OpenAPI documents) for models: known keywords, bounded sizes.
import { cut } from '@parlance/contract/lib/text'
import { isRecord } from '@parlance/contract/tools/values'

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])
const DEPTH_MAX = 8
const PARTS_MAX = 300
const PROPERTIES_MAX = 100
const DESCRIPTION_MAX = 300
const ENUM_MAX = 100

type Schema = Record<string, unknown>
interface Budget {
  parts: number
}

/** Returns an object schema without unknown, too deep or too large parts. Texts reach the model, so they are cut. */
export function safeSchema(value: unknown): Schema {
  const read = schemaOf(value, 0, { parts: PARTS_MAX })
  const properties = isRecord(read['properties']) ? read['properties'] : {}
  return { ...read, type: 'object', properties }
}

function schemaOf(value: unknown, depth: number, budget: Budget): Schema {
  budget.parts -= 1
  if (!isRecord(value) || depth > DEPTH_MAX || budget.parts < 0) return {}
  const inner = (one: unknown) => schemaOf(one, depth + 1, budget)
  const of = (key: string) => (Object.hasOwn(value, key) ? value[key] : undefined)
  const schema: Schema = { ...typeOf(of('type')) }
  const description = of('description')
  if (typeof description === 'string' && description !== '') schema['description'] = cut(description, DESCRIPTION_MAX)
  const options = of('enum')
  if (Array.isArray(options) && options.length > 0) schema['enum'] = options.filter(isScalar).slice(0, ENUM_MAX)
  for (const key of ['anyOf', 'oneOf', 'allOf']) {
    const parts = of(key)
    if (Array.isArray(parts) && parts.length > 0 && !('anyOf' in schema))
      schema['anyOf'] = parts.slice(0, 10).map(inner)
  }
  const properties = of('properties')
  if (isRecord(properties)) Object.assign(schema, propertiesOf(properties, of('required'), inner))
  if (schema['type'] === 'array') schema['items'] = inner(of('items'))
  return schema
}

function typeOf(type: unknown): Schema {
  if (typeof type === 'string' && TYPES.has(type)) return { type }
  const named = Array.isArray(type)
    ? type.filter((one) => typeof one === 'string' && TYPES.has(one) && one !== 'null')
    : []
  return named.length > 0 ? { type: named[0] as string } : {}
}

function propertiesOf(
  properties: Readonly<Record<string, unknown>>,
  required: unknown,
  inner: (one: unknown) => Schema,
) {
  const names = Object.keys(properties)
    .filter((name) => /^[A-Za-z0-9_.-]{1,64}$/.test(name) && name !== '__proto__')
    .slice(0, PROPERTIES_MAX)
  const known = new Set(names)
  return {
    properties: Object.fromEntries(names.map((name) => [name, inner(properties[name])])),
    required: Array.isArray(required)
      ? [...new Set(required)].filter((name) => typeof name === 'string' && known.has(name))
      : [],
  }
}

const isScalar = (value: unknown): boolean =>
  value === null ||
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value.length <= 200)
