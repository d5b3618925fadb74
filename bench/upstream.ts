// A minimal OpenAI-compatible upstream: every chunk is rendered in advance. POST /control `{ tokenMs, tokens }` sets its
// speed; GET /control returns its answer and the number of chats.
import type { ServerResponse } from 'node:http'
import { json as jsonOf } from 'node:stream/consumers'
import { serveChild } from './run-as-child.ts'

/** Milliseconds before the first token and between tokens, and tokens per answer. */
interface Pace {
  tokenMs: number
  tokens: number
}

const CREATED = 1_760_000_000
const WORDS = ['The', ' small', ' river', ' runs', ' past', ' seven', ' old', ' mills', ' and', ' sings']
const IDENTITY = { id: 'chatcmpl-bench', created: CREATED, model: 'bench' }
const DONE = 'data: [DONE]\n\n'

let pace: Pace = { tokenMs: 0, tokens: 50 }
let plan = render(pace)
let chats = 0

function render({ tokens }: Pace) {
  const words = Array.from({ length: tokens }, (_, index) => WORDS[index % WORDS.length] ?? '')
  const usage = { prompt_tokens: 20, completion_tokens: tokens, total_tokens: 20 + tokens }
  const event = (choices: unknown[], more: object = {}) =>
    `data: ${JSON.stringify({ ...IDENTITY, object: 'chat.completion.chunk', choices, ...more })}\n\n`
  const choice = (delta: object, reason: string | null = null) => event([{ index: 0, delta, finish_reason: reason }])
  return {
    text: words.join(''),
    role: Buffer.from(choice({ role: 'assistant', content: '' })),
    tokens: words.map((content) => Buffer.from(choice({ content }))),
    end: choice({}, 'stop') + event([], { usage }) + DONE,
  }
}

const json = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/**
 * Streams the answer token by token and stops when the client disconnects. Without a delay each token is still a
 * separate write per event loop turn: a model's tokens arrive in separate packets, whose handling is what costs.
 */
function stream(response: ServerResponse): void {
  chats++
  const { plan: own, pace: given } = { plan, pace }
  let sent = 0
  let timer: NodeJS.Timeout | undefined
  const next = () => {
    if (response.destroyed) return
    const token = own.tokens[sent++]
    if (token === undefined) return void response.end(own.end)
    response.write(token)
    later()
  }
  const later = () => {
    if (given.tokenMs === 0) setImmediate(next)
    else timer = setTimeout(next, given.tokenMs)
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  response.write(own.role)
  if (given.tokenMs === 0) next()
  else later()
  response.on('close', () => clearTimeout(timer))
}

serveChild((request, response) => {
  const route = `${request.method} ${request.url}`
  const read = (use: (body: Pace) => void) =>
    void jsonOf(request).then(
      (body) => use(body as Pace),
      () => json(response, { error: { message: 'The body is not JSON.', type: 'invalid_request_error' } }, 400),
    )
  const state = () => json(response, { text: plan.text, chats })
  if (route === 'POST /v1/chat/completions') read(() => stream(response))
  else if (route === 'GET /control') state()
  else if (route === 'POST /control')
    read((body) => {
      pace = body
      plan = render(pace)
      state()
    })
  else json(response, { error: { message: `No such route: ${route}`, type: 'invalid_request_error' } }, 404)
})
