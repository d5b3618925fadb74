// Linear resampling between the device's and the call's rate, continuous across blocks.

/** Resamples blocks and returns frames of a fixed length. */
export function createFramer(from: number, to: number, length: number) {
  const step = from / to
  let held = new Float32Array(0)
  let at = 0
  let frame = new Int16Array(length)
  let filled = 0
  return (block: Float32Array): Int16Array[] => {
    const all = new Float32Array(held.length + block.length)
    all.set(held)
    all.set(block, held.length)
    const frames: Int16Array[] = []
    // Averaging suppresses frequencies above the new limit.
    const width = Math.max(1, Math.round(step))
    while (at + width < all.length) {
      let sum = 0
      const i = Math.floor(at)
      for (let k = 0; k < width; k++) sum += all[i + k] ?? 0
      frame[filled++] = Math.max(-1, Math.min(1, sum / width)) * 32_767
      if (filled === length) {
        frames.push(frame)
        frame = new Int16Array(length)
        filled = 0
      }
      at += step
    }
    const done = Math.min(all.length, Math.floor(at))
    held = all.slice(done)
    at -= done
    return frames
  }
}

interface Piece {
  readonly gen: number
  readonly startMs: number
  readonly pcm: Int16Array
}

/** The playback queue at the device's rate. */
export function createPlayer(from: number, to: number) {
  const step = from / to
  let queue: Piece[] = []
  let at = 0
  let isHeld = false
  let gain = 1
  let wanted = 1
  let playing: { gen: number; ms: number } | undefined
  return {
    push: (piece: Piece) => void queue.push(piece),
    /** Returns how much of it was played. */
    clear(gen: number): number {
      const [front] = queue
      queue = queue.filter((piece) => piece.gen > gen)
      if (queue[0] !== front) at = 0
      const ms = playing?.gen === gen ? playing.ms : 0
      return ms
    },
    hold: (on: boolean) => void (isHeld = on),
    duck: (on: boolean) => void (wanted = on ? 0.25 : 1),
    /** The reply being played, and how much of it was. */
    position: () => playing,
    isPlaying: () => queue.length > 0 && !isHeld,
    fill(out: Float32Array): void {
      for (let i = 0; i < out.length; i++) {
        const piece = queue[0]
        if (!piece || isHeld) {
          out[i] = 0
          continue
        }
        gain += (wanted - gain) * 0.002
        const index = Math.floor(at)
        const part = at - index
        const now = piece.pcm[index] ?? 0
        const next = piece.pcm[index + 1] ?? queue[1]?.pcm[0] ?? 0
        out[i] = ((now * (1 - part) + next * part) / 32_768) * gain
        at += step
        playing = { gen: piece.gen, ms: piece.startMs + (Math.min(at, piece.pcm.length) * 1000) / from }
        if (at >= piece.pcm.length) {
          at -= piece.pcm.length
          queue.shift()
        }
      }
    },
  }
}
