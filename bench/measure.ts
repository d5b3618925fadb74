// Measures one target: startup, idle memory, idle connections, first token, throughput, paced streams.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { forkScript } from './child-processes.ts'
import type { HoldResult, Job, RequestSpec, Result, TurnsJob, TurnsResult } from './load.ts'
import { cpuOf, proportionalBytes, residentBytes } from './procfs.ts'
import { type Summary, summarise } from './stats.ts'
import type { Running, Target } from './target.ts'

/** How much to measure. Times in milliseconds. */
export const FULL_PLAN = {
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
export type Plan = typeof FULL_PLAN
export const QUICK_PLAN: Plan = {
  ...FULL_PLAN,
  rounds: 3,
  turnsPerRound: 20,
  warmTurns: 100,
  burstMs: 2000,
  burstTurns: 4000,
  pacedTurns: 100,
  idleWaitMs: 3000,
  connections: 200,
}

/** Figures of one target; absent when not applicable, NaN when unavailable on this system. */
export interface Figures {
  firstStartMs?: number
  secondStartMs?: number
  idleResidentBytes?: number
  idleProportionalBytes?: number
  databaseProportionalBytes?: number
  connectionBytes?: number
  single?: Summary
  directSingle?: Summary
  singleCpuMs?: number
  burst50?: Burst
  burst200?: Burst
  paced?: Burst
  modelCallsPerTurn?: number
  verified?: boolean
  installSeconds?: number
  installBytes?: number
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
/** Long enough to include work after a turn's last byte (settling, storing). */
const SETTLE_MS = 500
const CONNECTION_SETTLE_MS = 2000

interface Results {
  turns: TurnsResult
  hold: HoldResult
  release: { stillOpen: number }
}
export type RunJob = <K extends Job['kind']>(job: Extract<Job, { kind: K }>) => Promise<Results[K]>

/** Starts the load generator's process, which runs one job at a time. */
export async function startLoad(): Promise<RunJob> {
  const { child } = await forkScript(new URL('./load.ts', import.meta.url))
  return async (job) => {
    const over = new AbortController()
    child.send(job)
    const [result] = (await Promise.race([
      once(child, 'message', over),
      once(child, 'exit', over).then(() => {
        throw new Error('the load generator has ended')
      }),
    ])) as [Result]
    over.abort()
    return result as never
  }
}

/** Sets or reads the upstream's speed; returns its text and how many chats it had. */
async function control(url: string, pace?: { tokenMs: number; tokens: number }) {
  const options = pace ? { method: 'POST', body: JSON.stringify(pace) } : {}
  return (await (await fetch(`${url}/control`, options)).json()) as { text: string; chats: number }
}

interface Measuring {
  readonly target: Target
  readonly direct: Running
  readonly load: RunJob
  readonly upstream: string
  readonly plan: Plan
  readonly say: (what: string) => void
}

/** Fills in `figures` step by step, so that earlier ones survive a failure. */
export async function measureTarget(of: Measuring, figures: Figures): Promise<void> {
  const { target, direct, load, upstream, plan, say } = of
  let { text } = await control(upstream, { tokenMs: 0, tokens: plan.tokens })
  let directTurns = 0

  const note = (messages: string[]) => {
    figures.errorSamples.push(...messages)
    figures.errorSamples.splice(3)
  }

  async function turns(
    running: Running,
    shape: Pick<TurnsJob, 'streams' | 'turns' | 'forMs'>,
  ): Promise<TurnsResult & { all: number }> {
    const { turn: request, format } = running
    const result = await load({ kind: 'turns', request, format, text, turnTimeoutMs: TURN_TIMEOUT_MS, ...shape })
    const all = result.good + result.errors
    if (running === direct && target.name !== 'direct') directTurns += all
    else {
      figures.turns += all
      figures.errors += result.errors
      note(result.errorSamples)
    }
    if (result.good === 0) throw new Error(`no turn succeeded: ${result.errorSamples[0] ?? 'none was run'}`)
    return { ...result, all }
  }

  const cpu = (running: Running) => cpuOf(running.groups())

  async function idle(running: Running): Promise<void> {
    say(`idle memory after ${plan.idleWaitMs / 1000} s`)
    await sleep(plan.idleWaitMs)
    const { server, database } = running.groups()
    figures.idleResidentBytes = residentBytes(server)
    figures.idleProportionalBytes = proportionalBytes(server)
    if (database.length > 0) figures.databaseProportionalBytes = proportionalBytes(database)
  }

  async function connections(running: Running, starts: Record<string, string>[]): Promise<void> {
    const { idle: requestOf } = running
    if (!requestOf) return
    const count = plan.connections
    say(`${count} idle connections`)
    const hold = async (size: number) => {
      const requests = Array.from({ length: size }, (_, index): RequestSpec => requestOf(index, starts))
      const result = await load({ kind: 'hold', requests })
      figures.errors += result.errors
      note(result.errorSamples)
      return result
    }
    // A few connections first, so that loading and compilation are not counted per connection.
    await hold(20)
    await load({ kind: 'release' })
    await sleep(CONNECTION_SETTLE_MS)
    const before = residentBytes(running.groups().server)
    const { errorSamples } = await hold(count)
    await sleep(CONNECTION_SETTLE_MS)
    figures.connectionBytes = (residentBytes(running.groups().server) - before) / count
    const { stillOpen } = await load({ kind: 'release' })
    if (stillOpen !== count)
      throw new Error(`of ${count} idle connections ${stillOpen} stayed open: ${errorSamples[0]}`)
    await sleep(SETTLE_MS)
  }

  /** One stream, alternating with the upstream itself, so that both see the same load. */
  async function single(running: Running): Promise<void> {
    say('first token at one stream')
    const round = { streams: 1, turns: plan.turnsPerRound, forMs: 30_000 }
    await turns(direct, { streams: 4, turns: plan.warmTurns, forMs: 10_000 })
    await turns(running, { streams: 4, turns: plan.warmTurns, forMs: 30_000 })
    const own: number[] = []
    const base: number[] = []
    let used = 0
    for (let index = 0; index < plan.rounds; index++) {
      base.push(...(await turns(direct, round)).firstToken)
      const before = cpu(running)
      own.push(...(await turns(running, round)).firstToken)
      await sleep(SETTLE_MS)
      used += cpu(running).server - before.server
    }
    figures.single = summarise(own)
    figures.directSingle = summarise(base)
    if (target.name !== 'direct') figures.singleCpuMs = used / own.length
  }

  async function many(running: Running, streams: number, count: number, forMs: number): Promise<Burst> {
    const before = cpu(running)
    const result = await turns(running, { streams, turns: count, forMs })
    await sleep(SETTLE_MS)
    const after = cpu(running)
    const burst: Burst = {
      turnsPerSecond: (result.turnsInWindow / result.windowMs) * 1000,
      firstToken: summarise(result.firstToken),
      deltasPerTurn: result.deltas / result.good,
    }
    if (!Number.isNaN(after.server)) burst.cpuMs = (after.server - before.server) / result.all
    if (!Number.isNaN(after.database)) burst.databaseCpuMs = (after.database - before.database) / result.all
    return burst
  }

  say('first start')
  let running = await target.start()
  if (!Number.isNaN(running.startMs)) {
    figures.firstStartMs = running.startMs
    if (target.prepare) running.turn = await target.prepare()
    let starts: Record<string, string>[] = []
    if (running.idleNeedsTurns) {
      say(`${plan.connections} conversations to come back to`)
      starts = (await turns(running, { streams: 20, turns: plan.connections, forMs: 60_000 })).starts
    }
    await running.stop()
    say('second start')
    running = await target.start()
    figures.secondStartMs = running.startMs
    await idle(running)
    await connections(running, starts)
  }
  const { chats } = await control(upstream)
  const counted = figures.turns
  await single(running)
  for (const streams of [50, 200] as const) {
    say(`${streams} streams, undelayed upstream`)
    figures[`burst${streams}`] = await many(running, streams, plan.burstTurns, plan.burstMs)
  }
  say(`50 streams, ${plan.tokenMs} ms per token`)
  try {
    text = (await control(upstream, { tokenMs: plan.tokenMs, tokens: plan.tokens })).text
    figures.paced = await many(running, 50, plan.pacedTurns, 60_000)
  } finally {
    await control(upstream, { tokenMs: 0, tokens: plan.tokens })
  }
  const asked = (await control(upstream)).chats - chats - directTurns
  figures.modelCallsPerTurn = asked / (figures.turns - counted)
  if (target.verify) {
    say('invariants of what was stored')
    const broken = await target.verify()
    figures.verified = broken.length === 0
    note(broken)
  }
  await running.stop()
}
