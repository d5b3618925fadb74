// The measured servers: how to start each, and its requests for a turn and an idle connection.
import { forkScript, stopFork } from './child-processes.ts'
import type { RequestSpec } from './load.ts'
import type { Groups } from './procfs.ts'
import { groupsOf } from './procfs.ts'
import type { Format } from './sse.ts'

export type TargetName = 'direct' | 'proxy' | 'hono' | 'minimal' | 'product'

/** A started target. */
export interface Running {
  /** Milliseconds from the process start to the first ready response; NaN for the upstream. */
  startMs: number
  turn: RequestSpec
  format: Format
  /** The request of one idle chat connection; `starts` are the `start` events of earlier turns. */
  idle?: (index: number, starts: Record<string, string>[]) => RequestSpec
  /** Whether idle connections need earlier conversations. */
  idleNeedsTurns: boolean
  groups: () => Groups
  stop: () => Promise<void>
}

export interface Target {
  name: TargetName
  label: string
  /** Starts it; after `stop`, starts it again on the same data. */
  start: () => Promise<Running>
  /** Called once after the first start: creates what turns need and returns the turn request. */
  prepare?: () => Promise<RequestSpec>
  /** Called once at the end while running: checks stored data; throws when it is wrong. */
  verify?: () => Promise<void>
  /** Removes its data. */
  dispose?: () => Promise<void>
}

const JSON_HEADERS = { 'content-type': 'application/json' }
const messages = [{ role: 'user', content: 'Tell me something.' }]

function post(url: string, body: object): RequestSpec {
  return { url, method: 'POST', headers: JSON_HEADERS, body: JSON.stringify(body) }
}

function completion(url: string): RequestSpec {
  const usage = { stream_options: { include_usage: true } }
  return post(`${url}/v1/chat/completions`, { model: 'bench', stream: true, ...usage, messages })
}

/** The upstream itself, the baseline of all targets. */
export function directTarget(upstream: string): Target {
  const running: Running = {
    startMs: Number.NaN,
    turn: completion(upstream),
    format: 'openai',
    idleNeedsTurns: false,
    groups: () => ({ server: [], database: [] }),
    stop: () => Promise.resolve(),
  }
  return { name: 'direct', label: 'direct', start: () => Promise.resolve(running) }
}

/** A server script of this folder in front of `upstream`. */
function scriptTarget(name: TargetName, label: string, file: string, upstream: string, format: Format): Target {
  const start = async (): Promise<Running> => {
    const { child, url, startMs } = await forkScript(new URL(file, import.meta.url), [upstream])
    return {
      startMs,
      format,
      idleNeedsTurns: false,
      turn: format === 'openai' ? completion(url) : post(`${url}/chat`, { messages }),
      idle: () => ({ url: `${url}/live`, method: 'GET', headers: {}, body: '' }),
      groups: () => groupsOf(child.pid === undefined ? [] : [child.pid]),
      stop: () => stopFork(child),
    }
  }
  return { name, label, start }
}

export function scriptTargets(upstream: string): Target[] {
  return [
    scriptTarget('proxy', 'raw proxy', './proxy.ts', upstream, 'openai'),
    scriptTarget('hono', 'Hono by hand', './hono-raw.ts', upstream, 'ui'),
    scriptTarget('minimal', 'streamText', './minimal.ts', upstream, 'ui'),
  ]
}
