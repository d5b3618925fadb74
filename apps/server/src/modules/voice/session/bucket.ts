// A token bucket: `most` at once, refilled by `perSecond`.
export function createBucket({ perSecond, most, now }: { perSecond: number; most: number; now: () => number }) {
  let left = most
  let at = now()
  return {
    /** False when the limit is exceeded. */
    take(): boolean {
      left = Math.min(most, left + ((now() - at) / 1000) * perSecond)
      at = now()
      if (left < 1) return false
      left -= 1
      return true
    },
  }
}
