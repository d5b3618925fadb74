import { expect, test } from 'vitest'
import { createSms as createTwilio, outcomeOf } from './twilio.ts'

const { threadOf } = createTwilio({ baseUrl: 'http://127.0.0.1:1' })

test.each([
  ['+49 170 0000002', '+491700000002'],
  ['0049 170 0000002', '+491700000002'],
  ['0170 0000002', undefined],
  ['+1 900 555 0100', undefined],
  ['+881 612345678', undefined],
])('unasked messages reach %s at %s', (phone, number) => expect(threadOf?.({ phone, email: '' })).toBe(number))

test.each([
  [21_610, 'undeliverable'],
  [21_408, 'rejected'],
  [20_003, 'reconnect'],
  [20_429, 'retry'],
])('takes error %i as %s', (code, kind) =>
  expect(
    outcomeOf(
      { status: 400, body: { code, message: 'No.' }, retryAfterMs: undefined },
      { method: 'messages', body: {} },
    ).kind,
  ).toBe(kind),
)
