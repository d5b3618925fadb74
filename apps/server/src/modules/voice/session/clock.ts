/** Time of a call, so that tests have one of their own. */
export interface CallClock {
  /** Milliseconds, never going back. */
  readonly now: () => number
  /** Returns how to cancel it. */
  readonly after: (ms: number, act: () => void) => () => void
}

export const realClock: CallClock = {
  now: () => performance.now(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
}
