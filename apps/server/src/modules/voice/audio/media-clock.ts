// When a caller's audio was spoken. Chunks arrive late and in bursts, so their place on the call's clock follows from how
// much audio came before; the quickest chunks tell how far the two clocks are apart.

/** How much a sender's clock may differ from ours, as a share of the time. */
const MOST_DRIFT = 0.01
/** Chunks this late wait for their backlog, or follow a pause in which nothing was sent. */
const LATE_MS = 60
/** A backlog arrives within this time. */
const BACKLOG_MS = 200

export interface MediaClock {
  /** Takes a chunk that arrived at `at`; returns when it ended. */
  readonly ended: (ms: number, at: number) => number
  /** Nothing was sent for a while: the clock starts again with the next chunk. */
  readonly restart: () => void
}

export function createMediaClock(): MediaClock {
  /** Milliseconds of audio so far. */
  let position = 0
  /** Added to a position, it is the call's time. */
  let offset: number | undefined
  let late: { readonly since: number; least: number } | undefined
  return {
    ended(ms, at) {
      position += ms
      const found = at - position
      if (offset === undefined || found <= offset) {
        offset = found
        late = undefined
      } else if (found - offset <= LATE_MS) {
        offset += Math.min(found - offset, ms * MOST_DRIFT)
        late = undefined
      } else {
        late = { since: late?.since ?? at, least: Math.min(late?.least ?? found, found) }
        if (at - late.since >= BACKLOG_MS) {
          offset = late.least
          late = undefined
        }
      }
      return position + offset
    },
    restart() {
      offset = undefined
      late = undefined
    },
  }
}
