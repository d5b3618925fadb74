// Notifies workers of jobs that this process enqueued, by kind. Many jobs share a notification: each one costs a query.

/** Most transactions have committed by the first notification; a second one spares the rest the wait for the next poll. */
const COMMITTED_MS = 30
const LATE_MS = 300

export function createWorkerNotifier(notify: (kind: string) => void) {
  /** One notification per interval; every call is followed by one that is at least `ms` later. */
  const every = (ms: number) => {
    const waiting = new Map<string, { isAskedAgain: boolean }>()
    const ask = (kind: string) => {
      const known = waiting.get(kind)
      if (known) {
        known.isAskedAgain = true
        return
      }
      const asked = { isAskedAgain: false }
      waiting.set(kind, asked)
      setTimeout(() => {
        waiting.delete(kind)
        notify(kind)
        if (asked.isAskedAgain) ask(kind)
      }, ms).unref()
    }
    return ask
  }
  const [now, committed, late] = [every(0), every(COMMITTED_MS), every(LATE_MS)]
  return {
    now,
    /** For a job of a transaction that is still open. */
    afterTransaction(kind: string): void {
      committed(kind)
      late(kind)
    },
  }
}
