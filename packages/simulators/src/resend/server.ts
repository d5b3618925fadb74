/**
 * A loopback server with Resend's `/emails`, `/domains` and receiving API: as strict as the service, with faults on
 * demand.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createDomains, type DomainsOptions, type ResendStatus } from './domains.ts'
import { domainOf, parseMail, Refusal, type SentMail } from './parse-mail.ts'
import { createReceiving } from './receiving.ts'

export type { SentMail } from './parse-mail.ts'
export type { ReceivedFile, WrittenMail } from './receiving.ts'

export interface ResendOptions extends DomainsOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number
  /** Allowed sender domains, besides added and verified ones; when absent, every domain that was not added. */
  readonly domains?: readonly string[]
  /** Requests per key and second; unlimited when absent. */
  readonly perSecond?: number
  /** Passes each accepted mail on, as the service does to the recipient's server. */
  readonly deliver?: (mail: SentMail) => Promise<void>
}

/**
 * `limit`: 429 with `retry-after` · `broken`: 500 · `hang`: no answer · `lost`: the mail is accepted, but the answer
 * never comes.
 */
export type ResendFault = 'limit' | 'broken' | 'hang' | 'lost'

export interface ResendSimulator {
  readonly url: string
  readonly key: string
  /** Accepted mails, oldest first. */
  readonly mails: SentMail[]
  /** Statuses of all answers, in order; 0 for none. */
  readonly answers: number[]
  /** Faults for the next requests, one each; clears them without arguments. */
  readonly fail: (...faults: ResendFault[]) => void
  /** Ends the verification of an added domain, or revokes it later. */
  readonly settle: (domain: string, status: ResendStatus) => void
  readonly domains: () => string[]
  /** Signs requests to the webhook. */
  readonly webhookSecret: string
  readonly deliverTo: (webhook: string) => void
  /** A person writes to a domain of the account. */
  readonly receive: ReturnType<typeof createReceiving>['receive']
  readonly receiving: ReturnType<typeof createReceiving>
  readonly close: () => Promise<void>
}

interface Running {
  readonly receiving: ReturnType<typeof createReceiving>
  readonly options: ResendOptions
  readonly domains: ReturnType<typeof createDomains>
  readonly key: string
  readonly mails: SentMail[]
  readonly answers: number[]
  /** By idempotency key: a digest of the request, and the returned id. */
  readonly known: Map<string, { digest: string; id: string }>
  faults: ResendFault[]
  /** Times of the requests in the last second. */
  times: number[]
}

