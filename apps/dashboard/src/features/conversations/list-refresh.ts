// When a list that already shows every message is read from the server again.

/** A refresh waits for this much quiet, and a random part of the spread, so that browsers don't all ask at once. */
export const QUIET_MS = 2000
export const QUIET_SPREAD_MS = 4000
/** While messages keep coming, a refresh waits this long at most, and up to as much more. */
export const LONGEST_MS = 15_000
/** Between two refreshes. */
export const REST_MS = 10_000

/** Call `schedule` after each event; `refresh` runs once for many of them. */
export function createListRefresh(refresh: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let latest = 0
  let refreshedAt = -Infinity
  const run = () => {
    timer = undefined
    refreshedAt = performance.now()
    refresh()
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
      timer = setTimeout(run, Math.max(Math.min(quiet, latest), refreshedAt + REST_MS) - now)
    },
    cancel,
  }
}
