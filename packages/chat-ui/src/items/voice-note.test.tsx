import { expect, test } from 'vitest'
import { peaksOf } from './voice-note.tsx'

const samplesOf = (length: number, value: (at: number) => number) => Float32Array.from({ length }, (_, at) => value(at))

test.each([
  { sound: 'nothing', samples: new Float32Array(0), first: 0.12, last: 0.12 },
  { sound: 'silence', samples: new Float32Array(8000), first: 0.12, last: 0.12 },
  { sound: 'fewer samples than bars', samples: samplesOf(10, () => 0.5), first: 1, last: 0.12 },
  { sound: 'one that grows', samples: samplesOf(36_000, (at) => -at / 36_000), first: 0.12, last: 1 },
  { sound: 'a quiet one', samples: samplesOf(8000, () => 0.001), first: 1, last: 1 },
])('the waveform of $sound has 36 bars', ({ samples, first, last }) => {
  const peaks = peaksOf(samples)
  expect(peaks).toHaveLength(36)
  expect([peaks[0], peaks.at(-1)]).toEqual([expect.closeTo(first), expect.closeTo(last)])
})
