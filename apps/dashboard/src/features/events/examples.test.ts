import { EVENT_TYPES } from '@parlance/contract/events/names'
import { EVENT_PAYLOADS } from '@parlance/contract/events/payloads'
import { expect, test } from 'vitest'
import { exampleOf } from './examples.ts'

test.each(EVENT_TYPES)('the example of %s is what the API describes', (type) => {
  const { payload } = JSON.parse(exampleOf(type)) as { payload: unknown }
  expect(EVENT_PAYLOADS[type].parse(payload)).toEqual(payload)
})
