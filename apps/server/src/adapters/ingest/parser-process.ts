// Runs one document-reading process at a time: starts it on demand, watches, replaces, and ends it when idle.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { entryPath } from '../../lib/paths.ts'
import { ParseError } from '../../modules/knowledge/parsing.ports.ts'
import type { Answer, Order, Task } from './protocol.ts'
import { tooMuchMemory } from './parse-errors.ts'
import { msg } from '@parlance/i18n/messages'

export interface ProcessLimits {
  /** Of CPU. Waiting for a busy machine doesn't count, up to `PATIENCE` times as long. */
  readonly timeMs: number
  readonly maxRss: number
  /** A process is replaced after this many documents, or when it holds this many bytes afterwards. */
  readonly documents: number
  readonly keptRss: number
  readonly idleMs: number
  /** As of `nice`: chats go first. */
  readonly niceness: number
}

type Outcome = { readonly value: unknown } | { readonly error: unknown }

interface Job {
  readonly task: Task
  readonly signal: AbortSignal | undefined
  readonly settle: (outcome: Outcome) => void
  settled: boolean
}

const ENTRY = entryPath('adapters/ingest/child')

const PATIENCE = 4

export class ParserProcess {
  readonly #limits: ProcessLimits
  readonly #waiting: Job[] = []
  #child: ChildProcess | undefined
  #current: Job | undefined
  #read = 0
  #order = 0
  #idle: NodeJS.Timeout | undefined
  #closed = false