/** Starts it on 127.0.0.1 with a new key. */
export async function startResend(options: ResendOptions = {}): Promise<ResendSimulator> {
  let url = ''
  const running: Running = {
    options,
    receiving: createReceiving({ url: () => url }),
    domains: createDomains(options),
    key: `re_${randomBytes(18).toString('base64url')}`,
    mails: [],
    answers: [],
    known: new Map(),
    faults: [],
    times: [],
  }
  const server = createServer((request, response) => {
    handle(running, request, response).catch((error: unknown) => {
      const refusal = error instanceof Refusal ? error : new Refusal(500, 'application_error', String(error))
      answer(running, response, refusal.status, {
        statusCode: refusal.status,
        name: refusal.code,
        message: refusal.message,
      })
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', () => resolve())
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The Resend simulator has no port.')
  url = `http://127.0.0.1:${address.port}`
  const { receiving } = running
  return {
    url,
    webhookSecret: receiving.secret,
    deliverTo: receiving.deliverTo,
    receive: receiving.receive,
    receiving,
    key: running.key,
    mails: running.mails,
    answers: running.answers,
    fail: (...faults) => void (running.faults = faults),
    settle: running.domains.settle,
    domains: running.domains.names,
    close: () =>
      new Promise((resolve) => {
        receiving.close()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function answer(running: Running, response: ServerResponse, status: number, body: unknown): void {
  running.answers.push(status)
  response.writeHead(status, { 'content-type': 'application/json', ...(status === 429 ? { 'retry-after': '1' } : {}) })
  response.end(JSON.stringify(body))
}

async function handle(running: Running, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const { pathname } = new URL(request.url ?? '/', 'http://simulator')
  const isDomains = /^\/domains(?:\/|$)/.test(pathname)
  const isReceiving = /^\/emails\/receiving(?:\/|$)/.test(pathname)
  const file = /^\/received-files\/(\w+)$/.exec(pathname)?.[1]
  if (file !== undefined) return sendFile(running, file, response)
  if (pathname !== '/emails' && !isDomains && !isReceiving)
    throw new Refusal(404, 'not_found', 'The requested endpoint does not exist.')
  if (!isDomains && !isReceiving && request.method !== 'POST')
    throw new Refusal(405, 'method_not_allowed', 'Method is not allowed for the requested path.')
  authorize(running, request)
  const fault = running.faults.shift()
  if (fault === 'hang') return void running.answers.push(0)
  if (fault === 'broken') throw new Refusal(500, 'internal_server_error', 'An unexpected error occurred.')
  if (fault === 'limit' || isTooFast(running))
    throw new Refusal(429, 'rate_limit_exceeded', 'Too many requests. Please limit the number of requests per second.')
  const raw = Buffer.concat(chunks).toString('utf8')
  if (isDomains) {
    const { status, body } = running.domains.answer(request.method ?? '', pathname, parsed(raw))
    return answer(running, response, status, body)
  }
  if (isReceiving) {
    const { status, body } = running.receiving.answer(request.method ?? '', pathname)
    return answer(running, response, status, body)
  }
  const id = await accept(running, request, raw)
  if (fault === 'lost') {
    running.answers.push(0)
    return void response.destroy()
  }
  answer(running, response, 200, { id })
}

/** The address is signed, so it needs no key. */
function sendFile(running: Running, token: string, response: ServerResponse): void {
  const file = running.receiving.download(token)
  running.answers.push(file ? 200 : 403)
  response.writeHead(file ? 200 : 403, { 'content-type': file?.contentType ?? 'application/xml' })
  response.end(file?.content ?? '<Error><Code>AccessDenied</Code></Error>')
}

function authorize({ key }: Running, { headers, method }: IncomingMessage): void {
  if (!headers['user-agent']) throw new Refusal(403, 'validation_error', 'error code: 1010')
  const [, given] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? []
  if (given === undefined)
    throw new Refusal(
      401,
      'missing_api_key',
      'Missing API key in the authorization header. Include the following header `Authorization: Bearer YOUR_API_KEY` in the request.',
    )
  if (given !== key) throw new Refusal(403, 'invalid_api_key', 'API key is invalid')
  if (method === 'POST' && !/^application\/json\b/.test(headers['content-type'] ?? ''))
    throw new Refusal(400, 'validation_error', 'The request body is not JSON.')
}

function parsed(raw: string): unknown {
  if (raw === '') return undefined
  try {
    return JSON.parse(raw)
  } catch {
    throw new Refusal(400, 'validation_error', 'The request body is not valid JSON.')
  }
}

function isTooFast(running: Running): boolean {
  const now = Date.now()
  running.times = [...running.times.filter((time) => now - time < 1000), now]
  return running.times.length > (running.options.perSecond ?? Infinity)
}

/** Accepts the mail once per idempotency key, and returns its id. */
async function accept(
  { known, mails, options, domains }: Running,
  { headers }: IncomingMessage,
  raw: string,
): Promise<string> {
  const key = headers['idempotency-key']?.toString()
  if (key !== undefined && (key.length < 1 || key.length > 256))
    throw new Refusal(400, 'invalid_idempotency_key', 'The key must be between 1-256 chars.')
  const mail = parseMail(raw)
  const domain = domainOf(mail.from)
  const added = domains.statusOf(domain)
  if (added === undefined ? options.domains?.includes(domain) === false : added !== 'verified')
    throw new Refusal(403, 'validation_error', `The ${domain} domain is not verified.`)
  const digest = createHash('sha256').update(raw).digest('hex')
  const earlier = key === undefined ? undefined : known.get(key)
  if (earlier) {
    if (earlier.digest === digest) return earlier.id
    throw new Refusal(409, 'invalid_idempotent_request', 'Same idempotency key used with a different request payload.')
  }
  const id = randomUUID()
  if (key !== undefined) known.set(key, { digest, id })
  const sent = { id, idempotencyKey: key, ...mail }
  mails.push(sent)
  await options.deliver?.(sent)
  return id
}
