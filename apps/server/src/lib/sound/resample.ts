// Changes the sample rate of audio, continuously across chunks when one resampler gets them all.

export interface Resampler {
  readonly push: (pcm: Int16Array) => Int16Array
}

/** Linear interpolation, after averaging when downsampling. */
export function createResampler(from: number, to: number): Resampler {
  if (from === to) return { push: (pcm) => pcm }
  const step = from / to
  const width = Math.max(1, Math.round(step))
  let before: number[] = []
  /** Position of the next output sample in the input, relative to the start of `before`. */
  let at = 0
  return {
    push(pcm) {
      const all = before.concat(Array.from(pcm))
      const out: number[] = []
      while (at + width < all.length) {
        const i = Math.floor(at)
        const part = at - i
        out.push(Math.round(meanOf(all, i, width) * (1 - part) + meanOf(all, i + 1, width) * part))
        at += step
      }
      const keep = Math.min(all.length, Math.floor(at))
      before = all.slice(keep)
      at -= keep
      return Int16Array.from(out)
    },
  }
}

function meanOf(samples: readonly number[], from: number, width: number): number {
  let sum = 0
  let count = 0
  for (let i = from; i < Math.min(samples.length, from + width); i++) {
    sum += samples[i] ?? 0
    count += 1
  }
  return count === 0 ? 0 : sum / count
}

export const resample = (pcm: Int16Array, from: number, to: number): Int16Array => createResampler(from, to).push(pcm)
