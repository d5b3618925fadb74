// Counts refused calls and wrong passwords in memory and writes them to audit logs rarely, so that nobody can flood a log. Keys
// are counted only if their target (workspace, account) exists, so that made-up ones cannot crowd out real ones.
import { type RefusalWindow, addRefusal, markReported } from '@parlance/contract/audit/schemas'
import type { Logger } from '../../lib/log.ts'

/** Maximum number of keys; further ones are ignored. */
const MAX_KEYS = 20_000
/** Distinct keys per group; further ones are counted together. */
const MAX_KEYS_PER_GROUP = 50
/** Batch size of existence checks, and the maximum waiting for one. */
const LOOKUP_BATCH = 200
const MAX_PENDING = 5000
const INTERVAL_MS = 5000

export interface RefusalCount {
  readonly count: number
  /** Milliseconds since 1970. */
  readonly since: number
}

export interface RefusalCounter<About> {
  /** Counts one more. The latest `about` of a key is written. Synchronous. */
  readonly count: (about: About) => void
  /** Writes all counts now. */
  readonly flush: () => Promise<void>
  readonly stop: () => void
}

export interface RefusalCounterOptions<About> {
  readonly keyOf: (about: About) => string
  /** Group of a key, e.g. its workspace. */
  readonly groupOf: (about: About) => string
  /** Removes what distinguishes the keys of a group. */
  readonly anonymize: (about: About) => About
  /** Whether the target of each exists, in order. Called in batches. */
  readonly exist: (abouts: readonly About[]) => Promise<readonly boolean[]>
  readonly write: (about: About, told: RefusalCount) => Promise<void>
  readonly log: Logger
  readonly now?: () => number
}

interface Counted<About> {
  readonly refusals: RefusalWindow
  readonly about: About
}

export function createRefusalCounter<About>(options: RefusalCounterOptions<About>): RefusalCounter<About> {
  const { keyOf: door, write: tell, log, now = Date.now } = options
  const counts = createCounts(options)
  const pending = createPending(options, counts)

  const writeDue = async (all: boolean) => {
    for (const [name, { refusals, about }] of counts.all()) {
      if (!all && refusals.due > now()) continue
      const next = markReported(refusals, now())
      if (next === undefined) counts.remove(name, about)
      else counts.set(name, { refusals: next, about })
      if (refusals.count === 0) continue
      await tell(about, { count: refusals.count, since: refusals.since }).catch((error: unknown) =>
        log.error({ err: error }, 'writing refusals to an audit log failed'),
      )
    }
  }
  let running = Promise.resolve()
  const writeNext = (all: boolean) => (running = running.then(() => writeDue(all)))
  const timer = setInterval(() => void pending.check().then(() => writeNext(false)), INTERVAL_MS)
  timer.unref()
  return {
    count(about) {
      const known = counts.get(door(about))
      if (known) counts.set(door(about), { refusals: addRefusal(known.refusals, now()), about })
      else pending.wait(about, now())
    },
    async flush() {
      await pending.check()
      await writeNext(true)
    },
    stop: () => clearInterval(timer),
  }
}

/** Counts by key, and the number of keys per group. */
function createCounts<About>({ keyOf: door, groupOf: house, anonymize: anybody }: RefusalCounterOptions<About>) {
  const counted = new Map<string, Counted<About>>()
  const groupSizes = new Map<string, number>()
  const resize = (about: About, by: number) => {
    const left = (groupSizes.get(house(about)) ?? 0) + by
    if (left > 0) groupSizes.set(house(about), left)
    else groupSizes.delete(house(about))
  }
  return {
    all: () => [...counted],
    get: (name: string) => counted.get(name),
    set: (name: string, one: Counted<About>) => counted.set(name, one),
    remove(name: string, about: About) {
      if (counted.delete(name)) resize(about, -1)
    },
    /** Adds to a key, or to the common key of a full group. */
    add(asked: About, times: number, at: number) {
      const isFull = !counted.has(door(asked)) && (groupSizes.get(house(asked)) ?? 0) >= MAX_KEYS_PER_GROUP
      const about = isFull ? anybody(asked) : asked
      const known = counted.get(door(about))
      if (!known && counted.size >= MAX_KEYS) return
      if (!known) resize(about, 1)
      const refusals = addRefusal(known?.refusals, at)
      counted.set(door(about), { refusals: { ...refusals, count: refusals.count + times - 1 }, about })
    },
  }
}

/** Refusals whose target was not checked yet. */
function createPending<About>(
  { keyOf: door, exist, log }: RefusalCounterOptions<About>,
  counts: Pick<ReturnType<typeof createCounts<About>>, 'add'>,
) {
  let waiting = new Map<string, { readonly about: About; readonly times: number; readonly at: number }>()
  let checking: Promise<void> | undefined

  const countExisting = async () => {
    while (waiting.size > 0) {
      const asked = [...waiting.values()]
      waiting = new Map()
      try {
        const real = await exist(asked.map(({ about }) => about))
        for (const [n, { about, times, at }] of asked.entries()) if (real[n]) counts.add(about, times, at)
      } catch (error) {
        log.error({ err: error, doors: asked.length }, 'checking the targets of refusals failed')
      }
    }
  }
  const pending = {
    check: (): Promise<void> =>
      (checking ??= countExisting().finally(() => {
        checking = undefined
      })),
    wait(about: About, now: number) {
      const name = door(about)
      const before = waiting.get(name)
      if (!before && waiting.size >= MAX_PENDING) return
      waiting.set(name, { about, times: (before?.times ?? 0) + 1, at: before?.at ?? now })
      if (waiting.size >= LOOKUP_BATCH) void pending.check()
    },
  }
  return pending
}
