// Counts what was refused and wrong passwords, and tells of them seldom: nobody fills another's log by knocking at its door.
// A door is counted once it is known to exist, so that made-up ones leave those that exist their room.
import { type Refusals, refusedOnce, toldOf } from '@parlance/contract/audit/schemas'
import type { Logger } from '../../lib/log.ts'

/** Doors that exist and are counted at once; while there are so many, further ones go unnoticed. */
const MOST_DOORS = 20_000
/** Doors of one house that are told apart; those above are one. */
const MOST_EACH = 50
/** Doors of which it is not known yet whether they exist: so many are asked for at once, and so many wait meanwhile. */
const ASKED_AT = 200
const MOST_WAITING = 5000
const LOOK_MS = 5000

export interface Told {
  readonly count: number
  /** Milliseconds since 1970. */
  readonly since: number
}

export interface Counter<About> {
  /** Once more at this door. What is told later is about the latest. Takes no time. */
  readonly count: (about: About) => void
  /** Tells of all that is counted now. */
  readonly settle: () => Promise<void>
  readonly stop: () => void
}

export interface CounterOptions<About> {
  readonly door: (about: About) => string
  /** What doors belong to: no more than fifty of one are told apart. */
  readonly house: (about: About) => string
  /** The same without what tells the doors of a house apart. */
  readonly anybody: (about: About) => About
  /** Which of these came to a door that exists, in their order. Asked for many at once, a moment after they came. */
  readonly exist: (abouts: readonly About[]) => Promise<readonly boolean[]>
  readonly tell: (about: About, told: Told) => Promise<void>
  readonly log: Logger
  readonly now?: () => number
}

interface Counted<About> {
  readonly refusals: Refusals
  readonly about: About
}

export function createCounter<About>(options: CounterOptions<About>): Counter<About> {
  const { door, tell, log, now = Date.now } = options
  const doors = createDoors(options)
  const entrance = createEntrance(options, doors)

  const look = async (all: boolean) => {
    for (const [name, { refusals, about }] of doors.all()) {
      if (!all && refusals.due > now()) continue
      const next = toldOf(refusals, now())
      if (next === undefined) doors.remove(name, about)
      else doors.set(name, { refusals: next, about })
      if (refusals.count === 0) continue
      await tell(about, { count: refusals.count, since: refusals.since }).catch((error: unknown) =>
        log.error({ err: error }, 'refusals could not be written to the log of a workspace'),
      )
    }
  }
  let running = Promise.resolve()
  const lookNext = (all: boolean) => (running = running.then(() => look(all)))
  const timer = setInterval(() => void entrance.let().then(() => lookNext(false)), LOOK_MS)
  timer.unref()
  return {
    count(about) {
      const known = doors.get(door(about))
      if (known) doors.set(door(about), { refusals: refusedOnce(known.refusals, now()), about })
      else entrance.wait(about, now())
    },
    async settle() {
      await entrance.let()
      await lookNext(true)
    },
    stop: () => clearInterval(timer),
  }
}

/** Doors that exist, and how many each house has. */
function createDoors<About>({ door, house, anybody }: CounterOptions<About>) {
  const counted = new Map<string, Counted<About>>()
  const each = new Map<string, number>()
  const add = (about: About, by: number) => {
    const left = (each.get(house(about)) ?? 0) + by
    if (left > 0) each.set(house(about), left)
    else each.delete(house(about))
  }
  return {
    all: () => [...counted],
    get: (name: string) => counted.get(name),
    set: (name: string, one: Counted<About>) => counted.set(name, one),
    remove(name: string, about: About) {
      if (counted.delete(name)) add(about, -1)
    },
    /** Counts so many at a door that exists, or at the common one of a house with many doors. */
    enter(asked: About, times: number, at: number) {
      const isFull = !counted.has(door(asked)) && (each.get(house(asked)) ?? 0) >= MOST_EACH
      const about = isFull ? anybody(asked) : asked
      const known = counted.get(door(about))
      if (!known && counted.size >= MOST_DOORS) return
      if (!known) add(about, 1)
      const refusals = refusedOnce(known?.refusals, at)
      counted.set(door(about), { refusals: { ...refusals, count: refusals.count + times - 1 }, about })
    },
  }
}

/** Those of whom it is not known yet whether they came to a door that exists. */
function createEntrance<About>(
  { door, exist, log }: CounterOptions<About>,
  doors: Pick<ReturnType<typeof createDoors<About>>, 'enter'>,
) {
  let waiting = new Map<string, { readonly about: About; readonly times: number; readonly at: number }>()
  let letting: Promise<void> | undefined

  const letIn = async () => {
    while (waiting.size > 0) {
      const asked = [...waiting.values()]
      waiting = new Map()
      try {
        const real = await exist(asked.map(({ about }) => about))
        for (const [n, { about, times, at }] of asked.entries()) if (real[n]) doors.enter(about, times, at)
      } catch (error) {
        log.error({ err: error, doors: asked.length }, 'it could not be looked up what was refused')
      }
    }
  }
  const entrance = {
    let: (): Promise<void> =>
      (letting ??= letIn().finally(() => {
        letting = undefined
      })),
    wait(about: About, now: number) {
      const name = door(about)
      const before = waiting.get(name)
      if (!before && waiting.size >= MOST_WAITING) return
      waiting.set(name, { about, times: (before?.times ?? 0) + 1, at: before?.at ?? now })
      if (waiting.size >= ASKED_AT) void entrance.let()
    },
  }
  return entrance
}
