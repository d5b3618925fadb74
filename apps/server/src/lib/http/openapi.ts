import type { OpenAPI } from '@orpc/contract'
import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { contract } from '@parlance/contract'
import type { Access, OpMeta } from '@parlance/contract/lib/operation'
import { API_VERSIONS, NEWEST_VERSION } from './api-versions.ts'
import { type DocOp, docOps } from './docs/operations.ts'
import { type Components, createComponents, pascal } from './openapi/components.ts'
import { type Json, plain } from './openapi/named.ts'
import { HEADERS, PARAMETERS, REGION, responsesOf, schemes, SERVER_ERRORS } from './openapi/parts.ts'
import { webhooksOf } from './openapi/webhooks.ts'

export interface DocumentOptions {
  readonly version: string
  /** URL of the installation; '' when it is only known from its requests. */
  readonly appOrigin: string
}

type Operation = OpenAPI.OperationObject & Json

/** Cached per origin, because building it is slow. */
export async function openApiDocument({ version, appOrigin }: DocumentOptions): Promise<OpenAPI.Document> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  const found = new Map<string, Operation>()
  let openapi = ''
  // One after the other: a path may exist both with and without a region.
  for (const scope of ['region', 'global'] as const) {
    const flat = await generator.generate(callsOf(scope), { info: { title: 'Parlance API', version } })
    openapi = flat.openapi
    for (const item of Object.values(flat.paths ?? {}))
      for (const operation of Object.values(item ?? {}) as Operation[])
        found.set(operation.operationId ?? '', operation)
  }
  const ops = docOps(contract)
  const components = createComponents()
  for (const { id } of ops) for (const schema of bodiesOf(found.get(id))) components.count(schema)
  const webhooks = webhooksOf(components)
  const paths: Record<string, Record<string, Json>> = {}
  for (const op of ops) {
    const operation = found.get(op.id)
    if (operation)
      paths[op.path] = { ...paths[op.path], [op.method.toLowerCase()]: describe(operation, op, components) }
  }
  return {
    openapi,
    info: {
      title: 'Parlance API',
      version,
      description: `Everything you can do in Parlance, over HTTP. Current version: ${NEWEST_VERSION}. Supported versions: ${API_VERSIONS.join(', ')}.`,
    },
    servers: [{ url: appOrigin === '' ? '/' : appOrigin.replace(/\/+$/, '') }],
    tags: [...new Set(ops.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    webhooks,
    components: {
      schemas: sortedByName({ ...components.schemas, ErrorBody: ERROR }),
      responses: SERVER_ERRORS,
      parameters: PARAMETERS,
      headers: HEADERS,
      securitySchemes: schemes(appOrigin),
    },
  } as unknown as OpenAPI.Document
}

const callsOf = (scope: OpMeta['scope']) =>
  Object.fromEntries(
    Object.entries(contract).map(([noun, calls]) => [
      noun,
      Object.fromEntries(
        Object.entries(calls).filter(([, procedure]) => (procedure['~orpc'].meta as OpMeta).scope === scope),
      ),
    ]),
  )

const ERROR: Json = {
  type: 'object',
  required: ['success', 'code', 'message'],
  properties: {
    success: { const: false },
    code: { type: 'string', description: 'Identifies the kind of error. Branch on this.' },
    message: { type: 'string', description: 'What happened and what to do, in English.' },
    reason: { type: 'string', description: 'Identifies the message, for translations.' },
    params: {
      type: 'object',
      additionalProperties: true,
      description: 'Values used in the message: texts, numbers and nested messages.',
    },
    requestId: { type: 'string' },
    data: { description: 'Details, depending on the code.' },
  },
}

function contentOf(part: unknown): Json | undefined {
  const { content } = (part ?? {}) as { readonly content?: Readonly<Record<string, { readonly schema?: unknown }>> }
  return plain(content?.['application/json']?.schema) as Json | undefined
}

const bodiesOf = (operation: Operation | undefined): Json[] =>
  [contentOf(operation?.requestBody), contentOf(operation?.responses?.['200'])].filter((schema) => schema !== undefined)

function describe(operation: Operation, op: DocOp, components: Components): Json {
  const { meta } = op
  const name = pascal(op.id)
  const input = contentOf(operation.requestBody)
  const inQuery = meta.file ? queryOf(input) : []
  return {
    operationId: op.id,
    summary: op.summary,
    ...(op.description ? { description: op.description } : {}),
    tags: [op.tag],
    parameters: [...parametersOf(operation, op), ...inQuery, ...headersOf(op)],
    ...(meta.file
      ? { requestBody: { required: true, content: { 'application/octet-stream': { schema: FILE } } } }
      : input
        ? { requestBody: bodyOf(components.refer(input, `${name}Input`), op) }
        : {}),
    responses: responsesOf(op, contentOf(operation.responses?.['200']), (schema) =>
      components.refer(schema, `${name}Output`),
    ),
    security: securityOf(meta.access),
  }
}

const FILE: Json = { type: 'string', format: 'binary' }

function bodyOf(schema: Json, { path, sample }: DocOp): Json {
  const example = Object.fromEntries(Object.entries(sample).filter(([key]) => !path.includes(`{${key}}`)))
  return { required: true, content: { 'application/json': { schema, example } } }
}

function parametersOf({ parameters = [] }: Operation, { meta, sample }: DocOp): Json[] {
  const own = (parameters as unknown as Json[]).map((parameter) => {
    const example = sample[String(parameter['name'])]
    return example === undefined ? parameter : { ...parameter, example }
  })
  return meta.scope === 'region' ? [REGION, ...own] : own
}

function queryOf(schema: Json | undefined): Json[] {
  const required = (schema?.['required'] ?? []) as readonly string[]
  const properties = (schema?.['properties'] ?? {}) as Readonly<Record<string, Json>>
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: one,
  }))
}

const headersOf = ({ method, meta }: DocOp): Json[] => [
  ...(method === 'GET' || meta.stream ? [] : [{ $ref: '#/components/parameters/IdempotencyKey' }]),
  { $ref: '#/components/parameters/Version' },
]

const SCHEME_OF: Readonly<Record<string, readonly string[]>> = {
  agent: ['agentSecret'],
  client: ['clientSession'],
  visitor: ['visitorKey'],
}

function securityOf({ by, scope }: Access): Json[] {
  const names = by.flatMap((caller) => {
    if (caller === 'session') return ['session', 'sessionCookie']
    if (caller === 'workspace')
      return scope === undefined || scope === 'none' ? ['workspaceSecret'] : ['apiKey', 'workspaceSecret']
    return SCHEME_OF[caller] ?? []
  })
  const open = by.includes('public') ? [{}] : []
  return [...names.map((name) => ({ [name]: [] })), ...open]
}

const sortedByName = (schemas: Readonly<Record<string, Json>>): Json =>
  Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1)))
