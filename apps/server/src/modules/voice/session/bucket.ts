// How often something may happen: `most` at once, and `perSecond` as time passes.
export function createBucket({ perSecond, most, now }: { perSecond: number; most: number; now: () => number }) {
  let left = most
  let at = now()
  return {
    /** False where it is too often. */
    take(): boolean {
      left = Math.min(most, left + ((now() - at) / 1000) * perSecond)
      at = now()
      if (left < 1) return false
      left -= 1
      return true
    },
  }
}
