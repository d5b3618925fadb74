import { smsSize } from '@parlance/contract/channels/sms'
import { msg } from '@parlance/i18n/messages'
import { faultOf } from '@parlance/simulators/twilio/rules'
import { expect, test } from 'vitest'
import { compileSms, toMessage } from '../../src/adapters/twilio/compile.ts'
import { twilioSignature } from '../../src/adapters/twilio/signature.ts'
import { createSms, outcomeOf } from '../../src/adapters/twilio/twilio.ts'
import { conforms } from './conformance.ts'

const NUMBER = '+15550100199'
const PERSON = '+15550107777'
const ACCOUNT = `AC${'1'.repeat(32)}`
const TOKEN = 'f'.repeat(32)
const SID = `SM${'a'.repeat(32)}`
const FROM = { from: NUMBER, statusUrl: 'https://parlance.example/webhooks/sms/status', sendsMedia: false }
const url = 'https://parlance.example/webhooks/sms/message'
const received = (over: Readonly<Record<string, string>> = {}) => ({
  MessageSid: SID,
  AccountSid: ACCOUNT,
  From: PERSON,
  To: NUMBER,
  Body: 'Hi there',
  NumMedia: '0',
  ANewField: 'of tomorrow',
  ...over,
})
const form = new URLSearchParams(received())
const told = (status: string, over = {}) => ({
  MessageSid: SID,
  AccountSid: ACCOUNT,
  From: NUMBER,
  To: PERSON,
  MessageStatus: status,
  ...over,
})

conforms({
  adapter: createSms({ baseUrl: 'http://127.0.0.1:9' }),
  connection: {
    id: 'chc_1',
    channel: 'sms',
    region: 'eu',
    workspaceId: 'w',
    agentId: 'agent',
    account: NUMBER,
    settings: { phoneNumber: NUMBER, accountSid: ACCOUNT, mms: 'yes' },
    secrets: { authToken: TOKEN },
  },
  signed: {
    path: 'message',
    url,
    params: {},
    headers: new Headers({ 'x-twilio-signature': twilioSignature(TOKEN, url, form) }),
    body: Buffer.from(form.toString()),
  },
  forged: new Headers({ 'x-twilio-signature': twilioSignature('0'.repeat(32), url, form) }),
  inbound: [
    {
      name: 'a text',
      body: received(),
      says: [{ kind: 'message', id: `in:${SID}`, text: 'Hi there', thread: PERSON, isGroup: false }],
    },
    {
      name: 'a picture',
      body: received({
        Body: '',
        NumMedia: '1',
        MediaUrl0: 'https://api.twilio.com/m',
        MediaContentType0: 'image/jpeg',
      }),
      says: [
        {
          kind: 'message',
          text: '',
          media: [{ id: 'https://api.twilio.com/m', kind: 'picture', name: 'media-1.jpg', mime: 'image/jpeg' }],
        },
      ],
    },
    { name: 'STOP', body: received({ Body: ' stop ' }), says: [{ kind: 'consent', isAllowed: false }] },
    { name: 'what Twilio took as STOP', body: received({ OptOutType: 'STOP' }), says: [{ kind: 'consent' }] },
    { name: 'START', body: received({ Body: 'Start' }), says: [{ kind: 'consent', isAllowed: true }] },
    { name: 'HELP, which Twilio answers', body: received({ Body: 'HELP' }), says: [] },
    {
      name: 'a yes, which may be an answer',
      body: received({ Body: 'Yes' }),
      says: [{ kind: 'message', text: 'Yes' }],
    },
    { name: 'delivered', body: told('delivered'), says: [{ kind: 'status', state: 'delivered', providerId: SID }] },
    {
      name: 'not delivered',
      body: told('undelivered', { ErrorCode: '30006' }),
      says: [{ kind: 'status', state: 'failed', error: msg('sms_landline', { code: '30006' }) }],
    },
    { name: 'on its way', body: told('sent'), says: [] },
  ],
  textOf: (request) => toMessage(request, FROM).get('Body') ?? '',
  assertValid: (request) => {
    for (const to of [PERSON, '+491701234567'])
      for (const sendsMedia of [true, false]) {
        const at = { ...request, body: { ...request.body, to } }
        expect(faultOf(toMessage(at, { ...FROM, sendsMedia }))).toBeUndefined()
      }
  },
})

const compiled = (text: string) =>
  compileSms(
    { ref: '1', from: 'agent', items: [{ type: 'text', text }], sources: [] },
    { thread: PERSON, isGroup: false },
  )

test('replaces typographic characters so that a text stays in the GSM alphabet', () => {
  const [request] = compiled('“It’s open” – until six…').requests
  expect(request?.body.text).toBe('"It\'s open" - until six...')
})

test('cuts at ten segments in either alphabet', () => {
  for (const word of ['word ', 'слово ']) {
    const pieces = compiled(word.repeat(800)).requests.map(({ body }) => String(body.text))
    expect(pieces.length).toBeGreaterThan(1)
    for (const piece of pieces) expect(smsSize(piece).segments).toBeLessThanOrEqual(10)
  }
})

test('numbers options through the whole message, and sends pictures only where MMS works', () => {
  const card = (title: string) => ({
    title,
    imageUrl: 'https://cdn.example/a.png',
    buttons: [{ name: 'Buy', request: { type: 'text' as const, payload: `buy ${title}` } }],
  })
  const { requests, options } = compileSms(
    { ref: '1', from: 'agent', items: [{ type: 'carousel', cards: [card('Lamp'), card('Desk')] }], sources: [] },
    { thread: PERSON, isGroup: false },
  )
  expect(requests.map(({ body }) => body.text)).toEqual(['Lamp\n1. Buy', 'Desk\n2. Buy'])
  expect(options.map(({ says }) => says)).toEqual(['buy Lamp', 'buy Desk'])
  const [first] = requests
  if (!first) throw new Error('nothing was compiled')
  expect(toMessage(first, { ...FROM, sendsMedia: true }).get('MediaUrl')).toBe('https://cdn.example/a.png')
  expect(toMessage(first, FROM).get('Body')).toBe('Lamp\n1. Buy\nhttps://cdn.example/a.png')
})

test.each([
  [201, undefined, 'sent'],
  [429, 20_429, 'retry'],
  [503, undefined, 'retry'],
  [500, undefined, 'unknown'],
  [400, 21_610, 'opted-out'],
  [400, 21_211, 'undeliverable'],
  [400, 21_614, 'undeliverable'],
  [400, 21_212, 'reconnect'],
  [400, 21_606, 'reconnect'],
  [401, 20_003, 'reconnect'],
  [400, 21_617, 'rejected'],
])('turns %d with %s into %s', (status, code, kind) => {
  const answer = { status, body: { code, message: 'words', sid: SID }, retryAfterMs: undefined }
  expect(outcomeOf(answer, { method: 'send', body: { text: 'x' } }).kind).toBe(kind)
})
