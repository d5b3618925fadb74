// Gives browsers access to the Stripe simulator: its pages, and calls with a publishable key.
import type { Hono } from 'hono'
import type { NodeBindings } from './app-types.ts'
import { readBytes } from './pipeline/body.ts'
import { clientIp, isLocal, limitKey } from './client-ip.ts'
import { securityHeaders } from './headers.ts'
import { LOCAL_FACTOR, type RequestPipeline } from './pipeline/request-pipeline.ts'

const PATH = '/sandbox/stripe'
const MAX_BYTES = 100_000
/** What strangers may reach; the page with codes and clock stays on this machine. */
const OPEN = /^\/(v1|c|i|3ds|onboarding|express)\//
/** Plain pages with one form, which may lead back to any of our hosts. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'"

export function mountSandboxStripe(
  app: Hono<NodeBindings>,
  { pipeline, target }: { readonly pipeline: RequestPipeline; readonly target: string },
): void {
  app.on(['GET', 'POST'], `${PATH}/*`, async (c, next) => {
    if (!OPEN.test(c.req.path.slice(PATH.length))) return next()
    const { incoming } = c.env
    const ip = limitKey(clientIp(incoming, pipeline.trustedProxies))
    await pipeline.limits.take('public', { ip }, isLocal(incoming) ? LOCAL_FACTOR : 1)
    const { search } = new URL(c.req.url)
    const authorization = c.req.header('authorization') ?? ''
    const account = c.req.header('stripe-account')
    const body = c.req.method === 'POST' ? await readBytes(incoming, MAX_BYTES) : undefined
    const answer = await fetch(`${target}${c.req.path.slice(PATH.length)}${search}`, {
      method: c.req.method,
      redirect: 'manual',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        // The secret key stays on this machine.
        ...(authorization.startsWith('Bearer pk_') ? { authorization } : {}),
        ...(account ? { 'stripe-account': account } : {}),
      },
      ...(body ? { body: new Uint8Array(body) } : {}),
    })
    const headers: Record<string, string> = {
      ...securityHeaders('api', pipeline.https()),
      'content-security-policy': POLICY,
      'content-type': answer.headers.get('content-type') ?? 'text/plain',
    }
    for (const name of ['location', 'content-disposition']) {
      const value = answer.headers.get(name)
      if (value) headers[name] = value
    }
    return c.body(await answer.arrayBuffer(), answer.status as 200, headers)
  })
}
