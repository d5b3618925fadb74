/**
 * A loopback server that speaks OpenAI's API: chat completions, embeddings, transcriptions, speech and models, with faults
 * on demand.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { composeReply } from './compose-reply.ts'
import { complete } from './protocol/chat-completion.ts'
import { Control, type LoggedRequest } from './protocol/control.ts'
import { embeddingsBody } from './embeddings.ts'
import { ApiError, badRequest, checkModel, unsupportedType } from './protocol/errors.ts'
import type { Pace } from './faults.ts'
import { createRealtime, type RealtimeControl } from './realtime/server.ts'
import { findModel, modelBody, modelList } from './protocol/models.ts'
import { obeyInjection } from './protocol/obey-injection.ts'
import { faultyDecision } from './protocol/misbehave.ts'
import { taskOf } from './prompts/prompt.ts'
import { isObject, type JsonObject } from './protocol/check-fields.ts'
import { readBody } from '../http.ts'
import { sendSound } from '../speech/sound.ts'
import { speech, SPEECH_RATE } from './protocol/speech.ts'
import { transcription } from './protocol/transcriptions.ts'
import { validateChat, validateEmbeddings } from './protocol/validate.ts'
import type { Answer, Ending } from './protocol/write-response.ts'
import { failBefore, writeCompletion, writeJson, writeStream } from './protocol/write-response.ts'

/** A running simulator. `url` ends in `/v1`, as clients expect their base URL. */
export type OpenAiSimulator = {
  url: string
  key: string
  control: Control
  /** Controls the realtime socket. */
  realtime: RealtimeControl
  close: () => Promise<void>
}

/** `port` 0 takes a free one; by default 30 ms to the first token and 8 ms for each further one. */
export type OpenAiOptions = Partial<Pace> & { port?: number }

const MAX_BODY = 10 * 1024 * 1024
/** For recordings, including the form around them. */
const MAX_RECORDING = 26 * 1024 * 1024
const TRANSCRIPTIONS = '/v1/audio/transcriptions'
const SPEECH = '/v1/audio/speech'
const POST_ROUTES = ['/v1/chat/completions', '/v1/embeddings', TRANSCRIPTIONS, SPEECH]

export async function startOpenAi({
  port = 0,
  firstTokenMs = 30,
  perTokenMs = 8,
}: OpenAiOptions = {}): Promise<OpenAiSimulator> {
  const control = new Control({ firstTokenMs, perTokenMs })
  const server = createServer((req, res) => void handle(control, req, res))
  const realtime = createRealtime(server, { isKnown: (header) => refusalOf(header) === undefined })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The simulator has no port.')
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    key: `sk-sandbox-${randomBytes(18).toString('base64url')}`,
    control,
    realtime: realtime.control,
    close: () =>
      new Promise((resolve) => {
        realtime.close()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function handle(control: Control, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const started = performance.now()
  const leaving = new AbortController()
  res.on('close', () => leaving.abort())
  res.on('error', () => leaving.abort())
  let logged: LoggedRequest | undefined
  try {
    const bytes = await bodyOf(req)
    // Recordings are not text, so the log shows only their size.
    const raw = pathOf(req) === TRANSCRIPTIONS ? `${bytes.length} bytes` : bytes.toString('utf8')
    logged = logRequest(control, req, raw)
    res.setHeader('x-request-id', `req_${randomBytes(16).toString('hex')}`)
    res.setHeader('openai-version', '2020-10-01')
    res.setHeader('openai-processing-ms', String(Math.round(performance.now() - started)))
    const ending = await respond(control, req, res, { raw, bytes }, leaving.signal)
    logged.outcome = ending === 'answered' && leaving.signal.aborted && !res.writableFinished ? 'left' : ending
    logged.status = res.statusCode
  } catch (error) {
    const failure =
      error instanceof ApiError ? error : new ApiError(500, 'The simulator failed.', { type: 'server_error' })
    if (logged) Object.assign(logged, { outcome: 'answered', status: failure.status })
    if (!(error instanceof ApiError)) console.error('OpenAI simulator:', error)
    // A client that is still sending reads the answer only after its whole body was read.
    req.resume()
    sendError(res, failure)
  }
}

function sendError(res: ServerResponse, failure: ApiError): void {
  if (res.headersSent || res.destroyed) return void res.destroy()
  // The rest of a body that is too large is not read.
  const rest = failure.status === 413 ? { connection: 'close' } : {}
  res
    .writeHead(failure.status, { 'content-type': 'application/json', ...rest, ...failure.headers })
    .end(JSON.stringify({ error: failure.details }))
}

function bodyOf(req: IncomingMessage): Promise<Buffer> {
  const most = pathOf(req) === TRANSCRIPTIONS ? MAX_RECORDING : MAX_BODY
  const refuse = () => {
    throw new ApiError(413, `Request body is larger than ${most} bytes.`, { code: 'request_too_large' })
  }
  return Number(req.headers['content-length'] ?? 0) > most ? refuse() : readBody(req, most).catch(refuse)
}

function logRequest(control: Control, req: IncomingMessage, raw: string): LoggedRequest {
  const headers = Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, String(value)]))
  const logged: LoggedRequest = {
    method: req.method ?? '',
    path: pathOf(req),
    headers,
    body: undefined,
    at: new Date(),
    outcome: 'running',
  }
  try {
    logged.body = raw === '' ? undefined : JSON.parse(raw)
  } catch {
    logged.body = raw
  }
  control.log(logged, raw.length)
  return logged
}

