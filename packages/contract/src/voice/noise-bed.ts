// Background sounds behind an agent, generated here to avoid licences: deterministic loops of six seconds, 16 kHz.
import { CALL_RATE } from './protocol.ts'

export const NOISES = ['restaurant', 'office', 'street', 'park'] as const
export type Noise = (typeof NOISES)[number]

export const isNoise = (name: string): name is Noise => (NOISES as readonly string[]).includes(name)

const SECONDS = 6
const LENGTH = SECONDS * CALL_RATE
/** The end of the loop crossfades into its beginning. */
const SEAM = CALL_RATE / 4
/** About 24 dB below speech. */
const PEAK = 1200

type Sample = (index: number, random: () => number) => number

function randomOf(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

/** `share` of each new sample is taken. */
function soft(share: number): (random: () => number) => number {
  let last = 0
  return (random) => (last += share * (random() * 2 - 1 - last))
}

const wave = (index: number, hz: number): number => Math.sin((2 * Math.PI * hz * index) / CALL_RATE)

function strokes(perSecond: number, hz: readonly number[], decayMs: number, loudness: number): Sample {
  let left = 0
  let pitch = 0
  let strength = 0
  return (index, random) => {
    if (random() < perSecond / CALL_RATE) {
      left = (decayMs / 1000) * CALL_RATE * 4
      pitch = hz[Math.floor(random() * hz.length)] ?? 0
      strength = loudness * (0.4 + 0.6 * random())
    }
    if (left <= 0) return 0
    left -= 1
    const age = (decayMs / 1000) * CALL_RATE * 4 - left
    return strength * Math.exp(-age / ((decayMs / 1000) * CALL_RATE)) * wave(index, pitch)
  }
}

const MAKERS: Readonly<Record<Noise, () => Sample>> = {
  restaurant() {
    const voices = [2.1, 3.3, 4.7].map((rate, at) => ({ rate, at: at * 2.1, noise: soft(0.12) }))
    const floor = soft(0.02)
    const glasses = strokes(0.7, [2350, 2960, 3520], 60, 0.18)
    return (index, random) =>
      voices.reduce(
        (sum, { rate, at, noise }) => sum + noise(random) * (0.5 + 0.5 * Math.abs(wave(index, rate / 2 + at / 9))),
        0,
      ) +
      2 * floor(random) +
      glasses(index, random)
  },
  office() {
    const air = soft(0.03)
    const keys = strokes(2.5, [900, 1200, 1600], 6, 0.3)
    return (index, random) =>
      2.2 * air(random) + 0.05 * wave(index, 100) + 0.02 * wave(index, 200) + keys(index, random)
  },
  street() {
    const rumble = soft(0.015)
    const tyres = soft(0.2)
    return (index, random) => {
      const swell = 0.5 + 0.5 * wave(index, 1 / SECONDS)
      return 4 * rumble(random) + 0.5 * swell * tyres(random)
    }
  },
  park() {
    const wind = soft(0.03)
    const birds = strokes(0.6, [3100, 3700, 4300], 90, 0.2)
    return (index, random) => 1.6 * (0.6 + 0.4 * wave(index, 0.5)) * wind(random) + birds(index, random)
  },
}

const made = new Map<Noise, Int16Array>()

export function noiseBed(name: Noise): Int16Array {
  const known = made.get(name)
  if (known) return known
  const random = randomOf(NOISES.indexOf(name) + 11)
  const sampleOf = MAKERS[name]()
  const raw = Array.from({ length: LENGTH + SEAM }, (_, index) => sampleOf(index, random))
  const looped = raw.slice(0, LENGTH).map((value, index) => {
    if (index >= SEAM) return value
    const part = index / SEAM
    return value * part + (raw[LENGTH + index] ?? 0) * (1 - part)
  })
  const peak = looped.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9)
  const bed = Int16Array.from(looped, (value) => Math.round((value / peak) * PEAK))
  made.set(name, bed)
  return bed
}

/** Mixes a bed into a continuous stream, as on a telephone, at half volume while the agent speaks. */
export function createNoiseMixer(name: string): (pcm: Int16Array, isSpeaking: boolean) => Int16Array {
  if (!isNoise(name)) return (pcm) => pcm
  const bed = noiseBed(name)
  let at = 0
  let gain = 1
  return (pcm, isSpeaking) =>
    pcm.map((sample) => {
      gain += ((isSpeaking ? 0.5 : 1) - gain) * 0.001
      const mixed = sample + (bed[at] ?? 0) * gain
      at = (at + 1) % bed.length
      return Math.max(-32_768, Math.min(32_767, Math.round(mixed)))
    })
}
