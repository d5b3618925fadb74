import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { admit, type Asked, type Known, type Ledgers, overLimit } from './admission-rules.ts'

const NOW = 1_000_000
const asked = (over: Partial<Asked> = {}): Asked => ({
  turnId: 't1',
  workspaceId: 'w',
  agentId: 'a',
  conversationId: undefined,
  visitorHash: 'v',
  clientMessageId: 'm1',
  bodyHash: 'hello',
  trusted: false,
  hold: 1000,
  messagesLimit: 0,
  usageLimit: 0,
  ...over,
})
const conversation = (over: Partial<NonNullable<Known['conversation']>> = {}) => ({
  id: 'c',
  agentId: 'a',
  visitorHash: 'v',
  messageCount: 4,
  runningTurn: undefined,
  leaseUntil: 0,
  standing: { state: 'ai-chatting' as const, awaited: false, closed: false },
  ...over,
})
const nothing: Known = { earlier: undefined, conversation: undefined }
const ledgers = (balance = 10_000, used?: { messages: number; milli: number }): Ledgers => ({
  balances: new Map([['w', balance]]),
  usage: new Map(used ? [['a', used]] : []),
  busy: new Set(),
  keys: new Map(),
})
const continued = asked({ conversationId: 'c' })
const known = (over: Parameters<typeof conversation>[0] = {}): Known => ({
  earlier: undefined,
  conversation: conversation(over),
})
const refused = (code: string) => ({ kind: 'refused', code })

test.each<[name: string, request: Asked, known: Known, books: Ledgers, answer: object]>([
  [
    'a first message begins a conversation',
    asked(),
    nothing,
    ledgers(),
    { kind: 'admitted', conversationId: 'new', isNew: true, seq: 1 },
  ],
  [
    'a next one continues it',
    continued,
    known(),
    ledgers(),
    { kind: 'admitted', conversationId: 'c', isNew: false, seq: 5 },
  ],
  [
    'a repeated one is its earlier turn',
    asked(),
    { ...nothing, earlier: { turnId: 't0', conversationId: 'c0', bodyHash: 'hello' } },
    ledgers(0),
    { kind: 'repeated', turnId: 't0', conversationId: 'c0' },
  ],
  [
    'another message under the same id is refused',
    asked({ bodyHash: 'goodbye' }),
    { ...nothing, earlier: { turnId: 't0', conversationId: 'c0', bodyHash: 'hello' } },
    ledgers(),
    refused('MESSAGE_ID_USED'),
  ],
  [
    'a turn stored without its hash is repeated whatever comes',
    asked({ bodyHash: 'goodbye' }),
    { ...nothing, earlier: { turnId: 't0', conversationId: 'c0', bodyHash: undefined } },
    ledgers(),
    { kind: 'repeated', turnId: 't0', conversationId: 'c0' },
  ],
  ['without consent nothing begins', asked({ consent: 'missing' }), nothing, ledgers(), refused('CONSENT_REQUIRED')],
  [
    'nor goes on what began before it was asked for',
    asked({ conversationId: 'c', consent: 'missing' }),
    known(),
    ledgers(),
    refused('CONSENT_REQUIRED'),
  ],
  ['with it, it begins', asked({ consent: 'given' }), nothing, ledgers(), { kind: 'admitted', isNew: true }],
  [
    'once given, it stands',
    asked({ conversationId: 'c', consent: 'missing' }),
    known({ consented: true }),
    ledgers(),
    { kind: 'admitted', conversationId: 'c', isNew: false },
  ],
  [
    'consent opens nothing of others',
    asked({ conversationId: 'c', consent: 'missing' }),
    known({ visitorHash: 'x' }),
    ledgers(),
    refused('NOT_FOUND'),
  ],
  ['an unknown conversation is not found', continued, nothing, ledgers(), refused('NOT_FOUND')],
  ["another visitor's is not found", continued, known({ visitorHash: 'x' }), ledgers(), refused('NOT_FOUND')],
  [
    "another agent's is not found, not even for its owner",
    asked({ conversationId: 'c', trusted: true }),
    known({ agentId: 'x' }),
    ledgers(),
    refused('NOT_FOUND'),
  ],
  [
    'the owner may continue any visitor',
    asked({ conversationId: 'c', trusted: true }),
    known({ visitorHash: 'x' }),
    ledgers(),
    { kind: 'admitted', seq: 5 },
  ],
  [
    'one turn at a time',
    continued,
    known({ runningTurn: 't0', leaseUntil: NOW + 1 }),
    ledgers(),
    refused('TURN_RUNNING'),
  ],
  [
    'a dead turn does not block',
    continued,
    known({ runningTurn: 't0', leaseUntil: NOW }),
    ledgers(),
    { kind: 'admitted' },
  ],
  [
    'while people are asked for a message is stored, whatever the wallet and the limits say',
    asked({ conversationId: 'c', messagesLimit: 1 }),
    known({ standing: { state: 'requested_chat', awaited: true, closed: false } }),
    ledgers(0, { messages: 1, milli: 0 }),
    { kind: 'silent', conversationId: 'c', seq: 5 },
  ],
  [
    'and while they talk',
    continued,
    known({ standing: { state: 'human-chatting', awaited: false, closed: false } }),
    ledgers(),
    { kind: 'silent', seq: 5 },
  ],
  [
    'an answer that still runs ends before anything else is stored',
    continued,
    known({
      runningTurn: 't0',
      leaseUntil: NOW + 1,
      standing: { state: 'requested_chat', awaited: true, closed: false },
    }),
    ledgers(),
    refused('TURN_RUNNING'),
  ],
  [
    'what the visitor ended goes on no more, for its owner neither',
    asked({ conversationId: 'c', trusted: true }),
    known({ standing: { state: 'ended_chat', awaited: false, closed: true } }),
    ledgers(),
    refused('ENDED'),
  ],
  [
    'what the agent ended does',
    continued,
    known({ standing: { state: 'ended_chat', awaited: false, closed: false } }),
    ledgers(),
    { kind: 'admitted', seq: 5 },
  ],
  ['credits must cover the hold', asked(), nothing, ledgers(999), refused('CREDITS_EXHAUSTED')],
  ['exactly the hold is enough', asked(), nothing, ledgers(1000), { kind: 'admitted' }],
  [
    'nothing is free of charge for an empty wallet',
    asked({ hold: 0 }),
    nothing,
    ledgers(0),
    refused('CREDITS_EXHAUSTED'),
  ],
  [
    'a workspace without a wallet has nothing',
    asked({ workspaceId: 'other' }),
    nothing,
    ledgers(),
    refused('CREDITS_EXHAUSTED'),
  ],
  [
    'messages of the month',
    asked({ messagesLimit: 3 }),
    nothing,
    ledgers(10_000, { messages: 3, milli: 0 }),
    refused('LIMIT_REACHED'),
  ],
  [
    'the last message of the month',
    asked({ messagesLimit: 3 }),
    nothing,
    ledgers(10_000, { messages: 2, milli: 0 }),
    { kind: 'admitted' },
  ],
  [
    'credits of the month',
    asked({ usageLimit: 5000 }),
    nothing,
    ledgers(10_000, { messages: 0, milli: 5000 }),
    refused('LIMIT_REACHED'),
  ],
])('%s', (_, request, what, books, answer) => {
  expect(admit(request, what, books, 'new', NOW)).toMatchObject(answer)
})

