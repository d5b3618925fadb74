// Converts zod's JSON Schema of the contract to TypeScript; not a general converter.

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly not?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly description?: string
  readonly default?: unknown
  readonly $defs?: Readonly<Record<string, Schema>>
}

export type NameOf = (ref: string) => string

const NAME = /^[A-Za-z_$][\w$]*$/
export const keyOf = (key: string): string => (NAME.test(key) ? key : JSON.stringify(key))
const literal = (value: unknown): string => JSON.stringify(value)

/** One line for a doc comment, with nested comment ends escaped. */
export const docOf = (text: string): string => text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ').trim()

export function typeOf(schema: Schema | boolean, nameOf: NameOf, indent = ''): string {
  if (typeof schema === 'boolean') return schema ? 'unknown' : 'never'
  if (schema.$ref !== undefined) return nameOf(schema.$ref)
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ') || 'never'
  const options = schema.anyOf ?? schema.oneOf
  if (options) return unionOf(options.map((option) => typeOf(option, nameOf, indent)))
  if (schema.allOf) return schema.allOf.map((part) => grouped(typeOf(part, nameOf, indent))).join(' & ')
  if (schema.not) return 'never'
  if (Array.isArray(schema.type))
    return unionOf(schema.type.map((type: string) => typeOf({ ...schema, type }, nameOf, indent)))
  return simpleOf(schema, nameOf, indent)
}

function simpleOf(schema: Schema, nameOf: NameOf, indent: string): string {
  switch (schema.type) {
    case 'string':
      return 'string'
    case 'number':
    case 'integer':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'null':
      return 'null'
    case 'array':
      return arrayOf(schema, nameOf, indent)
    case 'object':
      return objectOf(schema, nameOf, indent)
    default:
      return 'unknown'
  }
}

function arrayOf({ prefixItems, items }: Schema, nameOf: NameOf, indent: string): string {
  if (prefixItems) return `[${prefixItems.map((item) => typeOf(item, nameOf, indent)).join(', ')}]`
  return `${grouped(typeOf(items ?? true, nameOf, indent))}[]`
}

export function objectOf(schema: Schema, nameOf: NameOf, indent: string): string {
  const { properties = {}, required = [], additionalProperties } = schema
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(([key, property]) => {
    const optional = required.includes(key) ? '' : '?'
    const doc = property.description ? `${inner}/** ${docOf(property.description)} */\n` : ''
    return `${doc}${inner}${keyOf(key)}${optional}: ${typeOf(property, nameOf, inner)}`
  })
  const open = additionalProperties !== undefined && additionalProperties !== false
  const rest =
    open && typeof additionalProperties === 'object' ? typeOf(additionalProperties, nameOf, inner) : 'unknown'
  // Not `Record`: a type may reference itself in an index signature, but not in an alias.
  if (lines.length === 0) return open ? `{ [key: string]: ${rest} }` : 'Record<string, never>'
  // An index signature must also allow the named properties.
  if (open && additionalProperties !== true) lines.push(`${inner}[key: string]: unknown`)
  return `{\n${lines.join('\n')}\n${indent}}`
}

/** Drops literals next to the type that includes them. */
function unionOf(types: readonly string[]): string {
  const every = [...new Set(types)]
  return every.filter((type) => !(type.startsWith('"') && every.includes('string'))).join(' | ') || 'never'
}
const grouped = (type: string): string =>
  /[|&]/.test(type.replaceAll(/\{[\s\S]*\}|"[^"]*"/g, '')) ? `(${type})` : type
