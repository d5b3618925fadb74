// The load generator: raw sockets in its own process, so that its work is not attributed to the server. Runs one job at
// a time and returns each result.
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { endWithParent } from './run-as-child.ts'
import { ResponseReader } from './http.ts'
import type { Format } from './sse.ts'
import { readEvent, SseParser } from './sse.ts'

/** `{{uuid}}` in `body` is replaced by a new one per request. */
export interface RequestSpec {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body: string
}

/** Closed loop: `streams` in parallel, each starting its next turn when one ends, until `turns` or `forMs`. */
export interface TurnsJob {
  kind: 'turns'
  request: RequestSpec
  format: Format
  /** The text every answer must have; any other is an error. */
  text: string
  streams: number
  turns: number
  forMs: number
  turnTimeoutMs: number
}

export interface TurnsResult {
  kind: 'turns'
  /** Milliseconds from before writing the request to the first text delta, per good turn. */
  firstToken: number[]
  /** Milliseconds to the end of the response, per good turn. */
  total: number[]
  /** Good turns that ended within `windowMs` of the first request. */
  turnsInWindow: number
  windowMs: number
  deltas: number
  errors: number
  errorSamples: string[]
  /** Data of the `start` events. */
  starts: Record<string, string>[]
}

/** Opens one connection per request and keeps them open until a `release` job. */
export interface HoldJob {
  kind: 'hold'
  requests: RequestSpec[]
}

export interface HoldResult {
  kind: 'hold'
  open: number
  errors: number
  errorSamples: string[]
}

export type Job = TurnsJob | HoldJob | { kind: 'release' }
export type Result =
  | TurnsResult
  | HoldResult
  | { kind: 'release'; stillOpen: number }
  | { kind: 'failed'; message: string }

const OPEN_AT_ONCE = 50
/** Aborts a job after this many failed turns: the server is not measurable. */
const MAX_ERRORS = 50
const HOLD_TIMEOUT_MS = 15_000
const held: Socket[] = []

function render(request: RequestSpec): string {
  const url = new URL(request.url)
  const body = request.body.replaceAll('{{uuid}}', () => randomUUID())
  const headers: Record<string, string> = { host: url.host, ...request.headers }
  if (request.method === 'POST') headers['content-length'] = String(Buffer.byteLength(body))
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${request.method} ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

function open(request: RequestSpec): Socket {
  const url = new URL(request.url)
  return connect({ host: url.hostname, port: Number(url.port || 80), noDelay: true })
}

/** Sends one request on `socket`; resolves when the response is complete, otherwise rejects. */
function exchange(socket: Socket, bytes: string, reader: ResponseReader, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error) => {
      clearTimeout(timer)
      socket.removeAllListeners('data').removeAllListeners('error').removeAllListeners('close')
      socket.on('error', () => undefined)
      if (error) reject(error)
      else resolve()
    }
    const timer = setTimeout(() => settle(new Error(`no end within ${timeoutMs} ms`)), timeoutMs)
    socket.on('data', (piece: Buffer) => {
      try {
        reader.feed(piece)
        if (reader.done) settle()
      } catch (error) {
        settle(error as Error)
      }
    })
    socket.on('error', (error: Error) => settle(error))
    socket.on('close', () => settle(reader.finish() ? undefined : new Error('the connection was cut')))
    socket.write(bytes)
  })
}

interface Turn {
  first: number
  total: number
  deltas: number
  start: Record<string, string> | undefined
  closes: boolean
}

async function runTurn(job: TurnsJob, connection: () => Socket): Promise<Turn> {
  const sse = new SseParser()
  const turn: Turn = { first: Number.NaN, total: 0, deltas: 0, start: undefined, closes: false }
  let text = ''
  let failure = ''
  let ended = false
  let raw = ''
  const began = performance.now()
  const reader = new ResponseReader((bytes) => {
    if (reader.status !== 200) {
      raw += bytes.toString().slice(0, 300)
      return
    }
    for (const data of sse.push(bytes)) {
      const event = readEvent(job.format, data)
      if (event.kind === 'text') {
        if (turn.deltas++ === 0) turn.first = performance.now() - began
        text += event.text
      } else if (event.kind === 'start') turn.start = event.metadata
      else if (event.kind === 'error') failure ||= event.message
      else if (event.kind === 'done') ended = true
    }
  })
  await exchange(connection(), render(job.request), reader, job.turnTimeoutMs)
  turn.total = performance.now() - began
  turn.closes = reader.closes
  if (reader.status !== 200) throw new Error(`status ${reader.status}: ${raw.slice(0, 300)}`)
  if (failure) throw new Error(`error event: ${failure}`)
  if (!ended) throw new Error('the stream has no [DONE]')
  if (text !== job.text)
    throw new Error(`another text than the upstream's, ${text.length} of ${job.text.length} characters`)
  return turn
}

