// The data of each call on the API page: access, input, limits, errors, examples.
import type { AnyContractProcedure } from '@orpc/contract'
import type { OpMeta } from '@parlance/contract/lib/operation'
import { z } from 'zod'
import { sampleFor } from './samples.ts'
import { type JsonSchema, limitsOf, wordsOf } from './schema.ts'

export interface Field {
  readonly name: string
  readonly where: 'path' | 'query' | 'body'
  readonly type: string
  readonly required: boolean
  readonly more: string
}
export interface DocOp {
  /** `noun.name`, the anchor on the page. */
  readonly id: string
  readonly tag: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly meta: OpMeta
  readonly errors: readonly { readonly code: string; readonly status: number; readonly message: string }[]
  readonly fields: readonly Field[]
  readonly sample: Readonly<Record<string, unknown>>
  readonly kind: 'json' | 'stream' | 'text' | 'file'
}
type AnyContract = Readonly<Record<string, Readonly<Record<string, AnyContractProcedure>>>>

export const docOps = (contract: AnyContract): DocOp[] =>
  Object.entries(contract).flatMap(([noun, calls]) =>
    Object.entries(calls).map(([name, call]) => docOp(`${noun}.${name}`, call)),
  )

function docOp(id: string, procedure: AnyContractProcedure): DocOp {
  const { route, inputSchema, errorMap } = procedure['~orpc']
  const meta = procedure['~orpc'].meta as unknown as OpMeta
  const { method = 'POST', path = '', summary = '', description = '', tags = [] } = route
  const schema =
    inputSchema && (z.toJSONSchema(inputSchema as z.ZodType, { io: 'input', unrepresentable: 'any' }) as JsonSchema)
  return {
    id,
    tag: tags[0] ?? 'Other',
    method,
    path: `${meta.scope === 'region' ? '/api/{region}' : '/api'}${path}`,
    summary,
    description,
    meta,
    errors: Object.entries(errorMap as Record<string, { status: number; message: string }>)
      .map(([code, error]) => ({ code, status: error.status, message: error.message }))
      .toSorted((a, b) => a.status - b.status),
    fields: schema ? fieldsOf(schema, path, method === 'GET' || meta.file !== undefined) : [],
    sample: sampleFor(id, schema),
    kind: meta.stream ? 'stream' : meta.text ? 'text' : meta.file ? 'file' : 'json',
  }
}

function fieldsOf({ properties = {}, required = [] }: JsonSchema, path: string, inQuery: boolean): Field[] {
  const places = { path: 0, query: 1, body: 1 }
  return Object.entries(properties)
    .map(([name, property]): Field => {
      const where = path.includes(`{${name}}`) ? 'path' : inQuery ? 'query' : 'body'
      const isRequired = required.includes(name) && property.default === undefined
      const more = [property.description, limitsOf(property)].filter(Boolean).join(' ')
      return { name, where, type: wordsOf(property), required: isRequired, more }
    })
    .toSorted((a, b) => places[a.where] - places[b.where] || Number(b.required) - Number(a.required))
}

const outsidePath = ({ path, sample }: DocOp) =>
  Object.fromEntries(Object.entries(sample).filter(([key]) => !path.includes(`{${key}}`)))
const filledPath = ({ path, sample }: DocOp) =>
  path.replace(/\{(\w+)\}/g, (whole, key: string) =>
    key === 'region' ? 'REGION' : key in sample ? String(sample[key]) : whole,
  )
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** The bearer's placeholder in an example: the most common one the call accepts; undefined if none is needed. */
export function bearerOf({ meta: { access } }: DocOp): string | undefined {
  const { by, scope } = access
  if (by.includes('public')) return undefined
  if (by.includes('workspace')) return scope === undefined || scope === 'none' ? 'WORKSPACE_SECRET' : 'KEY'
  if (by.includes('agent')) return 'AGENT_SECRET'
  return by.includes('session') ? 'SESSION' : by.includes('visitor') ? 'VISITOR_KEY' : undefined
}

export function curlOf(op: DocOp, origin: string): string {
  const rest = outsidePath(op)
  const inQuery = op.method === 'GET' || op.kind === 'file'
  const query =
    inQuery && Object.keys(rest).length > 0 ? `?${new URLSearchParams(rest as Record<string, string>).toString()}` : ''
  const bearer = bearerOf(op)
  const command = [
    `curl${op.kind === 'stream' ? ' -N' : ''}${op.method === 'GET' ? '' : ` -X ${op.method}`} ${quoted(`${origin}${filledPath(op)}${query}`)}`,
    ...(bearer ? [`-H 'Authorization: Bearer ${bearer}'`] : []),
    ...(op.kind === 'file' ? ["-H 'Content-Type: application/octet-stream'", '--data-binary @prices.csv'] : []),
    ...(inQuery ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(rest))}`]),
  ].join(' \\\n  ')
  return op.kind === 'file' ? `printf 'lamp,price\\nDesk,49\\n' > prices.csv\n${command}` : command
}

export function typescriptOf(op: DocOp, origin: string): string {
  const bearer = bearerOf(op)
  const token = bearer ? `, token: '${bearer}'` : ''
  const head = `import { createParlance } from '@parlance/sdk'\n\nconst parlance = createParlance({ url: '${origin}', region: 'REGION'${token} })\n`
  const input = inputOf(op)
  if (op.kind === 'stream') return `${head}for await (const part of parlance.${op.id}(${input})) console.log(part)`
  return `${head}const answer = await parlance.${op.id}(${input})\nconsole.log(answer)`
}

function inputOf({ sample, kind }: DocOp): string {
  const parts = Object.entries(sample).map(([key, value]) => `${key}: ${literal(value)}`)
  if (kind === 'file') parts.push("file: new Blob(['lamp,price'])")
  if (parts.length === 0) return ''
  const line = `{ ${parts.join(', ')} }`
  return line.length <= 70 ? line : `{\n${parts.map((part) => `  ${part},`).join('\n')}\n}`
}

function literal(value: unknown): string {
  if (typeof value === 'string')
    return `'${value
      .replaceAll('\\', '\\\\')
      .replaceAll("'", String.raw`\'`)
      .replaceAll('\n', String.raw`\n`)}'`
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(
      ([key, item]) => `${/^\w+$/.test(key) ? key : `'${key}'`}: ${literal(item)}`,
    )
    return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
  }
  return String(value)
}
