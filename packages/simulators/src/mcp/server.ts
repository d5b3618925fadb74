/** A loopback MCP server: streamable HTTP at `/mcp`, the older event stream at `/sse`; strict, and hostile on demand. */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Fault, applyFault } from './faults.ts'
import { answer, type Message, type McpTool, readMessage, type Session } from './protocol.ts'

export type { Fault } from './faults.ts'
export type { McpTool } from './protocol.ts'

export interface McpOptions {
  readonly tools?: readonly McpTool[]
  /** Bearer that every request must carry; none when absent. */
  readonly token?: string
  /** Tools per page; all when absent. */
  readonly pageSize?: number
  /** Response format of `/mcp`. */
  readonly answers?: 'json' | 'stream'
}

export interface McpSimulator {
  readonly url: string
  readonly sseUrl: string
  /** `host:port` for an allow-list. */
  readonly host: string
  /** Requested methods, oldest first; `GET` and `DELETE` for requests without a message. */
  readonly asked: string[]
  /** Open sessions, including those of clients that left without closing theirs. */
  readonly sessions: ReadonlyMap<string, Session>
  /** Applies to all matching requests from now on; `undefined` ends it. */
  readonly fail: (fault: Fault | undefined) => void
  readonly close: () => Promise<void>
}

const MAX_BODY = 1024 * 1024

export async function startMcp(options: McpOptions = {}): Promise<McpSimulator> {
  const asked: string[] = []
  const sessions = new Map<string, Session>()
  const streams = new Map<string, ServerResponse>()
  let fault: Fault | undefined
  const state: State = { options, asked, sessions, streams, fault: () => fault }
  const server = createServer((request, response) => {
    handle(state, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The simulator has no port.')
  const host = `127.0.0.1:${address.port}`
  return {
    url: `http://${host}/mcp`,
    sseUrl: `http://${host}/sse`,
    host,
    asked,
    sessions,
    fail(next) {
      fault = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface State {
  readonly options: McpOptions
  readonly asked: string[]
  readonly sessions: Map<string, Session>
  readonly streams: Map<string, ServerResponse>
  readonly fault: () => Fault | undefined
}

async function handle(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://simulator')
  const { token } = state.options
  if (token !== undefined && request.headers.authorization !== `Bearer ${token}`)
    return refuse(response, 401, 'A valid token is needed.')
  if (url.pathname === '/sse' && request.method === 'GET') return openStream(state, request, response)
  if (url.pathname === '/messages' && request.method === 'POST')
    return takeMessage(state, url.searchParams.get('session') ?? '', request, response)
  if (url.pathname !== '/mcp') return refuse(response, 404, 'There is nothing here.')
  if (request.method === 'DELETE') return endSession(state, request, response)
  if (request.method !== 'POST') return note(state, String(request.method), () => refuse(response, 405, 'Only POST.'))
  return takeRequest(state, request, response)
}

function note(state: State, method: string, then: () => void): void {
  state.asked.push(method)
  then()
}

function refuse(response: ServerResponse, status: number, message: string): undefined {
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } }))
}

/** The message of a request, or a response with the problem. */
async function read(request: IncomingMessage, response: ServerResponse): Promise<Message | undefined> {
  const refused = (status: number, message: string) => refuse(response, status, message)
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) return refused(415, 'Send JSON.')
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > MAX_BODY) return refused(413, 'Too large.')
    parts.push(part)
  }
  return readMessage(Buffer.concat(parts).toString()) ?? refused(400, 'This is no JSON-RPC message.')
}

async function takeRequest(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const accept = request.headers.accept ?? ''
  if (!accept.includes('application/json') || !accept.includes('text/event-stream'))
    return refuse(response, 406, 'Accept both application/json and text/event-stream.')
  const message = await read(request, response)
  if (!message) return
  state.asked.push(message.method)
  if (await applyFault(state.fault(), message, response)) return
  const session = sessionFor(state, message, request, response)
  if (!session) return
  const result = answer(session, message, state.options)
  if (result === undefined) return void response.writeHead(202).end()
  const head = message.method === 'initialize' ? { 'mcp-session-id': session.id } : {}
  if (state.options.answers === 'stream') {
    response.writeHead(200, { 'content-type': 'text/event-stream', ...head })
    response.end(`event: message\ndata: ${JSON.stringify(result)}\n\n`)
  } else response.writeHead(200, { 'content-type': 'application/json', ...head }).end(JSON.stringify(result))
}

/** A new session for `initialize`; otherwise the named one, in the negotiated version. */
function sessionFor(
  state: State,
  { method }: Message,
  request: IncomingMessage,
  response: ServerResponse,
): Session | undefined {
  if (method === 'initialize') {
    const session: Session = { id: randomUUID(), initialized: false, version: '' }
    state.sessions.set(session.id, session)
    return session
  }
  const id = request.headers['mcp-session-id']
  if (typeof id !== 'string') return refuse(response, 400, 'A session is needed.')
  const session = state.sessions.get(id)
  if (!session) return refuse(response, 404, 'There is no such session.')
  const version = request.headers['mcp-protocol-version']
  if (version !== session.version) return refuse(response, 400, 'This is not the version that was agreed on.')
  return session
}

function endSession(state: State, request: IncomingMessage, response: ServerResponse): void {
  state.asked.push('DELETE')
  const known = state.sessions.delete(String(request.headers['mcp-session-id']))
  response.writeHead(known ? 204 : 404).end()
}

/** The older transport: responses use the stream that was opened first. */
function openStream(state: State, request: IncomingMessage, response: ServerResponse): void {
  state.asked.push('GET')
  const session: Session = { id: randomUUID(), initialized: false, version: '' }
  state.sessions.set(session.id, session)
  state.streams.set(session.id, response)
  request.on('close', () => {
    state.sessions.delete(session.id)
    state.streams.delete(session.id)
  })
  const fault = state.fault()
  const endpoint = fault?.kind === 'elsewhere' ? fault.location : `/messages?session=${session.id}`
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(`event: endpoint\ndata: ${endpoint}\n\n`)
}

async function takeMessage(
  state: State,
  sessionId: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const session = state.sessions.get(sessionId)
  const stream = state.streams.get(sessionId)
  if (!session || !stream) return refuse(response, 404, 'There is no such session.')
  const message = await read(request, response)
  if (!message) return
  state.asked.push(message.method)
  if (await applyFault(state.fault(), message, response)) return
  response.writeHead(202).end()
  const result = answer(session, message, state.options)
  if (result !== undefined) stream.write(`event: message\ndata: ${JSON.stringify(result)}\n\n`)
}
