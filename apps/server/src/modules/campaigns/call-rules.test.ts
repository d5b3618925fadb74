import { expect, test } from 'vitest'
import { afterCall, callable, countCall, payable, readReference, referenceOf, roomFor } from './call-rules.ts'
import type { CallOutcome } from './ports.ts'

const NOW = new Date('2026-11-27T10:00:00Z')
const inMinutes = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
const ended = (result: CallOutcome['result'], more: Partial<CallOutcome> = {}): CallOutcome => ({
  callId: 'c',
  state: 'ended',
  result,
  answeredBy: undefined,
  endReason: 'caller_hung_up',
  conversationId: undefined,
  durationMs: 0,
  milli: 0,
  ...more,
})

test.each([
  ['busy', ended('busy'), 'hang_up', { state: 'waiting', reason: 'The line was busy.', nextAt: inMinutes(15) }],
  ['not answered', ended('no_answer'), 'hang_up', { state: 'waiting', nextAt: inMinutes(120) }],
  ['not connected', ended('not_connected'), 'hang_up', { state: 'waiting', nextAt: inMinutes(120) }],
  ['answered', ended('answered'), 'hang_up', { state: 'answered', reason: '' }],
  ['a machine, hung up', ended('answered', { endReason: 'voicemail' }), 'hang_up', { state: 'waiting' }],
  ['a machine, spoken to', ended('answered', { endReason: 'voicemail' }), 'leave_message', { state: 'voicemail' }],
  ['a fax', ended('answered', { answeredBy: 'fax' }), 'leave_message', { state: 'voicemail' }],
  ['a machine that is talked to', ended('answered', { answeredBy: 'machine' }), 'talk', { state: 'answered' }],
  [
    'broken off by a restart',
    ended('answered', { endReason: 'server_restart' }),
    'talk',
    { state: 'waiting', reason: 'The server restarted during the call.', nextAt: inMinutes(5) },
  ],
] as const)('a first call that was %s is tried again where that helps', (_, outcome, onMachine, change) => {
  const one = { state: 'talking', attempts: 1, durationMs: 1000, cost: 5, counted: {} } as const
  const asked = { rules: { onMachine }, retries: 1, isOpen: true, now: NOW }
  expect(afterCall(one, { ...outcome, durationMs: 2000, milli: 7 }, asked)).toMatchObject({
    durationMs: 3000,
    cost: 12,
    ...change,
  })
})

test.each([
  ['busy', ended('busy'), 'busy'],
  ['not answered', ended('no_answer'), 'no_answer'],
  ['not connected', ended('not_connected'), 'failed'],
  ['a machine', ended('answered', { endReason: 'voicemail' }), 'voicemail'],
  ['broken off', ended('answered', { endReason: 'server_restart' }), 'failed'],
] as const)('a last call that was %s is not tried again, nor one of a campaign that is over', (_, outcome, state) => {
  const one = { state: 'calling', attempts: 2, durationMs: 0, cost: 0, counted: {} } as const
  const asked = { rules: { onMachine: 'hang_up' }, retries: 1, isOpen: true, now: NOW } as const
  expect(afterCall(one, outcome, asked)).toMatchObject({ state })
  expect(afterCall({ ...one, attempts: 1 }, outcome, { ...asked, isOpen: false })).toMatchObject({ state })
})

test('counts each call once, and later only what was added to it', () => {
  const first = countCall({ durationMs: 0, cost: 0, counted: {} }, { callId: 'a', durationMs: 1000, milli: 5 })
  const second = countCall(first, { callId: 'b', durationMs: 2000, milli: 7 })
  expect(second).toMatchObject({ durationMs: 3000, cost: 12 })
  const later = { callId: 'a', durationMs: 61_000, milli: 25 }
  const counted = countCall(second, later)
  expect(counted).toMatchObject({ durationMs: 63_000, cost: 32 })
  expect(countCall(counted, later)).toEqual(counted)
})

test.each([
  ['ringing', 'calling', undefined],
  ['live', 'calling', { state: 'talking' }],
  ['live', 'talking', undefined],
] as const)('a call that is %s while it counts as %s', (state, known, change) => {
  const one = { state: known, attempts: 1, durationMs: 0, cost: 0, counted: {} }
  const asked = { rules: { onMachine: 'talk' }, retries: 0, isOpen: true, now: NOW } as const
  expect(afterCall(one, { ...ended(undefined), state }, asked)).toEqual(change)
})

test.each([
  ['all slots without a delay', { slots: 3, delaySeconds: 0 }, 1, undefined, { room: 2 }],
  ['nothing while all talk', { slots: 2, delaySeconds: 0 }, 2, undefined, { room: 0 }],
  ['one at a time with a delay', { slots: 3, delaySeconds: 30 }, 0, undefined, { room: 1, againMs: 30_000 }],
  ['none before the delay is over', { slots: 3, delaySeconds: 30 }, 1, -10_000, { room: 0, againMs: 20_000 }],
  ['the last slot', { slots: 2, delaySeconds: 30 }, 1, -30_000, { room: 1 }],
] as const)('lets begin: %s', (_, rules, active, last, room) => {
  const lastAt = last === undefined ? undefined : new Date(NOW.getTime() + last)
  expect(roomFor(rules, active, lastAt, NOW)).toEqual({ againMs: undefined, ...room })
})

test.each([
  ['+49 170 0000002', '+491700000002'],
  ['0049 (170) 000-0002', '+491700000002'],
  ['0170 0000002', undefined],
  ['+0170', undefined],
  ['', undefined],
  ['+1;ext=2', undefined],
])('%s is called as %s', (phone, number) => expect(callable(phone)).toBe(number))

test.each([
  ['+49 170 0000002', '+491700000002'],
  ['+1 900 555 0100', undefined],
  ['+882 16 1234567', undefined],
  ['+1 911', undefined],
  ['0170 0000002', undefined],
])('a campaign calls %s as %s', (phone, number) => expect(payable(phone)).toBe(number))

test('parses its own references only', () => {
  expect(readReference(referenceOf('c1', 'l1', 2))).toEqual({ campaignId: 'c1', leadId: 'l1', attempt: 2 })
  for (const other of ['', 'tool:x', 'campaign:c1']) expect(readReference(other)).toBeUndefined()
})