function pathOf(req: IncomingMessage): string {
  return (req.url ?? '/').split('?')[0] ?? '/'
}

async function respond(
  control: Control,
  req: IncomingMessage,
  res: ServerResponse,
  { raw, bytes }: { raw: string; bytes: Buffer },
  left: AbortSignal,
): Promise<Ending> {
  const path = pathOf(req)
  const refusal = refusalOf(req.headers.authorization)
  if (refusal) throw refusal
  if (POST_ROUTES.includes(path)) checkQuota(req.headers.authorization)
  checkMethod(req.method ?? '', path)
  if (req.method === 'GET') {
    const plain: Answer = { res, left, plan: { pace: { firstTokenMs: 0, perTokenMs: 0 } } }
    if (path === '/v1/models') return writeJson(plain, modelList())
    return writeJson(plain, modelBody(checkModel(path.slice('/v1/models/'.length), findModel)))
  }
  const body = path === TRANSCRIPTIONS ? {} : parseJson(req, raw)
  const answer: Answer = { res, left, plan: control.plan(body, raw) }
  const failed = await failBefore(answer)
  if (failed) return failed
  if (path === TRANSCRIPTIONS) {
    const { type, text } = await transcription(req.headers['content-type'] ?? '', bytes)
    res.writeHead(200, { 'content-type': type }).end(text)
    return 'answered'
  }
  if (path === '/v1/embeddings') {
    const { request, model } = validateEmbeddings(body)
    return writeJson(answer, embeddingsBody(request, model.dimensions))
  }
  if (path === SPEECH) return say(answer, body)
  const { request, model, promptTokens } = validateChat(body)
  const purpose = taskOf(request.messages) === 'router' ? 'router' : 'answer'
  const reply =
    faultyDecision(request, answer.plan.fault) ??
    control.nextScripted(purpose) ??
    (control.gullible ? obeyInjection(request) : undefined) ??
    composeReply(request)
  const { fault } = answer.plan
  const completion = complete(request, model, promptTokens, {
    ...reply,
    thinks: fault?.kind === 'thinks' ? fault.tokens : 0,
  })
  return request.stream === true ? writeStream(answer, completion) : writeCompletion(answer, completion)
}

/** An endless fault stops in the middle of the sound and keeps the connection. */
function say({ res, plan: { fault } }: Answer, body: JsonObject): Ending {
  const failure = fault?.kind === 'cut' ? 'cut' : fault?.kind === 'endless' ? 'stall' : undefined
  sendSound(res, { pcm: speech(body), rate: SPEECH_RATE, headers: { 'content-type': 'audio/pcm' }, failure })
  return failure ? 'broken' : 'answered'
}

/** Any key that starts with `sk-` is valid, except those that are meant to fail. */
function refusalOf(header: string | undefined): ApiError | undefined {
  const key = /^Bearer\s+(\S+)$/i.exec(header ?? '')?.[1]
  if (key === undefined)
    return new ApiError(
      401,
      "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).",
    )
  if (!key.startsWith('sk-') || key === 'sk-revoked') {
    const shown = key.length > 8 ? `${key.slice(0, 3)}****${key.slice(-4)}` : '****'
    return new ApiError(401, `Incorrect API key provided: ${shown}.`, { code: 'invalid_api_key' })
  }
  return undefined
}

/** As at OpenAI, an account without credit can still list the models. */
function checkQuota(header: string | undefined): void {
  if (/^Bearer\s+sk-poor\b/i.test(header ?? ''))
    throw new ApiError(429, 'You exceeded your current quota, please check your plan and billing details.', {
      type: 'insufficient_quota',
      code: 'insufficient_quota',
    })
}

function checkMethod(method: string, path: string): void {
  const wanted = POST_ROUTES.includes(path) ? 'POST' : /^\/v1\/models(?:\/|$)/.test(path) ? 'GET' : undefined
  if (!wanted) throw new ApiError(404, `Invalid URL (${method} ${path.slice(0, 200)})`)
  if (method !== wanted)
    throw new ApiError(405, `Not allowed to ${method} on ${path}.`, {
      code: 'method_not_supported',
      headers: { allow: wanted },
    })
}

function parseJson(req: IncomingMessage, raw: string): JsonObject {
  const type = req.headers['content-type'] ?? ''
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(type)) throw unsupportedType(type, 'application/json')
  let body: unknown
  try {
    body = JSON.parse(raw)
  } catch {
    throw badRequest('We could not parse the JSON body of your request.')
  }
  if (!isObject(body))
    throw badRequest('We could not parse the JSON body of your request. (The JSON body must be an object.)')
  return body
}
