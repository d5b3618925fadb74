/** The clock of a call, replaceable in tests. */
export interface CallClock {
  /** Milliseconds, monotonic. */
  readonly now: () => number
  /** Returns a function that cancels it. */
  readonly after: (ms: number, act: () => void) => () => void
}

export const realClock: CallClock = {
  now: () => performance.now(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
}
