// Counts what was refused and wrong passwords, and tells of them seldom: nobody fills another's log by knocking at its door.
import { type Refusals, refusedOnce, toldOf } from '@parlance/core/audit/audit'
import type { Logger } from '../../platform/log.ts'

/** Different doors that are counted at once; while there are so many, further ones go unnoticed. */
const MOST_DOORS = 5000
const LOOK_MS = 5000

export interface Told {
  readonly count: number
  /** Milliseconds since 1970. */
  readonly since: number
}

export interface Counter<About> {
  /** Once more at this door. What is told later is about the latest. */
  readonly count: (door: string, about: About) => void
  /** Tells of all that is counted now. */
  readonly settle: () => Promise<void>
  readonly stop: () => void
}

export function createCounter<About>(options: {
  readonly tell: (about: About, told: Told) => Promise<void>
  readonly log: Logger
  readonly now?: () => number
}): Counter<About> {
  const { tell, log, now = Date.now } = options
  const doors = new Map<string, { refusals: Refusals; about: About }>()

  const look = async (all: boolean) => {
    for (const [door, { refusals, about }] of doors) {
      if (!all && refusals.due > now()) continue
      const next = toldOf(refusals, now())
      if (next === undefined) doors.delete(door)
      else doors.set(door, { refusals: next, about })
      if (refusals.count === 0) continue
      await tell(about, { count: refusals.count, since: refusals.since }).catch((error: unknown) =>
        log.error({ err: error }, 'refusals could not be written to the log of a workspace'),
      )
    }
  }
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(() => look(false))
  }, LOOK_MS)
  timer.unref()
  return {
    count(door, about) {
      const known = doors.get(door)
      if (!known && doors.size >= MOST_DOORS) return
      doors.set(door, { refusals: refusedOnce(known?.refusals, now()), about })
    },
    settle: () => (running = running.then(() => look(true))),
    stop: () => clearInterval(timer),
  }
}