async function runTurns(job: TurnsJob): Promise<TurnsResult> {
  const result: TurnsResult = {
    kind: 'turns',
    firstToken: [],
    total: [],
    turnsInWindow: 0,
    windowMs: 0,
    deltas: 0,
    errors: 0,
    errorSamples: [],
    starts: [],
  }
  const began = performance.now()
  let issued = 0
  let last = began
  const stream = async () => {
    let socket: Socket | undefined
    const connection = () => (socket = socket && !socket.destroyed ? socket : open(job.request))
    while (issued < job.turns && result.errors < MAX_ERRORS && performance.now() - began < job.forMs) {
      issued++
      try {
        const turn = await runTurn(job, connection)
        last = performance.now()
        if (last - began <= job.forMs) result.turnsInWindow++
        result.firstToken.push(turn.first)
        result.total.push(turn.total)
        result.deltas += turn.deltas
        if (turn.start) result.starts.push(turn.start)
        if (!turn.closes) continue
      } catch (error) {
        result.errors++
        if (result.errorSamples.length < 3) result.errorSamples.push((error as Error).message)
      }
      socket?.destroy()
      socket = undefined
    }
    socket?.destroy()
  }
  await Promise.all(Array.from({ length: job.streams }, stream))
  result.windowMs = Math.min(job.forMs, last - began)
  return result
}

/** Opens one lasting connection: resolves with the head and the first body bytes, or 200. */
function holdOne(request: RequestSpec): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = open(request)
    const fail = (message: string) => {
      clearTimeout(timer)
      socket.destroy()
      reject(new Error(message))
    }
    const timer = setTimeout(() => fail('no response head in time'), HOLD_TIMEOUT_MS)
    const reader = new ResponseReader(() => undefined)
    socket.on('error', (error) => fail(error.message))
    socket.on('close', () => fail('closed by the server'))
    socket.on('data', (piece: Buffer) => {
      try {
        reader.feed(piece)
      } catch (error) {
        fail((error as Error).message)
      }
      if (reader.status === 0) return
      if (reader.status !== 200 || reader.done) return fail(`status ${reader.status}, not an open stream`)
      clearTimeout(timer)
      resolve()
    })
    socket.write(render(request))
    held.push(socket)
  })
}

async function hold(job: HoldJob): Promise<HoldResult> {
  const result: HoldResult = { kind: 'hold', open: 0, errors: 0, errorSamples: [] }
  for (let from = 0; from < job.requests.length; from += OPEN_AT_ONCE) {
    const opened = await Promise.allSettled(job.requests.slice(from, from + OPEN_AT_ONCE).map(holdOne))
    for (const one of opened) {
      if (one.status === 'fulfilled') result.open++
      else {
        result.errors++
        if (result.errorSamples.length < 3) result.errorSamples.push((one.reason as Error).message)
      }
    }
  }
  return result
}

function release(): Result {
  const sockets = held.splice(0)
  const stillOpen = sockets.filter((socket) => !socket.destroyed).length
  for (const socket of sockets) socket.removeAllListeners('close').destroy()
  return { kind: 'release', stillOpen }
}

async function run(job: Job): Promise<Result> {
  try {
    if (job.kind === 'turns') return await runTurns(job)
    if (job.kind === 'hold') return await hold(job)
    return release()
  } catch (error) {
    return { kind: 'failed', message: (error as Error).message }
  }
}

endWithParent()
process.on('message', (job: Job) => {
  void run(job).then((result) => process.send?.(result))
})
process.send?.({ url: '' })
