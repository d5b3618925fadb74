import { expect, test } from 'vitest'
import { askedFor, daysInput } from './session-days.ts'

const none = { agent: '', channel: '', state: '', from: '', to: '' }

test('drops empty and invalid values', () => {
  expect(askedFor(none)).toEqual({})
  expect(askedFor({ ...none, channel: 'smoke', state: 'gone', from: 'yesterday', to: '0000-01-01' })).toEqual({})
})

test("includes both days completely in the reader's time zone", () => {
  const { from = '', to = '' } = askedFor({ ...none, from: '2026-03-01', to: '2026-03-01' })
  expect(new Date(from)).toEqual(new Date(2026, 2, 1))
  expect(new Date(to)).toEqual(new Date(2026, 2, 2))
  expect(askedFor({ ...none, to: '2026-12-31' }).to).toBe(new Date(2027, 0, 1).toISOString())
})

test('passes known values on unchanged', () => {
  const filters = { ...none, agent: 'abc', channel: 'api', state: 'ended_chat' }
  expect(askedFor(filters)).toEqual({ agentId: 'abc', channel: 'api', state: 'ended_chat' })
})

test('limits each day by the other', () => {
  const filters = { ...none, from: '2026-03-01', to: '2026-03-05' }
  expect([daysInput(filters, 'from'), daysInput(filters, 'to')]).toEqual([{ max: '2026-03-05' }, { min: '2026-03-01' }])
})
