// HTTP endpoint of the MCP server, `{api}/mcp`. Authentication and limits are those of every call.
import type { IncomingMessage } from 'node:http'
import { AppError, untranslated } from '@parlance/contract/lib/errors'
import { isRegion, type Region } from '@parlance/contract/lib/regions'
import { refusedHost } from './allowed-hosts.ts'
import type { Context, Hono } from 'hono'
import type { NodeBindings } from '../../lib/http/app-types.ts'
import { workspaceBearer } from '../../lib/http/pipeline/authorize.ts'
import { readJson } from '../../lib/http/pipeline/body.ts'
import { isLocal } from '../../lib/http/client-ip.ts'
import { asAppError, logError } from '../../lib/http/errors.ts'
import { securityHeaders } from '../../lib/http/headers.ts'
import type { InternalCall, OnBehalf } from '../../lib/http/pipeline/internal-calls.ts'
import { type LimitUse, rateLimitHeaders } from '../../lib/http/pipeline/limits.ts'
import { LOCAL_FACTOR, type RequestPipeline } from '../../lib/http/pipeline/request-pipeline.ts'
import type { Actor } from '../../lib/ctx.ts'
import { MAX_BATCH, type Mcp } from './service.ts'

export interface McpRouterDeps {
  readonly pipeline: RequestPipeline
  readonly mcp: Mcp
  readonly inner: (behalf: OnBehalf) => InternalCall
  readonly may: (actor: Actor, op: string) => boolean
  readonly scopeOf: (op: string) => string | undefined
  readonly appOrigin: () => string
}

/** The limit of the largest call behind it. */
const MAX_BODY = 3_000_000
const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600
/** JSON-RPC server error: refused before the message was read. */
const REFUSED = -32_000

export function mountMcp(app: Hono<NodeBindings>, deps: McpRouterDeps): void {
  app.all('/api/:region/mcp', async (c) => {
    const { pipeline } = deps
    const done = pipeline.metrics.started('mcp')
    const requestId = c.get('requestId')
    const extra: Record<string, string> = { ...securityHeaders('api', pipeline.https()), 'x-request-id': requestId }
    const limits: LimitUse[] = []
    try {
      const response = await answer(c, deps, limits)
      for (const [name, value] of Object.entries({ ...extra, ...rateLimitHeaders(limits) }))
        response.headers.set(name, value)
      done(response.status)
      return response
    } catch (thrown) {
      const error = asAppError(thrown)
      logError(pipeline.log, error, { op: 'mcp', requestId })
      done(error.status)
      return c.json(refusal(error), error.status as 400, {
        ...extra,
        ...rateLimitHeaders(limits),
        ...headersOf(error),
      })
    }
  })
}

async function answer(c: Context<NodeBindings>, deps: McpRouterDeps, limits: LimitUse[]): Promise<Response> {
  const { pipeline } = deps
  const { incoming, outgoing } = c.env
  const { headers } = c.req.raw
  if (!pipeline.open()) throw new AppError('UNAVAILABLE', undefined, { retryAfter: 2 })
  const region = regionOf(c.req.param('region'), pipeline)
  const asking = { host: headers.get('host') ?? undefined, origin: headers.get('origin') ?? undefined }
  const refused = refusedHost(asking, deps.appOrigin())
  if (refused !== undefined) throw new AppError('FORBIDDEN', untranslated(refused))
  // Stateless: there are no streams and sessions.
  if (c.req.method !== 'POST') throw new AppError('METHOD_NOT_ALLOWED', untranslated('Send messages with POST.'))
  const local = isLocal(incoming)
  const ctx = pipeline.contextFor(region)
  const actor = await workspaceBearer(pipeline.guard, ctx, {
    headers,
    method: 'POST',
    origin: c.get('origin'),
    local,
    sandbox: pipeline.sandbox,
  })
  await pipeline.limits.take(
    'standard',
    { actor: `w:${actor.workspaceId}|${actor.keyId ?? ''}` },
    local ? LOCAL_FACTOR : 1,
    limits,
  )
  const body = await bodyOf(incoming)
  const gone = new AbortController()
  outgoing.once('close', () => gone.abort())
  const call = deps.inner({ incoming, region, signal: gone.signal })
  const onError = (err: unknown) => pipeline.log.error({ err, requestId: c.get('requestId') }, 'an MCP tool failed')
  const may = (op: string) => deps.may(actor, op)
  const request = new Request(c.req.url, { method: 'POST', headers, signal: gone.signal })
  const made = await deps.mcp.answer(
    { workspaceId: actor.workspaceId, call, may, scopeOf: deps.scopeOf, onError },
    request,
    body,
  )
  return new Response(made.body, made)
}

function regionOf(region: string | undefined, pipeline: RequestPipeline): Region {
  if (!isRegion(region))
    throw new AppError('NOT_FOUND', untranslated('There is no such region. The regions are eu and na.'))
  if (!pipeline.regions.includes(region)) throw new AppError('MISDIRECTED')
  return region
}

async function bodyOf(incoming: IncomingMessage): Promise<unknown> {
  const body = (await readJson(incoming, MAX_BODY)) ?? null
  if (Array.isArray(body) && body.length > MAX_BATCH)
    throw new AppError('INVALID_INPUT', untranslated(`A batch holds at most ${MAX_BATCH} messages.`))
  return body
}

/** Our error as a JSON-RPC error; `data` contains the usual body. */
const refusal = ({ code, message }: AppError) => ({
  jsonrpc: '2.0',
  id: null,
  error: {
    code: code === 'INVALID_INPUT' ? (message.includes('JSON') ? PARSE_ERROR : INVALID_REQUEST) : REFUSED,
    message,
    data: { code },
  },
})

const headersOf = (error: AppError): Record<string, string> => ({
  ...(error.status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
  ...(error.status === 405 ? { allow: 'POST' } : {}),
  ...(error.retryAfter === undefined ? {} : { 'retry-after': String(error.retryAfter) }),
})
