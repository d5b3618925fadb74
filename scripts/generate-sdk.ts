// Generates the SDK from the contract: the table of calls, and types of inputs and outputs. `--check` only compares
// packages/sdk with the output.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '@parlance/contract'
import type { OpMeta } from '@parlance/contract/lib/operation'
import { z } from 'zod'
import { namedSchemas } from './sdk/named.ts'
import { docOf, keyOf, objectOf, type Schema, typeOf } from './sdk/types.ts'

const folder = join(import.meta.dirname, '..', 'packages', 'sdk', 'src')
const HEAD = '// Made from the contract by scripts/generate-sdk.ts; do not edit.\n'

interface Call {
  readonly noun: string
  readonly name: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly meta: OpMeta
  readonly input: z.ZodType | undefined
  readonly output: z.ZodType | undefined
}

function calls(): Call[] {
  return Object.entries(contract)
    .flatMap(([noun, ops]) =>
      Object.entries(ops).map(([name, procedure]) => {
        const { route, meta, inputSchema, outputSchema } = procedure['~orpc']
        return {
          noun,
          name,
          method: route.method ?? 'POST',
          path: route.path ?? '',
          summary: route.summary ?? '',
          meta: meta as unknown as OpMeta,
          input: inputSchema as z.ZodType | undefined,
          output: outputSchema as z.ZodType | undefined,
        }
      }),
    )
    .filter(({ meta }) => !meta.access.by.includes('sandbox'))
}

const kindOf = ({ meta }: Call): string => (meta.stream ? 'stream' : meta.text ? 'text' : meta.file ? 'file' : '')
const pascal = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

function byNoun(all: readonly Call[]): Map<string, Call[]> {
  return Map.groupBy(all, ({ noun }) => noun)
}

function table(all: readonly Call[]): string {
  const nouns = [...byNoun(all)].map(([noun, of]) => {
    const lines = of.map((call) => {
      const row = [call.method, call.path, call.meta.scope, ...(kindOf(call) ? [kindOf(call)] : [])]
      return `    ${keyOf(call.name)}: [${row.map((cell) => `'${cell}'`).join(', ')}],`
    })
    return `  ${keyOf(noun)}: {\n${lines.join('\n')}\n  },`
  })
  return `${HEAD}/** Method, path, where it stands, and what kind of answer or body it has. */\nexport const CALLS = {\n${nouns.join('\n')}\n}\n`
}

type Io = 'input' | 'output'
/** The call a schema belongs to: unnamed schemas are named after it. */
const placeOf = ({ noun, name }: Call) => `${pascal(noun)}${pascal(name)}`

/** Types shared by calls, in order of first use. */
class Types {
  readonly #registry = z.registry<{ id: string }>()
  readonly #made = new Map<string, string>()
  readonly #waiting: { name: string; schema: Schema; io: Io; place: string }[] = []

  constructor(names: ReadonlyMap<z.ZodType, string>) {
    for (const [schema, id] of names) this.#registry.add(schema, { id })
  }

  schema(type: z.ZodType, io: Io, place: string): Schema {
    const schema = z.toJSONSchema(type, { io, unrepresentable: 'any', metadata: this.#registry }) as Schema
    for (const [id, definition] of Object.entries(schema.$defs ?? {})) {
      const name = this.name(id, io, place)
      if (this.#made.has(name)) continue
      this.#made.set(name, '')
      this.#waiting.push({ name, schema: definition, io, place })
    }
    return schema
  }
  /** Inputs may omit what outputs always have, so each has its own type. */
  name(id: string, io: Io, place: string): string {
    const own = id.startsWith('__') ? `${place}${id.replace(/^__schema/, 'Value')}` : pascal(id.replaceAll(/\W/g, ''))
    return io === 'input' ? `${own}Input` : own
  }
  refs = (io: Io, place: string) => (ref: string) => this.name(ref.replace(/^#\/\$defs\//, ''), io, place)

  write(): string {
    for (const { name, schema, io, place } of this.#waiting) this.#made.set(name, typeOf(schema, this.refs(io, place)))
    const sorted = [...this.#made].toSorted(([a], [b]) => (a < b ? -1 : 1))
    return sorted.map(([name, type]) => `export type ${name} = ${type}\n`).join('\n')
  }
}

function method(call: Call, types: Types): string {
  const schema = call.input && types.schema(call.input, 'input', placeOf(call))
  const input = schema ? inputType(call, schema, types) : 'Record<string, never>'
  // Options are the second argument of every call, also of those without input.
  const optional = schema?.$ref !== undefined || (schema?.required?.length ?? 0) > 0 || call.meta.file ? '' : '?'
  const doc = [docOf(call.summary), `${call.method} ${call.path}`, scopeLine(call)]
  const lines = doc.map((line) => `     * ${line}`).join('\n')
  const signature = `(input${optional}: ${input}, options?: CallOptions): ${answerType(call, types)}`
  return `    /**\n${lines}\n     */\n    ${keyOf(call.name)}${signature}`
}

function inputType(call: Call, schema: Schema, types: Types): string {
  const refs = types.refs('input', placeOf(call))
  const own =
    schema.$ref === undefined && schema.type === 'object'
      ? objectOf(schema, refs, '    ')
      : typeOf(schema, refs, '    ')
  return call.meta.file ? `${own} & { file: FileBody }` : own
}

function answerType(call: Call, types: Types): string {
  if (call.meta.stream) return 'AsyncGenerator<StreamPart, void, undefined>'
  if (call.meta.text) return 'Promise<string>'
  if (!call.output) return 'Promise<unknown>'
  const place = placeOf(call)
  return `Promise<${typeOf(types.schema(call.output, 'output', place), types.refs('output', place), '    ')}>`
}

function scopeLine({ meta }: Call): string {
  const { by, role, scope } = meta.access
  return [
    `Callers: ${by.join(', ')}`,
    ...(role === undefined ? [] : [`least role: ${role}`]),
    ...(scope === undefined ? [] : [`scope of a key: ${scope}`]),
  ].join(' · ')
}

function declarations(all: readonly Call[], names: ReadonlyMap<z.ZodType, string>): string {
  const types = new Types(names)
  const nouns = [...byNoun(all)].map(
    ([noun, of]) => `  ${keyOf(noun)}: {\n${of.map((call) => method(call, types)).join('\n')}\n  }`,
  )
  const head = "import type { CallOptions, FileBody, StreamPart } from './index.js'\n"
  return `${HEAD}${head}\n${types.write()}\nexport interface Calls {\n${nouns.join('\n')}\n}\n`
}

const all = calls()
const files = { 'calls.js': table(all), 'calls.d.ts': declarations(all, await namedSchemas()) }
const stale = Object.entries(files).filter(([name, text]) => {
  const path = join(folder, name)
  return !existsSync(path) || readFileSync(path, 'utf8') !== text
})
if (process.argv.includes('--check')) {
  if (stale.length > 0) console.error('The SDK is not what the contract says: npm run sdk')
  process.exitCode = stale.length > 0 ? 1 : 0
} else {
  for (const [name, text] of stale) writeFileSync(join(folder, name), text)
  console.log(`${all.length} calls, ${stale.length} files written`)
}
