// Names schemas that are used more than once, and request and response bodies, under `components.schemas`.
import { type Json, namedSchemas } from './named.ts'

export interface Components {
  /** The schema with its parts replaced by references. `hint` names anonymous schemas. */
  readonly refer: (schema: Json, hint: string) => Json
  /** Call it for every schema before the first `refer`, to find those used more than once. */
  readonly count: (schema: Json) => void
  readonly schemas: Readonly<Record<string, Json>>
}

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
export const pascal = (text: string): string =>
  text.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** Objects become named types; everything else is inlined. */
const isObject = (value: Json): boolean => isRecord(value['properties']) && Object.keys(value['properties']).length > 0
/** Structural keywords that are left out of names. */
const SILENT = new Set(['properties', 'anyOf', 'oneOf', 'allOf', 'schema'])

const singular = (name: string): string =>
  /Items?$/.test(name)
    ? name.replace(/s$/, '')
    : name.endsWith('ies')
      ? name.replace(/ies$/, 'y')
      : name.endsWith('s')
        ? name.slice(0, -1)
        : `${name}Item`

const hintOf = (hint: string, key: string): string =>
  SILENT.has(key) ? hint : key === 'items' ? singular(hint) : `${hint}${pascal(key)}`

/** Options of a union are named by their `type`. */
function optionHint(hint: string, value: unknown): string {
  const properties = isRecord(value) && isRecord(value['properties']) ? value['properties'] : {}
  const kind = isRecord(properties['type']) ? properties['type']['const'] : undefined
  return typeof kind === 'string' ? `${hint}${pascal(kind)}` : hint
}

export function createComponents(): Components {
  const named = namedSchemas()
  const counts = new Map<string, number>()
  const schemas: Record<string, Json> = {}
  const names = new Map<string, string>()

  const walk = (value: unknown, visit: (schema: Json) => void): void => {
    if (Array.isArray(value)) for (const one of value) walk(one, visit)
    if (!isRecord(value)) return
    visit(value)
    for (const one of Object.values(value)) walk(one, visit)
  }
  const freeName = (hint: string): string => {
    for (let n = 1; ; n += 1) {
      const name = n === 1 ? hint : `${hint}${n}`
      if (!(name in schemas)) return name
    }
  }
  const nameOf = (schema: Json, text: string, hint: string): string | undefined =>
    names.get(text) ?? named.get(text) ?? (isObject(schema) && (counts.get(text) ?? 0) > 1 ? freeName(hint) : undefined)

  const inside = (value: unknown, hint: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => refer(one, optionHint(hint, one)))
    if (!isRecord(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, refer(one, hintOf(hint, key))]))
  }
  const refer = (value: unknown, hint: string): unknown => {
    if (!isRecord(value)) return inside(value, hint)
    const text = JSON.stringify(value)
    const name = nameOf(value, text, hint)
    if (name === undefined) return inside(value, hint)
    if (!names.has(text)) {
      names.set(text, name)
      // Reserved before its parts are named.
      schemas[name] = {}
      schemas[name] = inside(value, name) as Json
    }
    return { $ref: `#/components/schemas/${name}` }
  }
  return {
    schemas,
    count: (schema) =>
      walk(schema, (one) => counts.set(JSON.stringify(one), (counts.get(JSON.stringify(one)) ?? 0) + 1)),
    refer: (schema, hint) => {
      const text = JSON.stringify(schema)
      if (isObject(schema) && !named.has(text) && !names.has(text)) {
        const name = freeName(hint)
        names.set(text, name)
        schemas[name] = {}
        schemas[name] = inside(schema, name) as Json
      }
      return refer(schema, hint) as Json
    },
  }
}
