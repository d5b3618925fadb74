// Measures one target: startup, idle memory, idle connections, first token, throughput, paced streams.
import type { ChildProcess } from 'node:child_process'
import { forkScript, sleep } from './child-processes.ts'
import type { HoldResult, Job, RequestSpec, Result, TurnsJob, TurnsResult } from './load.ts'
import { cpuMs, proportionalBytes, residentBytes } from './procfs.ts'
import type { Summary } from './stats.ts'
import { summarise } from './stats.ts'
import type { Running, Target } from './target.ts'

/** How much to measure. Times in milliseconds. */
export interface Plan {
  rounds: number
  turnsPerRound: number
  warmTurns: number
  burstMs: number
  burstTurns: number
  pacedTurns: number
  tokenMs: number
  idleWaitMs: number
  connections: number
  tokens: number
}

export const FULL_PLAN: Plan = {
  rounds: 5,
  turnsPerRound: 60,
  warmTurns: 300,
  burstMs: 8000,
  burstTurns: 20_000,
  pacedTurns: 200,
  tokenMs: 20,
  idleWaitMs: 10_000,
  connections: 1000,
  tokens: 50,
}
export const QUICK_PLAN: Plan = {
  rounds: 3,
  turnsPerRound: 20,
  warmTurns: 100,
  burstMs: 2000,
  burstTurns: 4000,
  pacedTurns: 100,
  tokenMs: 20,
  idleWaitMs: 3000,
  connections: 200,
  tokens: 50,
}

/** Figures of one target; absent when not applicable, NaN when unavailable on this system. */
export interface Figures {
  firstStartMs?: number
  secondStartMs?: number
  idleResidentBytes?: number
  idleProportionalBytes?: number
  databaseProportionalBytes?: number
  connectionBytes?: number
  connections?: number
  single?: Summary
  directSingle?: Summary
  singleCpuMs?: number
  burst50?: Burst
  burst200?: Burst
  paced?: Burst
  modelCallsPerTurn?: number
  verified?: boolean
  turns: number
  errors: number
  errorSamples: string[]
}

/** Many parallel streams. CPU milliseconds per turn; `database` is the target's PostgreSQL. */
export interface Burst {
  turnsPerSecond: number
  firstToken: Summary
  deltasPerTurn: number
  cpuMs?: number
  databaseCpuMs?: number
}

const TURN_TIMEOUT_MS = 30_000
const JOB_TIMEOUT_MS = 120_000
/** Long enough to include work after a turn's last byte (settling, storing). */
const SETTLE_MS = 500
const CONNECTION_SETTLE_MS = 2000

/** The load generator's process, one job at a time. */
export class Load {
  #child: ChildProcess

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  static async start(): Promise<Load> {
    const { child } = await forkScript(new URL('./load.ts', import.meta.url))
    return new Load(child)
  }

  /** Throws when the job could not be run at all; failed turns are in the result. */
  async run<K extends Job['kind']>(job: Job & { kind: K }): Promise<Result & { kind: K }> {
    const result = await new Promise<Result>((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer)
        this.#child.off('message', done).off('exit', fail)
      }
      const done = (message: unknown) => (settle(), resolve(message as Result))
      const fail = () => (settle(), reject(new Error('the load generator has ended')))
      const timer = setTimeout(fail, JOB_TIMEOUT_MS)
      this.#child.once('message', done).once('exit', fail)
      this.#child.send(job)
    })
    if (result.kind === 'failed') throw new Error(result.message)
    return result as Result & { kind: K }
  }
}

/** Controls the upstream: its speed, text and request count. */
export class Upstream {
  readonly url: string

  constructor(url: string) {
    this.url = url
  }

  async pace(tokenMs: number, tokens: number): Promise<string> {
    const answer = await fetch(`${this.url}/control`, { method: 'POST', body: JSON.stringify({ tokenMs, tokens }) })
    return ((await answer.json()) as { text: string }).text
  }

