import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { admit, type AdmissionFacts, type BatchState, type IncomingMessage, overLimit } from './admission.ts'

const incoming = (over: Partial<IncomingMessage> = {}): IncomingMessage => ({
  turnId: 't1',
  workspaceId: 'w',
  payerId: 'w',
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
const conversation = (over: Partial<NonNullable<AdmissionFacts['conversation']>> = {}) => ({
  id: 'c',
  agentId: 'a',
  visitorHash: 'v',
  messageCount: 4,
  runningTurn: undefined,
  isLeased: false,
  speakerState: { state: 'ai-chatting' as const, awaited: false, closed: false },
  ...over,
})
const nothing: AdmissionFacts = { earlier: undefined, conversation: undefined }
const state = (balance = 10_000, used?: { messages: number; milli: number }): BatchState => ({
  balances: new Map([['w', balance]]),
  usage: new Map(used ? [['a', used]] : []),
  busyConversations: new Set(),
  held: new Map(),
  messageKeys: new Map(),
})
const continued = incoming({ conversationId: 'c' })
const facts = (over: Parameters<typeof conversation>[0] = {}): AdmissionFacts => ({
  earlier: undefined,
  conversation: conversation(over),
})
const refused = (code: string) => ({ kind: 'refused', code })

test.each<[name: string, request: IncomingMessage, facts: AdmissionFacts, books: BatchState, answer: object]>([
  [
    'a first message begins a conversation',
    incoming(),
    nothing,
    state(),
    { kind: 'admitted', conversationId: 'new', isNew: true, seq: 1 },
  ],
  [
    'a next one continues it',
    continued,
    facts(),
    state(),
    { kind: 'admitted', conversationId: 'c', isNew: false, seq: 5 },
  ],
  [
    'of a blocked visitor nothing is taken',
    incoming(),
    { ...nothing, isBlocked: true },
    state(),
    { kind: 'refused', code: 'VISITOR_BLOCKED' },
  ],
  [
    'a blocked visitor can’t go on where people answer',
    continued,
    { ...facts({ speakerState: { state: 'human-chatting', awaited: false, closed: false } }), isBlocked: true },
    state(),
    { kind: 'refused', code: 'VISITOR_BLOCKED' },
  ],
  [
    'a repeated one is its earlier turn',
    incoming(),
    { ...nothing, earlier: { turnId: 't0', conversationId: 'c0', bodyHash: 'hello' } },
    state(0),
    { kind: 'repeated', turnId: 't0', conversationId: 'c0' },
  ],
  [
    'another message under the same id is refused',
    incoming({ bodyHash: 'goodbye' }),
    { ...nothing, earlier: { turnId: 't0', conversationId: 'c0', bodyHash: 'hello' } },
    state(),
    refused('MESSAGE_ID_USED'),
  ],
  [
    'a turn stored without its hash is repeated whatever comes',
    incoming({ bodyHash: 'goodbye' }),
    { ...nothing, earlier: { turnId: 't0', conversationId: 'c0', bodyHash: undefined } },
    state(),
    { kind: 'repeated', turnId: 't0', conversationId: 'c0' },
  ],
  ['without consent nothing begins', incoming({ consent: 'missing' }), nothing, state(), refused('CONSENT_REQUIRED')],
  [
    'nor does a conversation continue that began before it was asked for',
    incoming({ conversationId: 'c', consent: 'missing' }),
    facts(),
    state(),
    refused('CONSENT_REQUIRED'),
  ],
  ['with it, it begins', incoming({ consent: 'given' }), nothing, state(), { kind: 'admitted', isNew: true }],
  [
    'once given, it stands',
    incoming({ conversationId: 'c', consent: 'missing' }),
    facts({ consented: true }),
    state(),
    { kind: 'admitted', conversationId: 'c', isNew: false },
  ],
  [
    'consent opens nothing of others',
    incoming({ conversationId: 'c', consent: 'missing' }),
    facts({ visitorHash: 'x' }),
    state(),
    refused('NOT_FOUND'),
  ],
  ['an unknown conversation is not found', continued, nothing, state(), refused('NOT_FOUND')],
  ["another visitor's is not found", continued, facts({ visitorHash: 'x' }), state(), refused('NOT_FOUND')],
  [
    "another agent's is not found, not even for its owner",
    incoming({ conversationId: 'c', trusted: true }),
    facts({ agentId: 'x' }),
    state(),
    refused('NOT_FOUND'),
  ],
  [
    'the owner may continue any visitor',
    incoming({ conversationId: 'c', trusted: true }),
    facts({ visitorHash: 'x' }),
    state(),
    { kind: 'admitted', seq: 5 },
  ],
  ['one turn at a time', continued, facts({ runningTurn: 't0', isLeased: true }), state(), refused('TURN_RUNNING')],
  [
    'a dead turn does not block',
    continued,
    facts({ runningTurn: 't0', isLeased: false }),
    state(),
    { kind: 'admitted' },
  ],
  [
    'while people are asked for a message is stored, whatever the wallet and the limits say',
    incoming({ conversationId: 'c', messagesLimit: 1 }),
    facts({ speakerState: { state: 'requested_chat', awaited: true, closed: false } }),
    state(0, { messages: 1, milli: 0 }),
    { kind: 'human-handled', conversationId: 'c', seq: 5 },
  ],
  [
    'and while they talk',
    continued,
    facts({ speakerState: { state: 'human-chatting', awaited: false, closed: false } }),
    state(),
    { kind: 'human-handled', seq: 5 },
  ],
  [
    'an answer that still runs ends before anything else is stored',
    continued,
    facts({
      runningTurn: 't0',
      isLeased: true,
      speakerState: { state: 'requested_chat', awaited: true, closed: false },
    }),
    state(),
    refused('TURN_RUNNING'),
  ],
  [
    'what the visitor ended goes on no more, for its owner neither',
    incoming({ conversationId: 'c', trusted: true }),
    facts({ speakerState: { state: 'ended_chat', awaited: false, closed: true } }),
    state(),
    refused('ENDED'),
  ],
  [
    'what the agent ended does',
    continued,
    facts({ speakerState: { state: 'ended_chat', awaited: false, closed: false } }),
    state(),
    { kind: 'admitted', seq: 5 },
  ],
  ['credits must cover the hold', incoming(), nothing, state(999), refused('CREDITS_EXHAUSTED')],
  ['exactly the hold is enough', incoming(), nothing, state(1000), { kind: 'admitted' }],
  [
    'nothing is free of charge for an empty wallet',
    incoming({ hold: 0 }),
    nothing,
    state(0),
    refused('CREDITS_EXHAUSTED'),
  ],
  [
    'a workspace without a wallet has nothing',
    incoming({ payerId: 'other' }),
    nothing,
    state(),
    refused('CREDITS_EXHAUSTED'),
  ],
  [
    'messages of the month',
    incoming({ messagesLimit: 3 }),
    nothing,
    state(10_000, { messages: 3, milli: 0 }),
    refused('LIMIT_REACHED'),
  ],
  [
    'the last message of the month',
    incoming({ messagesLimit: 3 }),
    nothing,
    state(10_000, { messages: 2, milli: 0 }),
    { kind: 'admitted' },
  ],
  [
    'credits of the month',
    incoming({ usageLimit: 5000 }),
    nothing,
    state(10_000, { messages: 0, milli: 5000 }),
    refused('LIMIT_REACHED'),
  ],
])('%s', (_, request, what, books, answer) => {
  expect(admit(request, what, books, 'new')).toMatchObject(answer)
})

test('leaves the books unchanged after a refusal', () => {
  const books = state(500)
  admit(incoming(), nothing, books, 'new')
  expect(books).toEqual(state(500))
})

describe('sees earlier requests of the batch', () => {
  test('makes one turn of a repeated message', () => {
    const books = state()
    admit(incoming(), nothing, books, 'c1')
    expect(admit(incoming({ turnId: 't2' }), nothing, books, 'c2')).toEqual({
      kind: 'repeated',
      turnId: 't1',
      conversationId: 'c1',
    })
    // The same id from another visitor or agent is another message.
    expect(admit(incoming({ visitorHash: 'x' }), nothing, books, 'c3').kind).toBe('admitted')
    expect(admit(incoming({ agentId: 'x' }), nothing, books, 'c4').kind).toBe('admitted')
  })

  test('does not answer two messages of one conversation at once', () => {
    const books = state()
    admit(continued, facts(), books, 'x')
    expect(admit({ ...continued, clientMessageId: 'm2' }, facts(), books, 'y')).toEqual(refused('TURN_RUNNING'))
  })

  test('numbers silent messages uniquely, and stores a repeated one once', () => {
    const books = state()
    const silent = facts({ speakerState: { state: 'requested_chat', awaited: true, closed: false } })
    expect(admit(continued, silent, books, 'x')).toMatchObject({ kind: 'human-handled', seq: 5 })
    expect(admit({ ...continued, clientMessageId: 'm2' }, silent, books, 'x')).toEqual(refused('TURN_RUNNING'))
    expect(admit({ ...continued, turnId: 't9' }, silent, books, 'x')).toMatchObject({
      kind: 'repeated',
      turnId: 't1',
    })
    expect(books.balances).toEqual(state().balances)
    expect(books.usage).toEqual(state().usage)
  })

  test('never holds more than the balance or exceeds a limit', () => {
    const request = fc.record({
      hold: fc.integer({ min: 1, max: 3000 }),
      message: fc.integer({ min: 0, max: 30 }),
      agentId: fc.constantFrom('a', 'b'),
    })
    fc.assert(
      fc.property(fc.array(request, { maxLength: 60 }), fc.integer({ min: 0, max: 20_000 }), (requests, balance) => {
        const books = state(balance)
        let held = 0
        const messages: Record<string, number> = {}
        requests.forEach(({ hold, message, agentId }, index) => {
          const one = incoming({
            turnId: `t${index}`,
            clientMessageId: `m${message}`,
            agentId,
            hold,
            messagesLimit: 5,
            usageLimit: 6000,
          })
          if (admit(one, nothing, books, `c${index}`).kind !== 'admitted') return
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

test('treats 0 as no limit', () => {
  expect(overLimit({ messages: 1e9, milli: 1e12 }, { messagesLimit: 0, usageLimit: 0 })).toBe(false)
})
