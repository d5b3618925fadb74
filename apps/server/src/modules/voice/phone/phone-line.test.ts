import { expect, test } from 'vitest'
import { decodeMulaw } from '../../../lib/sound/mulaw.ts'
import { createPhoneLine, PHONE_FRAME } from './phone-line.ts'

function openLine(noise?: string) {
  let now = 0
  let timers: { at: number; act: () => void }[] = []
  const frames: Uint8Array[] = []
  const marks: string[] = []
  const { line } = createPhoneLine({
    clock: {
      now: () => now,
      after(ms, act) {
        const timer = { at: now + ms, act }
        timers.push(timer)
        return () => (timers = timers.filter((one) => one !== timer))
      },
    },
    wire: { media: (mulaw) => frames.push(mulaw), mark: (name) => marks.push(name), clear: () => {}, close: () => {} },
    noise,
    onPlayed: () => {},
  })
  const advance = (until: number) => {
    for (; now < until; now++)
      for (const timer of timers.filter(({ at }) => at <= now)) {
        timers = timers.filter((one) => one !== timer)
        timer.act()
      }
  }
  return { line, frames, marks, advance }
}

test('sends background continuously, without delaying speech', () => {
  const { line, frames, marks, advance } = openLine('office')
  advance(1000)
  expect(frames.length).toBeGreaterThanOrEqual(50)
  expect(frames.length).toBeLessThanOrEqual(55)
  expect(frames.every(({ length }) => length === PHONE_FRAME)).toBe(true)
  expect(frames.some((frame) => decodeMulaw(frame).some((sample) => Math.abs(sample) > 100))).toBe(true)
  expect(marks).toEqual([])
  const before = frames.length
  line.sendSpeech(1, 0, new Int16Array(1600).fill(9000))
  expect(frames.length - before).toBe(5)
  expect(marks).toEqual(['0:1:100'])
  line.close()
  const after = frames.length
  advance(1500)
  expect(frames).toHaveLength(after)
})

test('sends nothing in silence without background', () => {
  for (const noise of [undefined, 'none', 'unknown']) {
    const { frames, advance } = openLine(noise)
    advance(1000)
    expect(frames).toEqual([])
  }
})
