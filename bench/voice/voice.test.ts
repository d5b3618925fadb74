import { expect, test } from 'vitest'
import { TIMELINES } from './timelines.ts'
import { benchVoice } from './voice.ts'

test('takes turns right in nearly all of three hundred timelines in six languages', () => {
  expect(TIMELINES.length).toBeGreaterThanOrEqual(300)
  const { right, backchannelStops, bargeInP95, overheadP95 } = benchVoice()
  expect(right).toBeGreaterThanOrEqual(0.95)
  expect({ backchannelStops, isQuick: bargeInP95 <= 230 && overheadP95 <= 20 }).toEqual({
    backchannelStops: 0,
    isQuick: true,
  })
})
