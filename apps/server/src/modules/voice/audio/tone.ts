// Detects single tones in 20 ms frames at 16 kHz: beeps of mailboxes and fax machines. Deterministic.
import { CALL_RATE } from '@parlance/contract/voice/protocol'
import { energyOf } from './vad.ts'

export interface Tone {
  readonly hz: number
  /** Duration so far. */
  readonly ms: number
  readonly isOver: boolean
}

const STEP = 20
const FREQUENCIES = [...Array.from({ length: 36 }, (_, index) => 350 + index * STEP), 1100, 2100]
/** Minimum share of a frame's energy at one frequency. */
const SHARE = 0.7
const LEAST_DB = -45
/** Maximum variation of a tone; a gap of one frame is ignored. */
const SAME_HZ = 40
const LEAST_MS = 120

/** Share of a frame's energy at a frequency, 0 to 1. */
export function shareOf(pcm: Int16Array, hz: number): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * hz) / CALL_RATE)
  let before = 0
  let beforeThat = 0
  let energy = 0
  for (const sample of pcm) {
    const now = sample + coefficient * before - beforeThat
    beforeThat = before
    before = now
    energy += sample * sample
  }
  const power = before * before + beforeThat * beforeThat - coefficient * before * beforeThat
  return energy === 0 ? 0 : Math.min(1, (2 * power) / (pcm.length * energy))
}

function toneOf(pcm: Int16Array): number | undefined {
  if (pcm.length === 0 || energyOf(pcm) < LEAST_DB) return undefined
  let best = { hz: 0, share: 0 }
  for (const hz of FREQUENCIES) {
    const share = shareOf(pcm, hz)
    if (share > best.share) best = { hz, share }
  }
  return best.share >= SHARE ? best.hz : undefined
}

/** Takes frames in order; returns a tone of at least 120 ms while it lasts, and once when it ends. */
export function createToneDetector() {
  let tone: { hz: number; ms: number; gap: number } | undefined
  return (pcm: Int16Array): Tone | undefined => {
    const ms = (pcm.length / CALL_RATE) * 1000
    const hz = toneOf(pcm)
    if (tone && hz !== undefined && Math.abs(hz - tone.hz) <= SAME_HZ) {
      tone = { hz: tone.hz, ms: tone.ms + tone.gap + ms, gap: 0 }
      return tone.ms >= LEAST_MS ? { hz: tone.hz, ms: tone.ms, isOver: false } : undefined
    }
    if (tone && tone.gap === 0) {
      tone.gap = ms
      return undefined
    }
    const ended = tone
    tone = hz === undefined ? undefined : { hz, ms, gap: 0 }
    return ended && ended.ms >= LEAST_MS ? { hz: ended.hz, ms: ended.ms, isOver: true } : undefined
  }
}
