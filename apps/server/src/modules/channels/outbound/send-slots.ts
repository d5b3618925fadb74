// Limits how many messages are being sent for one connection: after a crash, those may or may not have arrived.

/** A slow call stops counting after this long, so that it delays other conversations only for a while. */
const SLOW_MS = 3000

interface Line {
  taken: number
  readonly waiting: (() => void)[]
}

export function createSendSlots(slowMs: number = SLOW_MS) {
  const lines = new Map<string, Line>()
  return {
    /** Resolves in order of the calls, once fewer than `atOnce` are under way; call the result when it ended. */
    async take(connectionId: string, atOnce: number): Promise<() => void> {
      const line = lines.get(connectionId) ?? { taken: 0, waiting: [] }
      lines.set(connectionId, line)
      if (line.taken < atOnce) line.taken += 1
      else await new Promise<void>((resolve) => line.waiting.push(resolve))
      let isFree = false
      const free = () => {
        if (isFree) return
        isFree = true
        clearTimeout(slow)
        const next = line.waiting.shift()
        if (next) return next()
        line.taken -= 1
        if (line.taken === 0) lines.delete(connectionId)
      }
      const slow = setTimeout(free, slowMs)
      slow.unref()
      return free
    },
  }
}