  async chats(): Promise<number> {
    const answer = await fetch(`${this.url}/control`)
    return ((await answer.json()) as { chats: number }).chats
  }
}

type Shape = Pick<TurnsJob, 'streams' | 'turns' | 'forMs'>

export class Measurement {
  readonly figures: Figures = { turns: 0, errors: 0, errorSamples: [] }
  #target: Target
  #direct: Running
  #load: Load
  #upstream: Upstream
  #plan: Plan
  #say: (what: string) => void
  #text = ''

  constructor(
    parts: { target: Target; direct: Running; load: Load; upstream: Upstream; plan: Plan },
    say: (what: string) => void,
  ) {
    this.#target = parts.target
    this.#direct = parts.direct
    this.#load = parts.load
    this.#upstream = parts.upstream
    this.#plan = parts.plan
    this.#say = say
  }

  /** Fills in figures step by step, so that earlier ones survive a failure. */
  async run(): Promise<void> {
    const plan = this.#plan
    this.#text = await this.#upstream.pace(0, plan.tokens)
    this.#say('first start')
    let running = await this.#target.start()
    let starts: Record<string, string>[] = []
    if (!Number.isNaN(running.startMs)) {
      this.figures.firstStartMs = running.startMs
      if (this.#target.prepare) running.turn = await this.#target.prepare()
      if (running.idleNeedsTurns) {
        this.#say(`${plan.connections} conversations to come back to`)
        starts = (await this.#turns(running, { streams: 20, turns: plan.connections, forMs: 60_000 })).starts
      }
      await running.stop()
      this.#say('second start')
      running = await this.#target.start()
      this.figures.secondStartMs = running.startMs
      await this.#idle(running)
      await this.#connections(running, starts)
    }
    const chats = await this.#upstream.chats()
    const counted = this.figures.turns
    await this.#single(running)
    this.figures.burst50 = await this.#burst(running, 50)
    this.figures.burst200 = await this.#burst(running, 200)
    await this.#paced(running)
    const asked = (await this.#upstream.chats()) - chats - this.#directTurns
    this.figures.modelCallsPerTurn = asked / (this.figures.turns - counted)
    if (this.#target.verify) await this.#verify(this.#target.verify)
    await running.stop()
  }

  #directTurns = 0

  async #turns(running: Running, shape: Shape): Promise<TurnsResult> {
    const { turn: request, format } = running
    const job: TurnsJob = { kind: 'turns', request, format, text: this.#text, turnTimeoutMs: TURN_TIMEOUT_MS, ...shape }
    const result = await this.#load.run(job)
    if (running === this.#direct && this.#target.name !== 'direct') {
      this.#directTurns += result.total.length + result.errors
      return result
    }
    this.figures.turns += result.total.length + result.errors
    this.figures.errors += result.errors
    this.#sample(result.errorSamples)
    if (result.total.length === 0) throw new Error(`no turn succeeded: ${result.errorSamples[0] ?? 'none was run'}`)
    return result
  }

  #sample(messages: string[]): void {
    this.figures.errorSamples.push(...messages)
    this.figures.errorSamples.splice(3)
  }

  async #idle(running: Running): Promise<void> {
    this.#say(`idle memory after ${this.#plan.idleWaitMs / 1000} s`)
    await sleep(this.#plan.idleWaitMs)
    const { server, database } = running.groups()
    this.figures.idleResidentBytes = residentBytes(server)
    this.figures.idleProportionalBytes = proportionalBytes(server)
    if (database.length > 0) this.figures.databaseProportionalBytes = proportionalBytes(database)
  }

  async #connections(running: Running, starts: Record<string, string>[]): Promise<void> {
    const { idle } = running
    if (!idle) return
    const count = this.#plan.connections
    this.#say(`${count} idle connections`)
    const request = (index: number): RequestSpec => idle(index, starts)
    // A few connections first, so that loading and compilation are not counted per connection.
    await this.#hold(Array.from({ length: 20 }, (_, index) => request(index)))
    await this.#load.run({ kind: 'release' })
    await sleep(CONNECTION_SETTLE_MS)
    const before = residentBytes(running.groups().server)
    const held = await this.#hold(Array.from({ length: count }, (_, index) => request(index)))
    await sleep(CONNECTION_SETTLE_MS)
    const after = residentBytes(running.groups().server)
    const { stillOpen } = await this.#load.run({ kind: 'release' })
    if (stillOpen !== count)
      throw new Error(`of ${count} idle connections ${stillOpen} stayed open: ${held.errorSamples[0]}`)
    this.figures.connections = count
    this.figures.connectionBytes = (after - before) / count
    await sleep(SETTLE_MS)
  }

  async #hold(requests: RequestSpec[]): Promise<HoldResult> {
    const result = await this.#load.run({ kind: 'hold', requests })
    this.figures.errors += result.errors
    this.#sample(result.errorSamples)
    return result
  }

  /** One stream, alternating with the upstream itself, so that both see the same load. */
  async #single(running: Running): Promise<void> {
    const { rounds, turnsPerRound, warmTurns } = this.#plan
    this.#say('first token at one stream')
    const round = { streams: 1, turns: turnsPerRound, forMs: 30_000 }
    await this.#turns(this.#direct, { streams: 4, turns: warmTurns, forMs: 10_000 })
    await this.#turns(running, { streams: 4, turns: warmTurns, forMs: 30_000 })
    const own: number[] = []
    const direct: number[] = []
    let cpu = 0
    for (let index = 0; index < rounds; index++) {
      direct.push(...(await this.#turns(this.#direct, round)).firstToken)
      const before = this.#cpu(running)
      own.push(...(await this.#turns(running, round)).firstToken)
      await sleep(SETTLE_MS)
      cpu += this.#cpu(running).server - before.server
    }
    this.figures.single = summarise(own)
    this.figures.directSingle = summarise(direct)
    if (this.#target.name !== 'direct') this.figures.singleCpuMs = cpu / own.length
  }

  #cpu(running: Running): { server: number; database: number } {
    const { server, database } = running.groups()
    return { server: cpuMs(server), database: cpuMs(database, true) }
  }

  async #many(running: Running, shape: Shape): Promise<Burst> {
    const before = this.#cpu(running)
    const result = await this.#turns(running, shape)
    await sleep(SETTLE_MS)
    const after = this.#cpu(running)
    const turns = result.total.length + result.errors
    const burst: Burst = {
      turnsPerSecond: (result.turnsInWindow / result.windowMs) * 1000,
      firstToken: summarise(result.firstToken),
      deltasPerTurn: result.deltas / result.total.length,
    }
    if (!Number.isNaN(after.server)) burst.cpuMs = (after.server - before.server) / turns
    if (!Number.isNaN(after.database)) burst.databaseCpuMs = (after.database - before.database) / turns
    return burst
  }

  async #burst(running: Running, streams: number): Promise<Burst> {
    this.#say(`${streams} streams, undelayed upstream`)
    const { burstMs, burstTurns } = this.#plan
    return this.#many(running, { streams, turns: burstTurns, forMs: burstMs })
  }

  async #paced(running: Running): Promise<void> {
    const { tokenMs, tokens, pacedTurns } = this.#plan
    this.#say(`50 streams, ${tokenMs} ms per token`)
    this.#text = await this.#upstream.pace(tokenMs, tokens)
    try {
      this.figures.paced = await this.#many(running, { streams: 50, turns: pacedTurns, forMs: 60_000 })
    } finally {
      this.#text = await this.#upstream.pace(0, tokens)
    }
  }

  async #verify(verify: () => Promise<void>): Promise<void> {
    this.#say('invariants of what was stored')
    try {
      await verify()
      this.figures.verified = true
    } catch (error) {
      this.figures.verified = false
      this.#sample([(error as Error).message])
    }
  }
}
