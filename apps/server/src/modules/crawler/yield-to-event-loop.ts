// Long lists of addresses, each held against many matchers: others have their turn in between.
import { setImmediate as nextTurn } from 'node:timers/promises'

const TURN_MS = 10

/** To be awaited at each step of a long loop; gives the turn away once a step comes later than it should. */
export function createYielder(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < TURN_MS) return
    await nextTurn()
    since = performance.now()
  }
}
