// The OpenAPI 3.1 document, made from the contract: paths with their region, who may call, errors, streams.
import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import type { OpenAPI } from '@orpc/contract'
import { contract } from '@parlance/core/contract'
import type { Caller, OpMeta } from '@parlance/core/kit/contract'

const SCHEMES: Partial<Record<Caller, string>> = {
  session: 'session',
  workspace: 'workspaceSecret',
  agency: 'agencySecret',
  agent: 'agentSecret',
  visitor: 'visitorKey',
}
const ERROR_BODY = {
  type: 'object',
  required: ['success', 'code', 'message'],
  properties: {
    success: { const: false },
    code: { type: 'string' },
    message: { type: 'string' },
    requestId: { type: 'string' },
    data: {},
  },
} as const

/** Built once at the first request: it takes longer than a call should at start. */
export async function openApiDocument(version: string): Promise<OpenAPI.Document> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  const metas = new Map<string, OpMeta>()
  for (const ops of Object.values(contract)) {
    for (const procedure of Object.values(ops)) {
      const { route, meta } = procedure['~orpc']
      metas.set(`${route.method} ${route.path}`, meta as unknown as OpMeta)
    }
  }
  const flat = await generator.generate(contract, {
    info: {
      title: 'Parlance API',
      version,
      description:
        'Every call of the product. Bearers: a session token, a workspace secret, an agency secret, an agent secret key, or a visitor key, as each call names.',
    },
    customErrorResponseBodySchema: () => ERROR_BODY as never,
  })
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [path, item] of Object.entries(flat.paths ?? {})) {
    for (const [method, operation] of Object.entries(item ?? {})) {
      const meta = metas.get(`${method.toUpperCase()} ${path}`)
      if (!meta) continue
      const full = meta.scope === 'region' ? `/api/{region}${path}` : `/api${path}`
      paths[full] = { ...paths[full], [method]: describe(operation as OpenAPI.OperationObject, meta) }
    }
  }
  const securitySchemes = Object.fromEntries(
    Object.values(SCHEMES).map((name) => [name, { type: 'http', scheme: 'bearer' }]),
  )
  return {
    ...flat,
    paths: paths as OpenAPI.Document['paths'] & object,
    components: { ...flat.components, securitySchemes } as OpenAPI.ComponentsObject,
  }
}

function describe(operation: OpenAPI.OperationObject, meta: OpMeta): OpenAPI.OperationObject {
  const security = meta.access.by.flatMap((caller) => (SCHEMES[caller] ? [{ [SCHEMES[caller]]: [] }] : []))
  const region = { name: 'region', in: 'path', required: true, schema: { enum: ['eu', 'na'] } } as const
  return {
    ...operation,
    ...(meta.scope === 'region' ? { parameters: [region as never, ...(operation.parameters ?? [])] } : {}),
    security: meta.access.by.includes('public') ? [...security, {}] : security,
    ...(meta.text
      ? { responses: { ...operation.responses, 200: { description: 'OK', content: textOf(meta.text) } } }
      : {}),
    ...(meta.stream
      ? {
          responses: {
            ...operation.responses,
            200: {
              description: 'A stream of server-sent events',
              content: { 'text/event-stream': { schema: { type: 'string' } } },
            },
          },
        }
      : {}),
  }
}

const textOf = (type: string) => ({ [type.split(';')[0] ?? type]: { schema: { type: 'string' as const } } })
