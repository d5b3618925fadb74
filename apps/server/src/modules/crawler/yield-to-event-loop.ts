import { setImmediate as nextTurn } from 'node:timers/promises'

const MAX_BLOCKING_MS = 10

/** Await the returned function in each step of a long loop; it yields once the loop has blocked for too long. */
export function createYielder(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < MAX_BLOCKING_MS) return
    await nextTurn()
    since = performance.now()
  }
}
