import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createTwilioPhone } from './phone.ts'
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
  ['+15550107777', '+15550107777'],
  ['+266696687', ''],
  ['+7378742833', ''],
  ['+2562533', ''],
  ['+8656696', ''],
  ['+86282452253', ''],
  ['anonymous', ''],
])('a caller with the id %s has the number “%s”', (From, from) => {
  const body = Buffer.from(new URLSearchParams({ CallSid: `CA${'a'.repeat(32)}`, AccountSid: 'AC1', From }).toString())
  expect(createTwilioPhone({ baseUrl: 'http://127.0.0.1:1' }).read({ body })?.from).toBe(from)
})

test.each([
  [21_610, 'opted-out'],
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

test('names Twilio when it cannot be reached, and tries again', async () => {
  const connection = { settings: { accountSid: 'AC1', phoneNumber: '+15550100199' }, secrets: { authToken: 't' } }
  const request = { method: 'messages', body: { to: '+15550100100', text: 'Hi' } }
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  const outcome = await createTwilio({ baseUrl: `http://127.0.0.1:${port}` }).send(request, connection as never, {
    key: 'k',
  })
  expect(outcome).toMatchObject({ kind: 'retry', reason: { message: expect.stringContaining('reach Twilio') } })
})
