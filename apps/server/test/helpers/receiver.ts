// A strict webhook receiver: it knows its secret, refuses unsigned requests, and misbehaves on demand.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

export interface Received {
  readonly id: string
  readonly type: string
  readonly body: string
  readonly payload: Record<string, unknown>
  readonly headers: IncomingMessage['headers']
  readonly path: string
  /** Milliseconds since 1970. */
  readonly at: number
}
type Behave = (response: ServerResponse, request: Received) => void

const accept: Behave = (response) => response.writeHead(204).end()

export async function startReceiver() {
  const received: Received[] = []
  /** Requests without a valid signature or event. */
  const refused: string[] = []
  const state = { secret: '', behave: accept, open: 0, most: 0 }
  const server = createServer((request, response) => {
    state.open += 1
    state.most = Math.max(state.most, state.open)
    response.on('close', () => (state.open -= 1))
    void read(request).then((body) => {
      const one = open(body, request, state.secret)
      if (typeof one === 'string') {
        refused.push(one)
        return response.writeHead(401).end(one)
      }
      received.push(one)
      return state.behave(response, one)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}/hook`,
    received,
    refused,
    /** The highest number of open requests. */
    most: () => state.most,
    trust: (secret: string) => void (state.secret = secret),
    behave: (next: Behave = accept) => void (state.behave = next),
    reset() {
      received.length = 0
      refused.length = 0
      state.behave = accept
      state.most = 0
    },
    of: (type: string) => received.filter((one) => one.type === type),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

function open(body: string, request: IncomingMessage, secret: string): Received | string {
  const { headers, method } = request
  if (method !== 'POST' || !headers['content-type']?.startsWith('application/json')) return 'not an event'
  if (Buffer.byteLength(body) >= 20_000) return 'too large'
  try {
    const said = new Webhook(secret).verify(body, headers as Record<string, string>) as {
      type: string
      payload: Record<string, unknown>
    }
    const id = String(headers['webhook-id'])
    return { id, type: said.type, body, payload: said.payload, headers, path: request.url ?? '', at: Date.now() }
  } catch (error) {
    return String(error)
  }
}
