// The load generator, in its own process so that its work is not attributed to the server. Runs one job at a time.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { endWithParent } from './run-as-child.ts'
import { type Format, readEvent, sseReader } from './sse.ts'

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
  good: number
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
  errors: number
  errorSamples: string[]
}

export type Job = TurnsJob | HoldJob | { kind: 'release' }
export type Result = TurnsResult | HoldResult | { kind: 'release'; stillOpen: number }

const OPEN_AT_ONCE = 50
/** Aborts a job after this many failed turns: the server is not measurable. */
const MAX_ERRORS = 50
const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
const held: IncomingMessage[] = []

const noteError = (result: { errors: number; errorSamples: string[] }, error: unknown) => {
  result.errors++
  if (result.errorSamples.length < 3) result.errorSamples.push((error as Error).message)
}

async function begin({ url, method, headers, body }: RequestSpec, signal?: AbortSignal): Promise<IncomingMessage> {
  const call = request(url, { method, headers, agent, ...(signal ? { signal } : {}) })
  call.on('error', () => undefined)
  call.end(body.replaceAll('{{uuid}}', () => randomUUID()))
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  if (answer.statusCode === 200) return answer
  throw new Error(`status ${answer.statusCode}: ${(await textOf(answer)).slice(0, 300)}`)
}

async function runTurn(job: TurnsJob, result: TurnsResult): Promise<void> {
  const read = sseReader()
  let [text, first, deltas, ended] = ['', Number.NaN, 0, false]
  let start: Record<string, string> | undefined
  const began = performance.now()
  const answer = await begin(job.request, AbortSignal.timeout(job.turnTimeoutMs))
  answer.on('data', (bytes: Buffer) => {
    try {
      for (const data of read(bytes)) {
        const event = readEvent(job.format, data)
        if (event.kind === 'text') {
          if (deltas++ === 0) first = performance.now() - began
          text += event.text
        } else if (event.kind === 'start') start = event.metadata
        else if (event.kind === 'error') throw new Error(`error event: ${event.message}`)
        else if (event.kind === 'done') ended = true
      }
    } catch (error) {
      answer.destroy(error as Error)
    }
  })
  await once(answer, 'end')
  if (!ended) throw new Error('the stream has no [DONE]')
  if (text !== job.text)
    throw new Error(`another text than the upstream's, ${text.length} of ${job.text.length} characters`)
  result.good++
  result.firstToken.push(first)
  result.deltas += deltas
  if (start) result.starts.push(start)
}

async function runTurns(job: TurnsJob): Promise<TurnsResult> {
  const counts = { good: 0, turnsInWindow: 0, windowMs: 0, deltas: 0, errors: 0 }
  const result: TurnsResult = { kind: 'turns', firstToken: [], ...counts, errorSamples: [], starts: [] }
  const began = performance.now()
  let issued = 0
  let last = began
  const stream = async () => {
    while (issued < job.turns && result.errors < MAX_ERRORS && performance.now() - began < job.forMs) {
      issued++
      try {
        await runTurn(job, result)
        last = performance.now()
        if (last - began <= job.forMs) result.turnsInWindow++
      } catch (error) {
        noteError(result, error)
      }
    }
  }
  await Promise.all(Array.from({ length: job.streams }, stream))
  result.windowMs = Math.min(job.forMs, last - began)
  return result
}

async function hold({ requests }: HoldJob): Promise<HoldResult> {
  const result: HoldResult = { kind: 'hold', errors: 0, errorSamples: [] }
  for (let from = 0; from < requests.length; from += OPEN_AT_ONCE) {
    const opened = await Promise.allSettled(requests.slice(from, from + OPEN_AT_ONCE).map((one) => begin(one)))
    for (const one of opened)
      if (one.status === 'fulfilled') held.push(one.value.on('error', () => undefined).resume())
      else noteError(result, one.reason)
  }
  return result
}

function release(): Result {
  const answers = held.splice(0)
  const stillOpen = answers.filter(({ destroyed, complete }) => !destroyed && !complete).length
  for (const answer of answers) answer.destroy()
  return { kind: 'release', stillOpen }
}

const run = async (job: Job): Promise<Result> =>
  job.kind === 'turns' ? runTurns(job) : job.kind === 'hold' ? hold(job) : release()

endWithParent()
process.on('message', (job: Job) => void run(job).then((result) => process.send?.(result)))
process.send?.({ url: '' })
