import type { Logger } from './log.ts'

/** Runs `work` `ms` milliseconds after the last call with the same key. A failure is logged with `message`. */
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
