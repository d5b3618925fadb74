// The measured servers: how to start each, and its requests for a turn and an idle connection.
import { forkScript, stopFork } from './child-processes.ts'
import type { RequestSpec } from './load.ts'
import { type Groups, groupsOf } from './procfs.ts'
import type { Format } from './sse.ts'

export type TargetName = 'direct' | 'proxy' | 'minimal' | 'product'

export interface Running {
  /** Milliseconds from the process start to the first ready response; NaN for the upstream. */
  startMs: number
  turn: RequestSpec
  format: Format
  /** The request of one idle chat connection; `starts` are the `start` events of earlier turns. */
  idle?: (index: number, starts: Record<string, string>[]) => RequestSpec
  /** Whether idle connections need earlier conversations. */
  idleNeedsTurns?: boolean
  groups: () => Groups
  stop: () => Promise<void>
}

export interface Target {
  name: TargetName
  start: () => Promise<Running>
  /** Called once after the first start: creates what turns need and returns the turn request. */
  prepare?: () => Promise<RequestSpec>
  /** Called once at the end while running: what is wrong with stored data. */
  verify?: () => Promise<string[]>
  dispose?: () => Promise<void>
}

const messages = [{ role: 'user', content: 'Tell me something.' }]

export const post = (url: string, body: object): RequestSpec => ({
  url,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

export const get = (url: string, headers: Record<string, string> = {}): RequestSpec => ({
  url,
  method: 'GET',
  headers,
  body: '',
})

function completion(url: string): RequestSpec {
  const body = { model: 'bench', stream: true, stream_options: { include_usage: true }, messages }
  return post(`${url}/v1/chat/completions`, body)
}

export function directTarget(upstream: string): Target {
  const running: Running = {
    startMs: Number.NaN,
    turn: completion(upstream),
    format: 'openai',
    groups: () => ({ server: [], database: [] }),
    stop: () => Promise.resolve(),
  }
  return { name: 'direct', start: () => Promise.resolve(running) }
}

function scriptTarget(name: TargetName, format: Format, upstream: string): Target {
  const start = async (): Promise<Running> => {
    const { child, ready, startMs } = await forkScript(new URL(`${name}.ts`, import.meta.url), [upstream])
    return {
      startMs,
      format,
      turn: format === 'openai' ? completion(ready.url) : post(`${ready.url}/chat`, { messages }),
      idle: () => get(`${ready.url}/live`),
      groups: () => groupsOf(child.pid === undefined ? [] : [child.pid]),
      stop: () => stopFork(child),
    }
  }
  return { name, start }
}

export const scriptTargets = (upstream: string): Target[] => [
  scriptTarget('proxy', 'openai', upstream),
  scriptTarget('minimal', 'ui', upstream),
]
