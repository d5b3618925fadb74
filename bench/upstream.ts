// A minimal OpenAI-compatible upstream: every chunk is rendered in advance. POST /control `{ firstMs?, tokenMs, tokens
// }` sets its speed; GET /control returns speed, answer and request counts.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { serveChild } from './run-as-child.ts'

/** Milliseconds before the first token (defaults to the interval) and between tokens, and tokens per answer. */
interface Pace {
  firstMs?: number
  tokenMs: number
  tokens: number
}

const CREATED = 1_760_000_000
const WORDS = ['The', ' small', ' river', ' runs', ' past', ' seven', ' old', ' mills', ' and', ' sings']
const IDENTITY = { id: 'chatcmpl-bench', created: CREATED, model: 'bench' }

let pace: Pace = { tokenMs: 0, tokens: 50 }
let plan = render(pace)
let chats = 0
let embeddings = 0

/** The answer for these settings: text, usage and events as bytes. */
function render(given: Pace) {
  const words = Array.from({ length: given.tokens }, (_, index) => WORDS[index % WORDS.length] ?? '')
  const usage = { prompt_tokens: 20, completion_tokens: given.tokens, total_tokens: 20 + given.tokens }
  const event = (choices: unknown[], more: object = {}) =>
    `data: ${JSON.stringify({ ...IDENTITY, object: 'chat.completion.chunk', choices, ...more })}\n\n`
  const choice = (delta: object, reason: string | null = null) => event([{ index: 0, delta, finish_reason: reason }])
  const role = choice({ role: 'assistant', content: '' })
  const tokens = words.map((content) => choice({ content }))
  const end = choice({}, 'stop')
  const done = 'data: [DONE]\n\n'
  const counted = event([], { usage })
  return {
    text: words.join(''),
    usage,
    role: Buffer.from(role),
    tokens: tokens.map((token) => Buffer.from(token)),
    end: { plain: Buffer.from(end + done), counted: Buffer.from(end + counted + done) },
  }
}

function json(response: ServerResponse, body: unknown, status = 200): void {
  const bytes = Buffer.from(JSON.stringify(body))
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length }).end(bytes)
}

/**
 * Streams the answer token by token and stops when the client disconnects. Without a delay each token is still a
 * separate write per event loop turn: a model's tokens arrive in separate packets, whose handling is what costs.
 */
function stream(response: ServerResponse, counted: boolean): void {
  const { plan: own, pace: given } = { plan, pace }
  const first = given.firstMs ?? given.tokenMs
  let sent = 0
  let timer: NodeJS.Timeout | undefined
  const next = () => {
    if (response.destroyed) return
    const token = own.tokens[sent++]
    if (token === undefined) {
      response.end(counted ? own.end.counted : own.end.plain)
      return
    }
    response.write(token)
    later(given.tokenMs)
  }
  const later = (ms: number) => {
    if (ms === 0) setImmediate(next)
    else timer = setTimeout(next, ms)
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  response.write(own.role)
  if (first === 0) next()
  else later(first)
  response.on('close', () => clearTimeout(timer))
}

function chat(response: ServerResponse, body: Record<string, unknown>): void {
  chats++
  if (body.stream === true) {
    stream(response, (body.stream_options as { include_usage?: boolean } | undefined)?.include_usage === true)
    return
  }
  const message = { role: 'assistant', content: plan.text }
  const choices = [{ index: 0, message, finish_reason: 'stop' }]
  const wait = (pace.firstMs ?? pace.tokenMs) + pace.tokenMs * (pace.tokens - 1)
  setTimeout(() => json(response, { ...IDENTITY, object: 'chat.completion', choices, usage: plan.usage }), wait)
}

/** A unit vector that depends only on the text, so that equal texts match. */
function vector(text: string, dimensions: number): number[] {
  let seed = 2_166_136_261
  for (let index = 0; index < text.length; index++) seed = Math.imul(seed ^ text.charCodeAt(index), 16_777_619)
  const raw = Array.from({ length: dimensions }, () => {
    seed = Math.imul(seed, 1_664_525) + 1_013_904_223
    return (seed | 0) / 2_147_483_648
  })
  const norm = Math.hypot(...raw)
  return raw.map((value) => value / norm)
}

function embed(response: ServerResponse, body: Record<string, unknown>): void {
  embeddings++
  const inputs = (Array.isArray(body.input) ? body.input : [body.input]).map(String)
  const usual = String(body.model).includes('large') ? 3072 : 1536
  const dimensions = typeof body.dimensions === 'number' ? body.dimensions : usual
  const encode = (values: number[]) =>
    body.encoding_format === 'base64' ? Buffer.from(new Float32Array(values).buffer).toString('base64') : values
  const data = inputs.map((text, index) => ({
    object: 'embedding',
    index,
    embedding: encode(vector(text, dimensions)),
  }))
  const tokens = inputs.length * 8
  json(response, { object: 'list', model: body.model, data, usage: { prompt_tokens: tokens, total_tokens: tokens } })
}

function control(response: ServerResponse, body: Record<string, unknown> | undefined): void {
  if (body !== undefined) {
    pace = { tokenMs: Number(body.tokenMs ?? 0), tokens: Number(body.tokens ?? 50) }
    if (body.firstMs !== undefined) pace.firstMs = Number(body.firstMs)
    plan = render(pace)
  }
  json(response, { pace, text: plan.text, chats, embeddings })
}

function readBody(request: IncomingMessage, use: (body: Record<string, unknown>) => void, fail: () => void): void {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    try {
      use(JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>)
    } catch {
      fail()
    }
  })
}

serveChild((request, response) => {
  const route = `${request.method} ${request.url}`
  const fail = () => json(response, { error: { message: 'The body is not JSON.', type: 'invalid_request_error' } }, 400)
  if (route === 'POST /v1/chat/completions') readBody(request, (body) => chat(response, body), fail)
  else if (route === 'POST /v1/embeddings') readBody(request, (body) => embed(response, body), fail)
  else if (route === 'POST /control') readBody(request, (body) => control(response, body), fail)
  else if (route === 'GET /control') control(response, undefined)
  else if (route === 'GET /v1/models') {
    json(response, { object: 'list', data: [{ id: 'bench', object: 'model', created: CREATED, owned_by: 'bench' }] })
  } else json(response, { error: { message: `No such route: ${route}`, type: 'invalid_request_error' } }, 404)
})
