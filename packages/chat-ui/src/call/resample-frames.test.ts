import { expect, test } from 'vitest'
import { createPlayer } from './resample-frames.ts'

test('discards a reply and continues the next one at the same sample', () => {
  const player = createPlayer(16_000, 16_000)
  const played = (length: number) => {
    const out = new Float32Array(length)
    player.fill(out)
    return [...out].map((sample) => Math.round(sample * 32_768))
  }
  player.push({ gen: 1, startMs: 0, pcm: Int16Array.of(11, 12, 13) })
  player.push({ gen: 2, startMs: 0, pcm: Int16Array.of(21, 22, 23, 24) })
  expect(played(2)).toEqual([11, 12])
  player.clear(1)
  expect(played(2)).toEqual([21, 22])
  player.clear(1)
  expect(played(3)).toEqual([23, 24, 0])
})
