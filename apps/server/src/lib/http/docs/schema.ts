export interface JsonSchema {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly prefixItems?: readonly JsonSchema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly default?: unknown
  readonly description?: string
}

const MANY = 8

/** A type in a few words: `string`, `number 1 – 100`, `eu | na`, `array of { question, answer }`. */
export function wordsOf(schema: JsonSchema, depth = 0): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return shortened(schema.enum.map(String))
  const options = schema.anyOf ?? schema.oneOf
  if (options) return shortened([...new Set(options.map((option) => wordsOf(option, depth + 1)))])
  switch (schema.type) {
    case 'string':
      return schema.format === undefined ? 'string' : schema.format
    case 'integer':
    case 'number':
      return `${schema.type === 'integer' ? 'integer' : 'number'}${rangeOf(schema)}`
    case 'array':
      return `array of ${wordsOf(schema.items ?? {}, depth + 1)}`
    case 'object':
      return depth > 2 ? 'object' : `{ ${shortened(Object.keys(schema.properties ?? {}), ', ') || '…'} }`
    case undefined:
      return 'any'
    default:
      return schema.type
  }
}

const shortened = (words: readonly string[], by = ' | '): string =>
  words.length > MANY ? `${words.slice(0, MANY).join(by)}${by}…` : words.join(by)

/** Bounds implied by the type are omitted. */
const told = (bound: number | undefined) => (bound === undefined || Math.abs(bound) > 2 ** 31 ? '' : String(bound))
const rangeOf = ({ minimum, maximum }: JsonSchema): string => {
  const [low, high] = [told(minimum), told(maximum)]
  return low === '' && high === '' ? '' : ` ${low || '…'} – ${high || '…'}`
}

export function limitsOf({ maxLength, maxItems, minItems, default: usual }: JsonSchema): string {
  return [
    ...(maxLength === undefined ? [] : [`max ${maxLength.toLocaleString('en')} characters`]),
    ...(minItems !== undefined && minItems > 0 ? [`min ${minItems} items`] : []),
    ...(maxItems === undefined ? [] : [`max ${maxItems.toLocaleString('en')} items`]),
    ...(usual === undefined || typeof usual === 'object' ? [] : [`default ${JSON.stringify(usual)}`]),
  ].join(' · ')
}
