import { expect, test } from 'vitest'
import { createNoiseMixer, NOISES, noiseBed } from './noise-bed.ts'

const level = (pcm: Int16Array) => Math.sqrt(pcm.reduce((sum, one) => sum + one * one, 0) / pcm.length)

test.each(NOISES)('%s is quiet, lasts and loops seamlessly', (name) => {
  const bed = noiseBed(name)
  expect(level(bed)).toBeGreaterThan(50)
  expect(Math.max(...bed.map(Math.abs))).toBeLessThanOrEqual(1200)
  const steps = bed.slice(1).map((one, at) => Math.abs(one - (bed[at] ?? 0)))
  const largest = steps.reduce((most, one) => Math.max(most, one), 0)
  expect(Math.abs((bed[0] ?? 0) - (bed.at(-1) ?? 0))).toBeLessThanOrEqual(largest)
})

test('mixes a bed without gaps, quieter under speech, and ignores an unknown one', () => {
  const silence = new Int16Array(16_000)
  const mix = createNoiseMixer('office')
  const before = level(mix(silence, false))
  mix(silence, true)
  expect(level(mix(silence, true)) / before).toBeLessThan(0.7)
  expect(Math.max(...createNoiseMixer('street')(new Int16Array(500).fill(32_000), false))).toBeLessThanOrEqual(32_767)
  expect(createNoiseMixer('none')(silence, false)).toBe(silence)
})
