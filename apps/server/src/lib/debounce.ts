// Puts off work that is asked for often until nobody has asked for a while.
import type { Logger } from './log.ts'

/** Runs `work` once no call with the same key came for `ms` milliseconds. A failure is logged with `message`. */
export type Debounce = (key: string, ms: number, work: () => Promise<unknown>) => void

export function createDebounce(log: Logger, message: string): Debounce {
  const timers = new Map<string, NodeJS.Timeout>()
  return (key, ms, work) => {
    clearTimeout(timers.get(key))
    const timer = setTimeout(() => {
      timers.delete(key)
      work().catch((error: unknown) => log.debug({ err: error }, message))
    }, ms)
    timers.set(key, timer.unref())
  }
}
