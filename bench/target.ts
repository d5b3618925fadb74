// The servers that are measured: how each is started, how a turn and an idle connection are asked of it.
import { forkScript, stopFork } from './child-processes.ts'
import type { RequestSpec } from './load.ts'
import type { Groups } from './procfs.ts'
import { groupsOf } from './procfs.ts'
import type { Format } from './sse.ts'

export type TargetName = 'direct' | 'proxy' | 'hono' | 'minimal' | 'product'

/** A started target. */
export interface Running {
  /** Milliseconds from the start of the process to the first answer that says it is ready; NaN for the upstream. */
  startMs: number
  turn: RequestSpec
  format: Format
  /** The request that opens one idle chat connection; `starts` are the `start` events of earlier turns. */
  idle?: (index: number, starts: Record<string, string>[]) => RequestSpec
  /** Whether idle connections need conversations that were had before. */
  idleNeedsTurns: boolean
  groups: () => Groups
  stop: () => Promise<void>
}

export interface Target {
  name: TargetName
  label: string
  /** Starts it; a second call after `stop` starts it again on the same data. */
  start: () => Promise<Running>
  /** Once, after the first start: makes what the turns need. Returns the running target's turn request. */
  prepare?: () => Promise<RequestSpec>
  /** Once, at the end, while it runs: checks what the run has left behind; throws when it is not right. */
  verify?: () => Promise<void>
  /** Removes what it has stored. */
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

/** The upstream itself: what every other target is compared with. */
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

/** A server of this folder in front of `upstream`. */
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
