import { expect, test } from 'vitest'
import { createMediaClock } from './media-clock.ts'
import { createRecorder } from './recorder.ts'

const FRAME_MS = 20
const loud = Int16Array.from({ length: 320 }, (_, index) => (index % 2 === 0 ? 8000 : -8000))
const quiet = new Int16Array(320)

/** Milliseconds at which sound begins in the caller's channel. */
function beginnings(wav: Buffer): number[] {
  const found: number[] = []
  let silence = 1000
  for (let ms = 0; 44 + (ms + 1) * 64 <= wav.length; ms++) {
    if (Math.abs(wav.readInt16LE(44 + ms * 64)) > 1000 || Math.abs(wav.readInt16LE(44 + ms * 64 + 4)) > 1000) {
      if (silence > 200) found.push(ms)
      silence = 0
    } else silence += 1
  }
  return found
}

interface Line {
  /** How fast the caller's clock runs. */
  readonly rate?: number
  /** When a frame that was spoken until then arrives; undefined when it is never sent. */
  readonly arrives?: (spokenAt: number, frame: number) => number | undefined
  readonly seconds?: number
}

/** A beep every five seconds; how far each is from its place in the recording. */
function record({ rate = 1, arrives = (at) => at, seconds = 60 }: Line): number[] {
  const recorder = createRecorder()
  const clock = createMediaClock()
  const spoken: number[] = []
  let last = 0
  for (let frame = 0, next = 2000; (frame * FRAME_MS) / rate < seconds * 1000; frame++) {
    const from = (frame * FRAME_MS) / rate
    const until = from + FRAME_MS / rate
    const arrivedAt = arrives(until, frame)
    const isLoud = from >= next
    if (isLoud) next += 5000
    if (arrivedAt === undefined) continue
    if (isLoud) spoken.push(from)
    // Frames arrive in order.
    last = Math.max(last, arrivedAt)
    const pcm = isLoud ? loud : quiet
    recorder.caller(pcm, clock.ended(FRAME_MS, last))
  }
  const found = beginnings(recorder.wav())
  expect(found).toHaveLength(spoken.length)
  return spoken.map((at, index) => (found[index] ?? NaN) - at)
}

/** Within these times nothing is read; it arrives at once afterwards. */
const blocked = (times: readonly (readonly [from: number, ms: number])[]) => (at: number) =>
  times.reduce((arrives, [from, ms]) => (at > from && at < from + ms ? from + ms : arrives), at)

test.each<[string, Line]>([
  ['steadily', {}],
  ['with jitter', { arrives: (at, frame) => at + ((frame * 7) % 5) * 8 }],
  [
    'after the server was busy',
    {
      arrives: blocked([
        [1900, 150],
        [3000, 400],
        [6900, 300],
        [12_010, 90],
      ]),
    },
  ],
  ['after the network stalled for a second', { arrives: blocked([[1500, 1000]]) }],
  ['after a pause in which nothing was sent', { arrives: (at) => (at > 8000 && at < 11_000 ? undefined : at) }],
  ['with lost frames', { arrives: (at, frame) => (frame % 500 === 3 ? undefined : at) }],
  ['0.5 % fast for ten minutes', { rate: 1.005, seconds: 600 }],
  ['0.5 % slow for ten minutes', { rate: 0.995, seconds: 600 }],
  ['0.5 % slow, with jitter', { rate: 0.995, seconds: 600, arrives: (at, frame) => at + ((frame * 7) % 5) * 6 }],
])('records a caller in place when their audio arrives %s', (_, line) => {
  for (const off of record(line)) expect(Math.abs(off)).toBeLessThanOrEqual(20)
})

test('continues the agent’s audio when reports of its playback vary', () => {
  const recorder = createRecorder()
  recorder.agent(loud, 1020)
  recorder.agent(loud, 1095)
  recorder.agent(loud, 1060)
  expect(recorder.wav().length).toBe(44 + (1000 + 60) * 64)
})
