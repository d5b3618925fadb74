// Counts refused calls and wrong passwords in memory and writes them to audit logs rarely, so that nobody can flood a log. Keys
// are counted only if their target (workspace, account) exists, so that made-up ones cannot crowd out real ones.
import { type RefusalWindow, addRefusal, markReported } from '@parlance/contract/audit/schemas'
import type { Region } from '@parlance/contract/lib/regions'
import type { Logger } from '../../lib/log.ts'
import { createWriteBuffer } from '../../lib/write-buffer.ts'

const MAX_KEYS = 20_000
/** Distinct keys per group; further ones are counted together. */
const MAX_KEYS_PER_GROUP = 50
/** Refusals whose targets are checked together, and the most that wait for it. */
const LOOKUP_BATCH = 200
const MAX_PENDING = 5000
const INTERVAL_MS = 5000

export interface RefusalCount {
  readonly count: number
  readonly since: number
}

export interface RefusalCounter<About> {
  /** Counts one more. The latest `about` of a key is written. Synchronous. */
  readonly count: (about: About) => void
  readonly flush: () => Promise<void>
  readonly stop: () => void
}

export interface RefusalCounterOptions<About> {
  readonly keyOf: (about: About) => string
  readonly groupOf: (about: About) => string
  /** Removes what distinguishes the keys of a group. */
  readonly anonymize: (about: About) => About
  /** Whether the target of each exists, in order. Called in batches of one region. */
  readonly exist: (region: Region, abouts: readonly About[]) => Promise<readonly boolean[]>
  readonly write: (about: About, counted: RefusalCount) => Promise<void>
  readonly log: Logger
  readonly now?: () => number
}

export function createRefusalCounter<About extends { readonly region: Region }>(
  options: RefusalCounterOptions<About>,
): RefusalCounter<About> {
  const { keyOf, exist, write, log, now = Date.now } = options
  const counts = createCounts(options)
  const unchecked = createWriteBuffer<{ readonly about: About; readonly times: number; readonly at: number }>({
    name: 'refused calls',
    log,
    async write(region, refused) {
      const existing = await exist(
        region,
        refused.map(({ about }) => about),
      )
      for (const [n, { about, times, at }] of refused.entries()) if (existing[n]) counts.add(about, times, at)
    },
    delayMs: INTERVAL_MS,
    maxItems: MAX_PENDING,
    flushAt: LOOKUP_BATCH,
    merge: {
      keyOf: ({ about }) => keyOf(about),
      combine: ({ times, at }, { about }) => ({ about, times: times + 1, at }),
    },
  })

  const writeDue = async (all: boolean) => {
    for (const [key, { refusals, about }] of counts.all()) {
      if (!all && refusals.due > now()) continue
      const next = markReported(refusals, now())
      if (next === undefined) counts.remove(key, about)
      else counts.set(key, { refusals: next, about })
      if (refusals.count === 0) continue
      await write(about, { count: refusals.count, since: refusals.since }).catch((error: unknown) =>
        log.error({ err: error }, 'writing refusals to an audit log failed'),
      )
    }
  }
  let writing = Promise.resolve()
  const writeNext = (all: boolean) => (writing = writing.then(() => writeDue(all)))
  const timer = setInterval(() => void writeNext(false), INTERVAL_MS).unref()
  return {
    count(about) {
      const known = counts.get(keyOf(about))
      if (known) counts.set(keyOf(about), { refusals: addRefusal(known.refusals, now()), about })
      else unchecked.add(about.region, { about, times: 1, at: now() })
    },
    async flush() {
      await unchecked.flush()
      await writeNext(true)
    },
    stop: () => clearInterval(timer),
  }
}

interface Counted<About> {
  readonly refusals: RefusalWindow
  readonly about: About
}

/** Counts by key, and the number of keys per group. */
function createCounts<About>({ keyOf, groupOf, anonymize }: RefusalCounterOptions<About>) {
  const counted = new Map<string, Counted<About>>()
  const groupSizes = new Map<string, number>()
  const resize = (about: About, by: number) => {
    const left = (groupSizes.get(groupOf(about)) ?? 0) + by
    if (left > 0) groupSizes.set(groupOf(about), left)
    else groupSizes.delete(groupOf(about))
  }
  return {
    all: () => [...counted],
    get: (key: string) => counted.get(key),
    set: (key: string, one: Counted<About>) => counted.set(key, one),
    remove(key: string, about: About) {
      if (counted.delete(key)) resize(about, -1)
    },
    add(refused: About, times: number, at: number) {
      const isFull = !counted.has(keyOf(refused)) && (groupSizes.get(groupOf(refused)) ?? 0) >= MAX_KEYS_PER_GROUP
      const about = isFull ? anonymize(refused) : refused
      const known = counted.get(keyOf(about))
      if (!known && counted.size >= MAX_KEYS) return
      if (!known) resize(about, 1)
      const refusals = addRefusal(known?.refusals, at)
      counted.set(keyOf(about), { refusals: { ...refusals, count: refusals.count + times - 1 }, about })
    },
  }
}
