import { expect, test } from 'vitest'
import { createToneDetector, type Tone } from './tone.ts'

const RATE = 16_000
function hear(sample: (at: number) => number, ms: number): Tone[] {
  const push = createToneDetector()
  const tones: Tone[] = []
  const pcm = Int16Array.from({ length: (ms * RATE) / 1000 }, (_, index) => sample(index / RATE))
  for (let from = 0; from + 320 <= pcm.length; from += 320) {
    const tone = push(pcm.subarray(from, from + 320))
    if (tone?.isOver) tones.push(tone)
  }
  return tones
}
const sine = (hz: number, at: number) => 9000 * Math.sin(2 * Math.PI * hz * at)

test.each([350, 425, 487, 800, 1000, 1100, 2100])('detects a beep of %i Hz and its duration', (hz) => {
  const [tone] = hear((at) => (at >= 0.2 && at < 0.6 ? sine(hz, at) : 0), 1000)
  expect(Math.abs((tone?.hz ?? 0) - hz)).toBeLessThanOrEqual(20)
  expect(Math.abs((tone?.ms ?? 0) - 400)).toBeLessThanOrEqual(40)
})

test('ignores clicks, chords and noise', () => {
  expect(hear((at) => (at < 0.08 ? sine(1000, at) : 0), 500)).toEqual([])
  expect(hear((at) => (at < 0.5 ? sine(440, at) + sine(660, at) + sine(880, at) : 0), 800)).toEqual([])
  let seed = 1
  const noise = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5
  expect(hear(() => 12_000 * noise(), 2000)).toEqual([])
})
