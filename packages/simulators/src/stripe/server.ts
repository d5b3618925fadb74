/**
 * Stripe on loopback: the real API's paths, forms, errors, idempotency keys and signed webhooks, with test cards only.
 */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Stripe } from 'stripe'
import { createBilling } from './billing.ts'
import { createCatalogRoutes } from './catalog.ts'
import { createConnect } from './connect.ts'
import { createControls } from './controls.ts'
import { expand } from './expand.ts'
import { StripeFault } from './fault.ts'
import { Input, parseForm } from './input.ts'
import { createPages } from './pages.ts'
import { createPaymentMethods } from './payment-methods.ts'
import { createPaymentRoutes } from './payment-routes.ts'
import { createPayments } from './payments.ts'
import { pageOf, type Handler, type Routes, type Sim } from './sim.ts'
import { PLATFORM, Store } from './store.ts'
import { createWebhooks, type DeliveryMode, type Endpoint } from './webhooks.ts'

export { DELIVERY_MODES, type DeliveryMode } from './webhooks.ts'
export { TEST_CARDS } from './cards.ts'

export interface StripeOptions {
  /** The file that keeps everything over restarts; only in memory when absent. */
  readonly storeFile?: string
  /** The address of the pages for browsers; its own address when absent. */
  readonly publicUrl?: () => string
  /** Starts with some discount codes. */
  readonly discountCodes?: boolean
}

/** Faults for the next calls that match. */
export interface StripeTrouble {
  /** Method and path: `POST /v1/invoices`. */
  readonly call: string
  readonly times: number
  /** `down` cuts the connection before anything happened, `lost` after it, `nonsense` sends no JSON. */
  readonly kind: 'down' | 'lost' | 'error' | 'rate' | 'nonsense'
}

export interface StripeSimulator {
  readonly url: string
  readonly secretKey: string
  readonly publishableKey: string
  readonly webhookSecret: string
  readonly store: Store
  readonly deliverTo: (url: string | undefined) => void
  readonly setMode: (mode: DeliveryMode) => void
  readonly redeliver: (event: Stripe.Event) => Promise<void>
  /** Resolves once no webhook is in flight. */
  readonly settled: () => Promise<void>
  /** Moves the clock and runs what is due by then. */
  readonly advance: (seconds: number) => void
  readonly refund: (chargeId: string, amount?: number, account?: string) => Stripe.Refund
  readonly endDispute: (id: string, won: boolean, account?: string) => Stripe.Dispute
  readonly trouble: (trouble: StripeTrouble) => void
  /** Calls so far: method and path. */
  readonly calls: readonly string[]
  readonly close: () => Promise<void>
}

const MAX_BODY = 1_000_000
/** Older ones are forgotten, as the provider does after a day. */
const MAX_ANSWERS = 20_000
const TICK_MS = 30_000
/** Calls that browsers may make with the publishable key. */
const BROWSER =
  /^(POST \/v1\/payment_methods|(GET|POST) \/v1\/(payment|setup)_intents\/[^/]+(\/(confirm|authenticate))?)$/

interface Route {
  readonly method: string
  readonly pattern: RegExp
  readonly handler: Handler
}

const compile = (routes: Routes): Route[] =>
  Object.entries(routes).map(([name, handler]) => {
    const [method = '', path = ''] = name.split(' ')
    return { method, pattern: new RegExp(`^${path.replaceAll(':', '([^/]+)')}$`), handler }
  })

