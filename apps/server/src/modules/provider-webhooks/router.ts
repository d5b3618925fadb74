// The single route of webhooks: raw bytes in, response out. Fixed contract paths use `answerWebhook`.
import type { AnyContractProcedure } from '@orpc/contract'
import type { OpMeta } from '@parlance/contract/lib/operation'
import { AppError } from '@parlance/contract/lib/errors'
import type { Context, Hono } from 'hono'
import type { NodeBindings } from '../../lib/http/app-types.ts'
import { BodyTooLarge, readBytes } from '../../lib/http/pipeline/body.ts'
import { clientIp, isLocal, limitKey } from '../../lib/http/client-ip.ts'
import { asAppError, errorBody, logError } from '../../lib/http/errors.ts'
import { securityHeaders } from '../../lib/http/headers.ts'
import { LOCAL_FACTOR, type RequestPipeline } from '../../lib/http/pipeline/request-pipeline.ts'
import type { ProviderWebhooks } from './service.ts'

const MAX_BYTES = 1_000_000

type Contract = Readonly<Record<string, Readonly<Record<string, AnyContractProcedure>>>>

/** Contract paths that a provider calls. */
const webhooksOf = (contract: Contract) =>
  Object.values(contract).flatMap((calls) =>
    Object.values(calls).flatMap((procedure) => {
      const { meta, route } = procedure['~orpc']
      const { webhook: provider } = meta as OpMeta
      const path = `/api/:region${route.path?.replace(/\{(\w+)\}/g, ':$1')}`
      return provider === undefined ? [] : [{ provider, method: route.method ?? 'POST', path }]
    }),
  )

interface RouteDeps {
  readonly pipeline: RequestPipeline
  readonly webhooks: ProviderWebhooks
  readonly appOrigin: () => string
}

export function mountProviderWebhooks(app: Hono<NodeBindings>, deps: RouteDeps, contract: Contract): void {
  for (const { provider, method, path } of webhooksOf(contract))
    app.on(method, path, (c) => answerWebhook(c, deps, { provider, path: '' }))
  const serve = (c: Context<NodeBindings>) => {
    const provider = c.req.param('provider') ?? ''
    return answerWebhook(c, deps, { provider, path: c.req.path.slice(`/webhooks/${provider}/`.length) })
  }
  app.all('/webhooks/:provider', serve)
  app.all('/webhooks/:provider/*', serve)
}

export async function answerWebhook(
  c: Context<NodeBindings>,
  { pipeline, webhooks, appOrigin }: RouteDeps,
  { provider, path }: { readonly provider: string; readonly path: string },
): Promise<Response> {
  const requestId = c.get('requestId')
  const { incoming } = c.env
  const headers = { 'x-request-id': requestId, ...securityHeaders('api', pipeline.https()) }
  const known = webhooks.find(provider)
  const done = pipeline.metrics.started(known ? `webhooks.${provider}` : 'webhooks')
  const ip = limitKey(clientIp(incoming, pipeline.trustedProxies))
  const requestWith = (body: Buffer) => ({
    method: c.req.method,
    path,
    url: `${appOrigin()}${c.req.path}`,
    params: c.req.param() as Record<string, string>,
    query: new URL(c.req.url).searchParams,
    headers: c.req.raw.headers,
    body,
    now: new Date(),
  })
  try {
    if (!pipeline.open()) throw new AppError('UNAVAILABLE')
    if (!known) throw new AppError('NOT_FOUND')
    if (!['GET', 'POST'].includes(c.req.method)) throw new AppError('METHOD_NOT_ALLOWED')
    const body = c.req.method === 'GET' ? Buffer.alloc(0) : await readBytes(incoming, known.maxBytes ?? MAX_BYTES)
    const { status = 200, contentType, body: answer } = await webhooks.receive(provider, requestWith(body))
    done(status)
    return c.body(answer, status, { ...headers, 'content-type': contentType })
  } catch (thrown) {
    let error = asAppError(thrown)
    if (error.code === 'REQUEST_TIMEOUT') webhooks.cutOff(provider)
    if (error instanceof BodyTooLarge)
      await webhooks
        .refuseTooLarge(provider, requestWith(error.head))
        .catch((failure: unknown) => pipeline.log.warn({ err: failure, provider }, 'a refusal was not logged'))
    // Slows down guessing of signatures; verified calls are not counted.
    if (error.status < 500)
      await pipeline.limits
        .take('webhook', { ip }, isLocal(incoming) ? LOCAL_FACTOR : 1)
        .catch((limited: unknown) => (error = asAppError(limited)))
    logError(pipeline.log, error, { op: `webhooks.${provider.slice(0, 40)}`, requestId })
    done(error.status)
    return c.json(errorBody(error, requestId), error.status as 400, {
      ...headers,
      ...(error.retryAfter === undefined ? {} : { 'retry-after': String(error.retryAfter) }),
    })
  }
}