test('a refusal leaves the books as they were', () => {
  const books = ledgers(500)
  admit(asked(), nothing, books, 'new', NOW)
  expect(books).toEqual(ledgers(500))
})

describe('requests of one batch see each other', () => {
  test('the same message twice is one turn', () => {
    const books = ledgers()
    admit(asked(), nothing, books, 'c1', NOW)
    expect(admit(asked({ turnId: 't2' }), nothing, books, 'c2', NOW)).toEqual({
      kind: 'repeated',
      turnId: 't1',
      conversationId: 'c1',
    })
    // The same id of another visitor or agent is another message.
    expect(admit(asked({ visitorHash: 'x' }), nothing, books, 'c3', NOW).kind).toBe('admitted')
    expect(admit(asked({ agentId: 'x' }), nothing, books, 'c4', NOW).kind).toBe('admitted')
  })

  test('two messages of one conversation are not answered beside each other', () => {
    const books = ledgers()
    admit(continued, known(), books, 'x', NOW)
    expect(admit({ ...continued, clientMessageId: 'm2' }, known(), books, 'y', NOW)).toEqual(refused('TURN_RUNNING'))
  })

  test('two silent messages of one conversation take no number twice, and one sent twice is one', () => {
    const books = ledgers()
    const silent = known({ standing: { state: 'requested_chat', awaited: true, closed: false } })
    expect(admit(continued, silent, books, 'x', NOW)).toMatchObject({ kind: 'silent', seq: 5 })
    expect(admit({ ...continued, clientMessageId: 'm2' }, silent, books, 'x', NOW)).toEqual(refused('TURN_RUNNING'))
    expect(admit({ ...continued, turnId: 't9' }, silent, books, 'x', NOW)).toMatchObject({
      kind: 'repeated',
      turnId: 't1',
    })
    expect(books.balances).toEqual(ledgers().balances)
    expect(books.usage).toEqual(ledgers().usage)
  })

  test('whatever comes, no more is held than there is, and no limit is passed', () => {
    const request = fc.record({
      hold: fc.integer({ min: 1, max: 3000 }),
      message: fc.integer({ min: 0, max: 30 }),
      agentId: fc.constantFrom('a', 'b'),
    })
    fc.assert(
      fc.property(fc.array(request, { maxLength: 60 }), fc.integer({ min: 0, max: 20_000 }), (requests, balance) => {
        const books = ledgers(balance)
        let held = 0
        const messages: Record<string, number> = {}
        requests.forEach(({ hold, message, agentId }, index) => {
          const one = asked({
            turnId: `t${index}`,
            clientMessageId: `m${message}`,
            agentId,
            hold,
            messagesLimit: 5,
            usageLimit: 6000,
          })
          if (admit(one, nothing, books, `c${index}`, NOW).kind !== 'admitted') return
          held += hold
          messages[agentId] = (messages[agentId] ?? 0) + 1
        })
        expect(held).toBeLessThanOrEqual(balance)
        expect(books.balances.get('w')).toBe(balance - held)
        for (const count of Object.values(messages)) expect(count).toBeLessThanOrEqual(5)
        for (const { milli } of books.usage.values()) expect(milli).toBeLessThan(6000 + 3000)
      }),
      { seed: 11 },
    )
  })
})

test('0 is no limit', () => {
  expect(overLimit({ messages: 1e9, milli: 1e12 }, { messagesLimit: 0, usageLimit: 0 })).toBe(false)
})
