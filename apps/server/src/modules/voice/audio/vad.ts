// Detects speech in 20 ms frames by their energy above an adaptive noise floor. Deterministic.
import { CALL_RATE } from '@parlance/contract/voice/protocol'

export interface Vad {
  /** Takes one frame. `ago`: milliseconds before its end at which speech started or ended. */
  readonly push: (pcm: Int16Array, isPlaying?: boolean) => { readonly on: boolean; readonly ago: number } | undefined
  /** Resets the state. */
  readonly reset: () => void
}

const FRAME_MS = 20
/** Decibels relative to full scale. */
const QUIETEST = -60
const FLOOR_START = -55
/** Quieter frames are never speech. */
const LEAST = -48
/** Speech lasts until it is quieter than this, on a quiet line. */
export const SPEECH_DB = -53
const OVER_ON = 10
const OVER_OFF = 5
/** Residual echo is louder than line noise. */
const OVER_PLAYING = 6
const ON_FRAMES = 3
const OFF_FRAMES = 12
/** Quieter frames in which the last sound may end. */
const FADING_FRAMES = 2

export function energyOf(pcm: Int16Array): number {
  if (pcm.length === 0) return QUIETEST
  let sum = 0
  for (const sample of pcm) sum += sample * sample
  return Math.max(QUIETEST, 10 * Math.log10(sum / pcm.length / 32_768 ** 2 + 1e-12))
}

const BLOCK_MS = 5
/** Milliseconds at the end of a frame that are quieter than a level. */
function silenceAtEnd(pcm: Int16Array, level: number): number {
  const block = BLOCK_MS * (CALL_RATE / 1000)
  let end = pcm.length
  while (end >= block && energyOf(pcm.subarray(end - block, end)) < level) end -= block
  return (pcm.length - end) / (CALL_RATE / 1000)
}

export function createVad(): Vad {
  let floor = FLOOR_START
  let isOn = false
  let run = 0
  /** Milliseconds from the last sound of speech to the end of its last loud frame. */
  let tail = 0
  return {
    push(pcm, isPlaying = false) {
      const level = energyOf(pcm)
      const over = Math.max(LEAST, floor + OVER_ON) + (isPlaying ? OVER_PLAYING : 0)
      const under = Math.max(SPEECH_DB, floor + OVER_OFF)
      // Falls at once and rises by 2 dB a second, so that long speech does not become the floor.
      floor = level < floor ? floor + (level - floor) * 0.3 : Math.min(level, floor + (isOn ? 0.005 : 0.04))
      if (!isOn) {
        run = level > over ? run + 1 : 0
        if (run < ON_FRAMES) return undefined
        isOn = true
        run = 0
        return { on: true, ago: ON_FRAMES * FRAME_MS }
      }
      run = level < under ? run + 1 : 0
      if (run <= FADING_FRAMES) {
        const silence = silenceAtEnd(pcm, under)
        if (silence < FRAME_MS) tail = silence - run * FRAME_MS
      }
      if (run < OFF_FRAMES) return undefined
      isOn = false
      run = 0
      return { on: false, ago: OFF_FRAMES * FRAME_MS + tail }
    },
    reset() {
      isOn = false
      run = 0
    },
  }
}
