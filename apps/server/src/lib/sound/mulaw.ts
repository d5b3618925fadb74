// Telephone audio: µ-law (G.711) at 8 kHz, converted from and to 16 kHz.

const BIAS = 132
const CLIP = 32_635
export const MULAW_SILENCE = 0xff

const DECODED = Int16Array.from({ length: 256 }, (_, index) => {
  const byte = ~index & 0xff
  const magnitude = (((byte & 0x0f) << 3) + BIAS) << ((byte >> 4) & 0x07)
  return byte & 0x80 ? BIAS - magnitude : magnitude - BIAS
})

function encodeSample(sample: number): number {
  const magnitude = Math.min(CLIP, Math.abs(sample)) + BIAS
  // The magnitude has 8 to 15 bits; its highest bit determines the segment.
  const segment = 24 - Math.clz32(magnitude)
  return ~((sample < 0 ? 0x80 : 0) | (segment << 4) | ((magnitude >> (segment + 3)) & 0x0f)) & 0xff
}

export const encodeMulaw = (pcm: Int16Array): Uint8Array => Uint8Array.from(pcm, encodeSample)
export const decodeMulaw = (bytes: Uint8Array): Int16Array => Int16Array.from(bytes, (byte) => DECODED[byte] ?? 0)

/** Half-band filter; the taps add up to 32. */
const TAPS = [-1, 0, 9, 16, 9, 0, -1] as const

export function createHalver(): { readonly push: (pcm: Int16Array) => Int16Array } {
  let before: number[] = Array.from({ length: TAPS.length - 1 }, () => 0)
  return {
    push(pcm) {
      const all = before.concat(Array.from(pcm))
      const out: number[] = []
      let at = 0
      for (; at + TAPS.length <= all.length; at += 2) {
        let sum = 0
        for (let i = 0; i < TAPS.length; i++) sum += (all[at + i] ?? 0) * (TAPS[i] ?? 0)
        out.push(Math.max(-32_768, Math.min(32_767, Math.round(sum / 32))))
      }
      before = all.slice(at)
      return Int16Array.from(out)
    },
  }
}

export function createDoubler(): { readonly push: (pcm: Int16Array) => Int16Array } {
  let last = 0
  return {
    push(pcm) {
      const out = new Int16Array(pcm.length * 2)
      for (let i = 0; i < pcm.length; i++) {
        const sample = pcm[i] ?? 0
        out[i * 2] = Math.round((last + sample) / 2)
        out[i * 2 + 1] = sample
        last = sample
      }
      return out
    },
  }
}
