import { expect, test } from 'vitest'
import { clockOf } from './clock.ts'
import { peaksOf } from './peaks.ts'

test('shows each channel of a stereo file over its length', () => {
  const wav = new ArrayBuffer(44 + 160 * 4)
  const view = new DataView(wav)
  view.setUint16(22, 2, true)
  view.setUint32(24, 80, true)
  view.setUint16(34, 16, true)
  for (let i = 0; i < 160; i++) {
    view.setInt16(44 + i * 4, i < 80 ? 16_384 : 0, true)
    view.setInt16(44 + i * 4 + 2, i < 80 ? 0 : -8192, true)
  }
  expect(peaksOf(wav, 2)).toEqual({ caller: [0.5, 0], agent: [0, 0.25], seconds: 2 })
  expect(peaksOf(new ArrayBuffer(10), 2)).toBeUndefined()
})

test.each([
  [0, '0:00'],
  [65_400, '1:05'],
])('%i ms are written as %s', (ms, text) => expect(clockOf(ms)).toBe(text))
