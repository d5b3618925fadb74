// The cost of routing and hand-written streaming: Hono in front, node:http to the model, the UI message stream written
// event by event to the socket. Stores nothing.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import { serve } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { endWithParent, reportReady } from './run-as-child.ts'
import { readEvent, SseParser } from './sse.ts'

const upstream = new URL(process.argv[2] ?? '')
const agent = new Agent({ keepAlive: true, maxSockets: 1000 })
const send = (outgoing: ServerResponse, event: object) => outgoing.write(`data: ${JSON.stringify(event)}\n\n`)

function open(outgoing: ServerResponse): void {
  outgoing.writeHead(200, { 'content-type': 'text/event-stream', 'x-vercel-ai-ui-message-stream': 'v1' })
}

function relay(answer: IncomingMessage, outgoing: ServerResponse): void {
  const parser = new SseParser()
  open(outgoing)
  send(outgoing, { type: 'start' })
  send(outgoing, { type: 'text-start', id: '0' })
  answer.on('data', (bytes: Buffer) => {
    for (const data of parser.push(bytes)) {
      const event = readEvent('openai', data)
      if (event.kind === 'text') send(outgoing, { type: 'text-delta', id: '0', delta: event.text })
    }
  })
  answer.on('end', () => {
    send(outgoing, { type: 'text-end', id: '0' })
    send(outgoing, { type: 'finish' })
    outgoing.end('data: [DONE]\n\n')
  })
}

const app = new Hono<{ Bindings: HttpBindings }>()

app.post('/chat', async (c) => {
  const { messages } = await c.req.json<{ messages: unknown }>()
  const { outgoing } = c.env
  const body = JSON.stringify({ model: 'bench', stream: true, stream_options: { include_usage: true }, messages })
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const target = { host: upstream.hostname, port: upstream.port, path: '/v1/chat/completions', method: 'POST' }
  const onward = request({ ...target, headers, agent }, (answer) => relay(answer, outgoing))
  onward.on('error', () => outgoing.destroy())
  outgoing.on('close', () => onward.destroy())
  onward.end(body)
  return RESPONSE_ALREADY_SENT
})

app.get('/live', (c) => {
  open(c.env.outgoing)
  c.env.outgoing.write(': open\n\n')
  return RESPONSE_ALREADY_SENT
})

endWithParent()
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => {
  reportReady((server.address() as AddressInfo).port)
})
