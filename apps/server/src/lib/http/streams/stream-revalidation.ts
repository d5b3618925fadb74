// Ends event streams whose reader lost access: rechecked at intervals, and at once on request.
import type { ServerResponse } from 'node:http'
import type { Logger } from '../../log.ts'

type Ending = Pick<ServerResponse, 'end'>

export interface StreamRevalidation {
  /** Ends the response once `still` is false; returns a function to stop. Streams with one `key` share a check. */
  readonly add: (response: Ending, key: string, still: () => Promise<boolean>) => () => void
  readonly recheck: () => Promise<void>
  /** Also checks all of them at this time, when someone's access ends. Idempotent. */
  readonly recheckAt: (time: Date) => void
  readonly stop: () => void
}

interface Watched {
  readonly still: () => Promise<boolean>
  readonly streams: Set<Ending>
}

export const CHECK_MS = 10_000
/** Added to the delay, because timers may fire slightly early. */
const LATE_MS = 20

export function createStreamRevalidation(log: Logger, everyMs = CHECK_MS): StreamRevalidation {
  const all = new Map<string, Watched>()
  let running: Promise<void> | undefined
  let again = false

  const checkAll = async () => {
    // One after another, so that the database gets one query of this process at a time.
    for (const [key, watched] of all) {
      try {
        if (await watched.still()) continue
      } catch (error) {
        // Streams stay open while the database is unreachable.
        log.debug({ err: error }, 'checking the access of a stream failed')
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