  constructor(limits: ProcessLimits) {
    this.#limits = limits
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** Rejects with a ParseError, with the signal's reason, or with an Error when the lane is closed or no process starts. */
  run(task: Task, signal?: AbortSignal): Promise<unknown> {
    if (this.#closed) return Promise.reject(new Error('Reading documents has been closed'))
    if (signal?.aborted) return Promise.reject(signal.reason)
    return new Promise((resolve, reject) => {
      const abort = () => this.#abort(job)
      const job: Job = {
        task,
        signal,
        settled: false,
        settle: (outcome) => {
          if (job.settled) return
          job.settled = true
          signal?.removeEventListener('abort', abort)
          if ('value' in outcome) resolve(outcome.value)
          else reject(outcome.error)
        },
      }
      signal?.addEventListener('abort', abort, { once: true })
      this.#waiting.push(job)
      this.#next()
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    const error = new Error('Reading documents has been closed')
    for (const job of this.#waiting.splice(0)) job.settle({ error })
    this.#current?.settle({ error })
    const child = this.#child
    this.#end()
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    hold(child, true)
    await once(child, 'exit')
  }

  #abort(job: Job): void {
    job.settle({ error: job.signal?.reason })
    const at = this.#waiting.indexOf(job)
    if (at >= 0) this.#waiting.splice(at, 1)
    else if (this.#current === job) this.#end()
  }

  #next(): void {
    if (this.#current || this.#closed) return
    const job = this.#waiting.shift()
    if (!job) return this.#rest()
    clearTimeout(this.#idle)
    this.#current = job
    try {
      this.#work(job, this.#child ?? this.#start())
    } catch (error) {
      job.settle({ error })
      this.#end()
    }
  }

  #work(job: Job, child: ChildProcess): void {
    hold(child, true)
    this.#read += 1
    this.#order += 1
    const id = this.#order
    let late = false
    const { timeMs } = this.#limits
    const cpuBefore = cpuMsOf(child.pid)
    const limitTime = (ms: number, waited: number): NodeJS.Timeout =>
      setTimeout(() => {
        const left = timeMs - (cpuMsOf(child.pid) - cpuBefore)
        if (left > 0 && waited + ms < timeMs * PATIENCE) {
          timer = limitTime(Math.max(left, timeMs / 20), waited + ms)
          return
        }
        late = true
        child.kill('SIGKILL')
      }, ms)
    let timer = limitTime(timeMs, 0)
    const done = (outcome: Outcome, rss: number) => {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', onExit).off('error', onError)
      job.settle(outcome)
      if (this.#child === child && (this.#read >= this.#limits.documents || rss > this.#limits.keptRss)) this.#end()
      this.#current = undefined
      this.#next()
    }
    const onMessage = (message: unknown) => {
      const answer = message as Answer
      if (answer.id !== id) return
      done('value' in answer ? { value: answer.value } : { error: errorOf(answer.refused) }, answer.rss)
    }
    const onExit = (code: number | null, signal: NodeJS.Signals | null) => {
      if (this.#child === child) this.#child = undefined
      done({ error: late ? slow(job.task.task, this.#limits.timeMs) : ended(job.task.task, code, signal) }, 0)
    }
    const onError = (error: Error) => {
      if (this.#child === child) this.#end()
      done({ error }, 0)
    }
    child.on('message', onMessage).on('exit', onExit).on('error', onError)
    const order: Order = { id, task: job.task }
    child.send(order, (error) => {
      // The exit event says more; without one the process is useless.
      if (error) child.kill('SIGKILL')
    })
  }

  #start(): ChildProcess {
    const child = fork(ENTRY, [String(this.#limits.maxRss)], {
      execArgv: [
        '--max-old-space-size=512',
        '--v8-pool-size=1',
        '--permission',
        '--allow-fs-read=*',
        '--allow-worker',
        '--no-warnings',
      ],
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#child = child
    this.#read = 0
    // Errors of killing a process that has ended already are ignored.
    child.on('error', () => undefined)
    child.on('exit', () => {
      if (this.#child === child && !this.#current) this.#child = undefined
    })
    if (child.pid !== undefined) lowerPriority(child.pid, this.#limits.niceness)
    return child
  }

  #end(): void {
    clearTimeout(this.#idle)
    this.#child?.kill('SIGKILL')
    this.#child = undefined
  }

  #rest(): void {
    if (!this.#child) return
    hold(this.#child, false)
    this.#idle = setTimeout(() => this.#end(), this.#limits.idleMs)
    this.#idle.unref()
  }
}

/** An idle process must not keep the server from exiting. */
function hold(child: ChildProcess, held: boolean): void {
  if (held) {
    child.ref()
    child.channel?.ref?.()
  } else {
    child.unref()
    child.channel?.unref?.()
  }
}

/** Lower CPU priority than chats, and first in line for the kernel's out-of-memory killer. */
function lowerPriority(pid: number, niceness: number): void {
  try {
    setPriority(pid, niceness)
  } catch {
    // It has ended already; the exit event reports it.
  }
  writeFile(`/proc/${pid}/oom_score_adj`, '1000').catch(() => undefined)
}

/** CPU time of a process, from Linux's `/proc`. Elsewhere endless, so that waiting counts too. */
function cpuMsOf(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number)
    return (Number(user) + Number(system)) * 10
  } catch {
    return Infinity
  }
}

type Refusal = Extract<Answer, { refused: unknown }>['refused']

function errorOf({ kind, reason, cause }: Refusal): ParseError {
  return new ParseError(kind, reason, cause ? { cause: new Error(cause) } : {})
}

const slow = (what: Task['task'], ms: number): ParseError =>
  new ParseError('slow', msg('file_read_timeout', { kind: what, seconds: Math.round(ms / 1000) }))

/** If we did not kill it, it ran out of memory: its own heap (SIGABRT), or a limit of the system (SIGKILL). */
function ended(what: Task['task'], code: number | null, signal: NodeJS.Signals | null): ParseError {
  const cause = new Error(`The reading process ended with ${signal ?? code}`)
  const memory = signal === 'SIGKILL' || signal === 'SIGABRT' || signal === 'SIGTRAP' || code === 134 || code === 137
  if (memory) return tooMuchMemory(what, cause)
  return new ParseError('broken', msg('file_reader_stopped', { kind: what }), { cause })
}