export async function startStripe(options: StripeOptions = {}): Promise<StripeSimulator> {
  const store = new Store(options.storeFile)
  const webhooks = createWebhooks(store)
  // Random, because visitors of the pages must not reach the rest.
  const secretKey = store.id('sk_test')
  const publishableKey = store.id('pk_test')
  const webhookSecret = store.id('whsec')
  let url = ''
  const sim: Sim = { store, emit: webhooks.emit, publicUrl: () => options.publicUrl?.() ?? url }
  const methods = createPaymentMethods(sim)
  const payments = createPayments(sim, methods)
  const billing = createBilling(sim, payments)
  const connect = createConnect(sim, payments, billing)
  const pages = createPages(sim, { payments, methods, connect })
  const catalog = createCatalogRoutes(sim, billing.endSubscriptions)
  const advance = (seconds: number) => {
    store.ahead += seconds * 1000
    billing.tick()
    store.changed()
  }
  const { mode, setMode } = webhooks
  let isDown = false
  const controls = createControls(sim, {
    payments,
    catalog,
    billing: billing.routes,
    advance,
    mode,
    setMode,
    isDown: () => isDown,
    setDown: (down) => (isDown = down),
  })
  if (options.discountCodes) controls.seed()
  const routes = compile({
    ...createPaymentRoutes(sim, methods, payments),
    ...catalog,
    ...billing.routes,
    ...connect.routes,
    'GET /v1/events': ({ account, input }) => {
      const type = input.string('type')
      const types = input.strings('types')
      return pageOf(
        [...store.of(account).events.values()].filter(
          (one) => (type === undefined || one.type === type) && (!types || types.includes(one.type)),
        ),
        input,
        '/v1/events',
      )
    },
    'GET /v1/events/:': ({ account, ids: [id = ''] }) => store.get(account, 'events', id),
  })
  const troubles: (StripeTrouble & { left: number })[] = []
  const calls: string[] = []
  let closed = false

  const answerCall = (
    request: IncomingMessage,
    path: string,
    query: string,
    body: string,
  ): { status: number; body: string } => {
    const name = `${request.method} ${path}`
    const key = keyOf(request)
    const fromBrowser = key === publishableKey || new URLSearchParams(body).get('key') === publishableKey
    if (!fromBrowser && key !== secretKey)
      throw new StripeFault(401, {
        type: 'authentication_error',
        message: key ? `Invalid API Key provided: ${key.slice(0, 8)}***` : 'You did not provide an API key.',
      })
    if (fromBrowser && !BROWSER.test(name))
      throw new StripeFault(403, {
        type: 'invalid_request_error',
        code: 'secret_key_required',
        message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
      })
    const account = header(request, 'stripe-account')
    store.of(account)
    const idempotencyKey = header(request, 'idempotency-key') || undefined
    const hash = createHash('sha256').update(`${name}?${query}|${body}`).digest('hex')
    const kept = idempotencyKey === undefined ? undefined : store.answers.get(`${account}|${idempotencyKey}`)
    if (kept && kept.hash !== hash)
      throw new StripeFault(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      })
    if (kept) return { status: kept.status, body: kept.body }
    const answer = runCall({ name, account, query, body, fromBrowser, idempotencyKey })
    // As at Stripe, a call that was refused before it started is not stored.
    if (idempotencyKey !== undefined && request.method === 'POST' && (answer.status < 400 || answer.status === 402)) {
      store.answers.set(`${account}|${idempotencyKey}`, { hash, ...answer })
      const [oldest] = store.answers.size > MAX_ANSWERS ? store.answers.keys() : []
      if (oldest !== undefined) store.answers.delete(oldest)
    }
    store.changed()
    return answer
  }

  const runCall = (call: {
    name: string
    account: string
    query: string
    body: string
    fromBrowser: boolean
    idempotencyKey: string | undefined
  }) => {
    const [method = '', path = ''] = call.name.split(' ')
    const found = routes.find((route) => route.method === method && route.pattern.test(path))
    if (!found)
      throw new StripeFault(404, {
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${method}: ${path}).`,
      })
    billing.tick()
    const input = new Input(
      parseForm(method === 'GET' || method === 'DELETE' ? `${call.query}&${call.body}` : call.body),
    )
    const paths = input.strings('expand') ?? []
    const ids = (found.pattern.exec(path) ?? []).slice(1).map((id) => decodeURIComponent(id))
    try {
      const made = found.handler({
        account: call.account,
        input,
        ids,
        fromBrowser: call.fromBrowser,
        idempotencyKey: call.idempotencyKey,
      })
      if (method === 'POST') input.metadata()
      input.ignore('limit', 'starting_after', 'ending_before', 'key').assertAllTaken()
      return { status: 200, body: JSON.stringify(expand(store, call.account, made, paths)) }
    } catch (error) {
      // A decline is a normal answer, and is stored under its key.
      if (error instanceof StripeFault && error.status === 402) return { status: 402, body: faultText(error) }
      throw error
    }
  }

  const server = createServer((request, response) => {
    void handle(request, response).catch((error: unknown) => {
      const fault =
        error instanceof StripeFault
          ? error
          : new StripeFault(500, {
              type: 'api_error',
              message: error instanceof Error ? (error.stack ?? error.message) : 'failed',
            })
      reply(response, fault.status, faultText(fault))
    })
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search, searchParams } = new URL(request.url ?? '/', 'http://stripe')
    const body = await read(request)
    const trouble = troubles.find(({ call, left }) => left > 0 && `${request.method} ${pathname}`.startsWith(call))
    if (trouble) {
      trouble.left -= 1
      if (trouble.kind === 'down') return void request.socket.destroy()
      if (trouble.kind === 'rate')
        throw new StripeFault(429, { type: 'rate_limit_error', code: 'rate_limit', message: 'Too many requests.' })
      if (trouble.kind === 'error')
        throw new StripeFault(500, { type: 'api_error', message: 'An error occurred internally with Stripe.' })
      if (trouble.kind === 'nonsense') return reply(response, 200, '<html>', 'text/html')
    }
    if (!pathname.startsWith('/v1/')) {
      const method = request.method ?? 'GET'
      const shown = controls.answer(method, pathname, body) ?? pages(method, pathname, searchParams, body)
      store.changed()
      if (!shown) return reply(response, 404, '{}')
      response.writeHead(shown.status, shown.headers).end(shown.body)
      return
    }
    calls.push(`${request.method} ${pathname}`)
    if (isDown) throw new StripeFault(500, { type: 'api_error', message: 'An error occurred internally with Stripe.' })
    const answer = answerCall(request, pathname, search.slice(1), body)
    if (trouble?.kind === 'lost') return void request.socket.destroy()
    reply(response, answer.status, answer.body)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const timer = setInterval(() => !closed && billing.tick(), TICK_MS).unref()
  let endpoint: Endpoint | undefined

  return {
    url,
    secretKey,
    publishableKey,
    webhookSecret,
    store,
    deliverTo(to) {
      endpoint = to === undefined ? undefined : { url: to, secret: webhookSecret }
      webhooks.setEndpoint(endpoint)
    },
    setMode,
    redeliver: webhooks.redeliver,
    settled: webhooks.settled,
    advance,
    refund(chargeId, amount, account = PLATFORM) {
      const charge = store.get(account, 'charges', chargeId)
      return payments.refund(account, charge, amount ?? charge.amount_captured - charge.amount_refunded)
    },
    endDispute: (id, won, account = PLATFORM) => payments.endDispute(account, id, won),
    trouble: (one) => void troubles.push({ ...one, left: one.times }),
    calls,
    async close() {
      closed = true
      clearInterval(timer)
      webhooks.close()
      store.save()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const header = (request: IncomingMessage, name: string): string => String(request.headers[name] ?? '')

function keyOf(request: IncomingMessage): string {
  const [kind, value = ''] = header(request, 'authorization').split(' ')
  if (kind === 'Basic') return Buffer.from(value, 'base64').toString().split(':')[0] ?? ''
  return value
}

const faultText = ({ body }: StripeFault): string =>
  JSON.stringify({ error: { ...body, doc_url: 'https://stripe.com/docs/error-codes' } })

function reply(response: ServerResponse, status: number, body: string, type = 'application/json'): void {
  if (response.headersSent) return
  response
    .writeHead(status, {
      'content-type': type,
      'request-id': `req_${Math.random().toString(36).slice(2, 16)}`,
      'stripe-version': '2026-10-28.endive',
    })
    .end(body)
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += (chunk as Buffer).length
    if (size > MAX_BODY)
      throw new StripeFault(413, { type: 'invalid_request_error', message: 'The request is too large.' })
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString()
}
