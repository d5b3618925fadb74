/** A loopback server that speaks Voiceflow's Dialog Manager API over a demo project; strict, and faulty on demand. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Fault, applyFault } from './faults.ts'
import { play, type Trace, type UserState } from './project.ts'
import { type Action, readInteraction, Refusal } from './parse-request.ts'

export type { Fault } from './faults.ts'

export interface VoiceflowOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number
  /** Keys of projects; when absent, every key of the right form. */
  readonly keys?: readonly string[]
}

export interface VoiceflowCall {
  readonly method: string
  readonly userId: string
  readonly version: string
  readonly action: Action | undefined
  readonly headers: Readonly<Record<string, string>>
  status: number
}

export interface VoiceflowSimulator {
  readonly url: string
  /** `host:port`. */
  readonly host: string
  /** The newest thousand, oldest first. */
  readonly calls: VoiceflowCall[]
  /** States by key, version and user, e.g. to check that none is shared. */
  readonly users: ReadonlyMap<string, UserState>
  /** Faults for the next calls, one each; clears them without arguments. */
  readonly fail: (...faults: Fault[]) => void
  /** Answers for the next interactions instead of the project's; the user's state does not change. */
  readonly script: (...answers: unknown[]) => void
  readonly close: () => Promise<void>
}

const MAX_BODY = 1024 * 1024
const MAX_CALLS = 1000

interface Running {
  readonly options: VoiceflowOptions
  readonly calls: VoiceflowCall[]
  readonly users: Map<string, UserState>
  faults: Fault[]
  scripted: unknown[]
  origin: string
}

/**
 * Starts it on 127.0.0.1. Any key `VF.DM.…` opens a separate project; `VF.DM.revoked` opens none, and
 * `VF.DM.unpublished` has no published version.
 */
export async function startVoiceflow(options: VoiceflowOptions = {}): Promise<VoiceflowSimulator> {
  const running: Running = { options, calls: [], users: new Map(), faults: [], scripted: [], origin: '' }
  const server = createServer((request, response) => {
    handle(running, request, response).catch((error: unknown) => refuse(response, error))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', () => resolve())
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The simulator has no port.')
  const host = `127.0.0.1:${address.port}`
  running.origin = `http://${host}`
  return {
    url: running.origin,
    host,
    calls: running.calls,
    users: running.users,
    fail: (...faults) => void (running.faults = faults),
    script: (...answers) => void running.scripted.push(...answers),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function handle(running: Running, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://simulator')
  if (request.method === 'GET' && /^\/pictures\/[a-z]+\.svg$/.test(pathname)) return picture(response)
  const raw = await readBody(request)
  const [, encoded, interact] = /^\/state\/user\/([^/]+)(\/interact)?$/.exec(pathname) ?? []
  const userId = encoded === undefined ? '' : decodeURIComponent(encoded)
  const call: VoiceflowCall = {
    method: request.method ?? '',
    userId,
    version: String(request.headers['versionid'] ?? 'development'),
    action: undefined,
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    status: 0,
  }
  running.calls.push(call)
  if (running.calls.length > MAX_CALLS) running.calls.shift()
  response.on('close', () => void (call.status = response.statusCode))
  const key = authorize(running, request, call)
  if (userId === '' || userId.length > 128) throw new Refusal(404, 'There is no such path.')
  const place = `${key}|${call.version}|${userId}`
  if (interact === undefined) {
    if (request.method !== 'DELETE') throw new Refusal(404, 'There is no such path.')
    running.users.delete(place)
    return send(response, 200, {})
  }
  if (request.method !== 'POST') throw new Refusal(404, 'There is no such path.')
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? ''))
    throw new Refusal(400, 'The body is no JSON.')
  await answer(running, { call, place, raw }, response)
}

async function answer(
  running: Running,
  { call, place, raw }: { call: VoiceflowCall; place: string; raw: string },
  response: ServerResponse,
): Promise<void> {
  const { action, variables, excludeTypes } = readInteraction(raw)
  Object.assign(call, { action })
  const [fault] = running.faults
  if (fault && (fault.action === undefined || fault.action === action.type)) {
    running.faults = running.faults.slice(1)
    return applyFault(fault, response)
  }
  if (running.scripted.length > 0) return send(response, 200, running.scripted.shift())
  // A user who was never launched is at the beginning.
  const user = running.users.get(place) ?? { at: 'ended', variables: {} }
  user.variables = { ...user.variables, ...variables }
  running.users.set(place, user)
  const traces = play(user, action, `${running.origin}/pictures`)
  send(
    response,
    200,
    traces
      .filter(({ type }) => !excludeTypes.includes(type))
      .map((trace): Trace & { time: number } => ({ ...trace, time: Date.now() })),
  )
}

/** The key in the header, without a scheme. */
function authorize({ options }: Running, request: IncomingMessage, { version }: VoiceflowCall): string {
  const key = request.headers.authorization ?? ''
  const isKnown = options.keys ? options.keys.includes(key) : /^VF\.DM\.[\w.-]+$/.test(key) && key !== 'VF.DM.revoked'
  if (!isKnown) throw new Refusal(401, 'API key is invalid.')
  const isVersion = ['development', 'production'].includes(version) || /^[0-9a-f]{24}$/.test(version)
  if (!isVersion || (version === 'production' && key === 'VF.DM.unpublished'))
    throw new Refusal(404, 'Version not found.')
  return key
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > MAX_BODY) throw new Refusal(413, 'The body is too large.')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

function refuse(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy()
  const status = error instanceof Refusal ? error.status : 500
  send(response, status, { code: status, status: 'Refused', data: error instanceof Error ? error.message : 'Failed.' })
}

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 180"><rect width="320" height="180" fill="#3d7a5d"/><circle cx="160" cy="90" r="50" fill="#f4ead5"/></svg>'
function picture(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'image/svg+xml', 'cache-control': 'max-age=3600' }).end(SVG)
}
