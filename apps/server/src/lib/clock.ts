// The time that all nodes share: the database's, kept as an offset from this machine's clock and measured every 30 s.
import type { Pool } from './db/pool.ts'
import type { Logger } from './log.ts'

export const MEASURE_MS = 30_000
/** A larger difference is logged and shown by /readyz. */
export const MOST_SKEW_MS = 5000
const NOISE_MS = 20
const TRIES = 3

export interface Clock<Name extends string> {
  readonly now: (name: Name) => Date
  readonly measure: () => Promise<void>
  /** How far this machine is ahead of the database that differs most, in milliseconds; negative when behind. */
  readonly skewMs: () => number
  readonly stop: () => void
}

interface Options<Name extends string> {
  readonly databases: Readonly<Record<Name, Pick<Pool, 'query'>>>
  readonly system?: (() => number) | undefined
  readonly log: Pick<Logger, 'warn' | 'info' | 'debug'>
}

/** Measured once when it resolves. A database that does not answer keeps its offset. */
export async function createClock<Name extends string>(options: Options<Name>): Promise<Clock<Name>> {
  const { log } = options
  // Looked up on each call because tests replace it.
  const system = options.system ?? (() => Date.now())
  const offsets = new Map<Name, number>()
  let isSkewed = false

  const skewMs = () => -[...offsets.values()].reduce((most, one) => (Math.abs(one) > Math.abs(most) ? one : most), 0)

  async function measureOne(name: Name): Promise<void> {
    let best: { readonly offset: number; readonly roundTrip: number } | undefined
    for (let i = 0; i < TRIES; i++) {
      const before = system()
      const start = performance.now()
      const { rows } = await options.databases[name].query<{ ms: number }>(
        'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
      )
      const roundTrip = performance.now() - start
      if (rows[0] && (!best || roundTrip < best.roundTrip))
        best = { offset: rows[0].ms - before - roundTrip / 2, roundTrip }
    }
    const known = offsets.get(name) ?? 0
    if (best && Math.abs(best.offset - known) > best.roundTrip / 2 + NOISE_MS)
      offsets.set(name, Math.round(best.offset))
  }

  async function measure(): Promise<void> {
    const names = Object.keys(options.databases) as Name[]
    for (const { status, reason } of (await Promise.allSettled(names.map(measureOne))) as PromiseRejectedResult[])
      if (status === 'rejected') log.debug({ err: reason as unknown }, 'measuring the clock of a database failed')
    const skew = skewMs()
    if (Math.abs(skew) > MOST_SKEW_MS)
      log.warn({ skewMs: skew }, 'the clock of this machine differs from that of the database, whose time is used')
    else if (isSkewed) log.info({ skewMs: skew }, 'the clock of this machine agrees with that of the database again')
    isSkewed = Math.abs(skew) > MOST_SKEW_MS
  }

  await measure()
  const timer = setInterval(() => void measure(), MEASURE_MS)
  timer.unref()
  return {
    now: (name) => new Date(system() + (offsets.get(name) ?? 0)),
    measure,
    skewMs,
    stop: () => clearInterval(timer),
  }
}
