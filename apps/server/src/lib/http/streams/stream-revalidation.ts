// Ends event streams of those who lost access since they began: asked again every so often, and at once when told.
import type { ServerResponse } from 'node:http'
import type { Logger } from '../../log.ts'

type Ending = Pick<ServerResponse, 'end'>

export interface StreamRevalidation {
  /**
   * Ends the response once `still` is false; answers the way to stop watching. Streams of one `key` share the question,
   * whichever of them brought it.
   */
  readonly add: (response: Ending, key: string, still: () => Promise<boolean>) => () => void
  /** Asks for all of them now; resolves when that is done. */
  readonly recheck: () => Promise<void>
  /** Asks for all of them at this time as well, because somebody's access ends then. Saying it again changes nothing. */
  readonly recheckAt: (time: Date) => void
  readonly stop: () => void
}

interface Watched {
  readonly still: () => Promise<boolean>
  readonly streams: Set<Ending>
}

/** How long a stream outlives the access to it, where nobody says that it ended. */
export const CHECK_MS = 10_000
/** A timer may come a little early; nobody's access has ended by then. */
const LATE_MS = 20

export function createStreamRevalidation(log: Logger, everyMs = CHECK_MS): StreamRevalidation {
  const all = new Map<string, Watched>()
  let running: Promise<void> | undefined
  let again = false

  const checkAll = async () => {
    // One after another: however many there are, the database has one question of this process at a time.
    for (const [key, watched] of all) {
      try {
        if (await watched.still()) continue
      } catch (error) {
        // A database that is away takes nobody's access.
        log.debug({ err: error }, 'the access of a stream could not be checked')
        continue
      }
      if (all.get(key) === watched) all.delete(key)
      for (const response of watched.streams) response.end()
    }
  }
  const recheck = (): Promise<void> => {
    again = true
    return (running ??= (async () => {
      while (again) {
        again = false
        await checkAll()
      }
    })().finally(() => (running = undefined)))
  }
  const timer = setInterval(() => void (running ?? recheck()), everyMs)
  timer.unref()
  const appointed = new Map<number, NodeJS.Timeout>()

  return {
    add(response, key, still) {
      const watched = all.get(key) ?? { still, streams: new Set() }
      all.set(key, watched)
      watched.streams.add(response)
      return () => {
        watched.streams.delete(response)
        if (watched.streams.size === 0 && all.get(key) === watched) all.delete(key)
      }
    },
    recheck,
    recheckAt(time) {
      const at = time.getTime()
      if (appointed.has(at)) return
      const wait = at - Date.now() + LATE_MS
      const due = setTimeout(() => {
        appointed.delete(at)
        void recheck()
      }, wait)
      appointed.set(at, due.unref())
    },
    stop() {
      clearInterval(timer)
      for (const due of appointed.values()) clearTimeout(due)
    },
  }
}
