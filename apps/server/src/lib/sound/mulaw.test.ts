import { expect, test } from 'vitest'
import { createDoubler, createHalver, decodeMulaw, encodeMulaw, MULAW_SILENCE } from './mulaw.ts'

test.each([
  [0, 0xff],
  [1000, 0xce],
  [-1000, 0x4e],
  [32_767, 0x80],
  [-32_768, 0x00],
])('writes %i as G.711 has it', (sample, byte) => {
  expect([...encodeMulaw(Int16Array.of(sample))]).toEqual([byte])
})

test('restores every byte, and keeps silence silent', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  // µ-law has two zeros.
  expect([...encodeMulaw(decodeMulaw(bytes))]).toEqual([...bytes].map((byte) => (byte === 0x7f ? 0xff : byte)))
  expect([...decodeMulaw(Uint8Array.of(MULAW_SILENCE))]).toEqual([0])
})

test('changes audio by less than a hundredth of its loudness', () => {
  const said = Int16Array.from({ length: 8000 }, (_, at) => Math.sin(at / 4) * 12_000)
  const heard = decodeMulaw(encodeMulaw(said))
  const noise = said.reduce((sum, sample, at) => sum + (sample - (heard[at] ?? 0)) ** 2, 0)
  const sound = said.reduce((sum, sample) => sum + sample ** 2, 0)
  expect(noise / sound).toBeLessThan(0.01)
})

test('keeps a tone’s loudness to 8 kHz and back, in any chunks', () => {
  const tone = Int16Array.from({ length: 16_000 }, (_, at) => Math.sin((at / 16_000) * 2 * Math.PI * 440) * 10_000)
  const halver = createHalver()
  const pieces = [tone.subarray(0, 7), tone.subarray(7, 5000), tone.subarray(5000)].map((piece) => halver.push(piece))
  const half = Int16Array.from(pieces.flatMap((piece) => [...piece]))
  expect(half).toEqual(createHalver().push(tone))
  expect(half).toHaveLength(8000)
  const back = createDoubler().push(half)
  expect(back).toHaveLength(16_000)
  expect(Math.max(...back.subarray(1000))).toBeGreaterThan(9500)
  expect(Math.max(...back)).toBeLessThan(10_500)
})
