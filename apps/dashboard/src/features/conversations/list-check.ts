// When a list that already shows every message is checked against the server.

/** A check waits for this much quiet, and up to as much more at random, so that browsers don't all ask at once. */
export const QUIET_MS = 2000
export const QUIET_SPREAD_MS = 4000
/** While messages keep coming, a check waits this long at most, and up to as much more. */
export const LONGEST_MS = 15_000
/** Between two checks. */
export const REST_MS = 10_000

/** Call `schedule` after each event; `check` runs once for many of them. */
export function createListCheck(check: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let latest = 0
  let checkedAt = -Infinity
  const run = () => {
    timer = undefined
    checkedAt = performance.now()
    check()
  }
  const cancel = () => {
    clearTimeout(timer)
    timer = undefined
  }
  return {
    schedule() {
      const now = performance.now()
      if (timer === undefined) latest = now + LONGEST_MS * (1 + Math.random())
      clearTimeout(timer)
      const quiet = now + QUIET_MS + QUIET_SPREAD_MS * Math.random()
      timer = setTimeout(run, Math.max(Math.min(quiet, latest), checkedAt + REST_MS) - now)
    },
    cancel,
  }
}
