import type { MessageCode } from '@parlance/i18n/messages'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { STATES } from './schemas.ts'
import {
  MAIL_LIMITS,
  mailLimit,
  mayRate,
  type Move,
  MOVES,
  moved,
  noticeId,
  noticeKind,
  NOTICES,
  offersPeople,
  speakerOf,
  type SpeakerState,
} from './lifecycle.ts'

const at = (state: SpeakerState['state'], over: Partial<SpeakerState> = {}): SpeakerState => ({
  state,
  awaited: false,
  closed: false,
  ...over,
})
const talking = at('ai-chatting')
const waiting = at('requested_chat', { awaited: true })
const closed = at('ended_chat', { closed: true })

test.each<[string, SpeakerState, ReturnType<typeof speakerOf>]>([
  ['the agent answers', talking, 'agent'],
  ['nobody answers by itself while a human is waited for', waiting, 'people'],
  ['nor while one talks', at('human-chatting'), 'people'],
  ['a test conversation that was handed over goes on', at('requested_chat'), 'agent'],
  ['after an end of the agent the visitor may go on', at('ended_chat'), 'agent'],
  ['after their own end they may not', closed, 'nobody'],
])('%s', (_name, state, speaker) => expect(speakerOf(state)).toBe(speaker))

describe('moves of visitors and people', () => {
  const refused = (reason: MessageCode) => ({ kind: 'refused', reason })
  const to = (state: SpeakerState) => ({ kind: 'moved', to: state })
  const already = { kind: 'already' }
  test.each<[Move, SpeakerState, object]>([
    ['handOff', talking, to(waiting)],
    ['handOff', waiting, already],
    ['handOff', at('human-chatting'), already],
    ['handOff', at('ended_chat'), to(waiting)],
    ['handOff', at('requested_chat'), to(waiting)],
    ['handOff', closed, refused('chat_ended')],
    ['cancel', waiting, to(talking)],
    ['cancel', talking, already],
    ['cancel', at('ended_chat'), already],
    ['cancel', at('human-chatting'), refused('handoff_joined')],
    ['cancel', closed, refused('chat_ended')],
    ['leaveMessage', waiting, to(talking)],
    ['leaveMessage', talking, refused('handoff_not_waiting')],
    ['leaveMessage', at('human-chatting'), refused('handoff_joined')],
    ['leaveMessage', closed, refused('chat_ended')],
    ['takeOver', talking, to(at('human-chatting'))],
    ['takeOver', waiting, to(at('human-chatting'))],
    ['takeOver', at('ended_chat'), to(at('human-chatting'))],
    ['takeOver', at('human-chatting'), already],
    ['takeOver', closed, refused('chat_ended')],
    ['handBack', at('human-chatting'), to(talking)],
    ['handBack', waiting, to(talking)],
    ['handBack', talking, already],
    ['handBack', closed, refused('chat_ended')],
    ['requeue', at('human-chatting'), to(waiting)],
    ['requeue', waiting, already],
    ['requeue', talking, already],
    ['requeue', closed, refused('chat_ended')],
    ['end', talking, to(closed)],
    ['end', waiting, to(closed)],
    ['end', at('human-chatting'), to(closed)],
    ['end', at('ended_chat'), to(closed)],
    ['end', closed, already],
    ['reopen', closed, to(talking)],
    ['reopen', talking, already],
    ['reopen', at('human-chatting'), already],
  ])('%s in %j', (move, from, result) => expect(moved(from, move)).toEqual(result))

  test('keeps the state and its marks consistent through any moves, and only reopening reverts an end', () => {
    const begin = fc.record({ state: fc.constantFrom(...STATES), awaited: fc.boolean(), closed: fc.boolean() })
    fc.assert(
      fc.property(begin, fc.array(fc.constantFrom(...MOVES), { minLength: 1 }), (from, moves) => {
        let now: SpeakerState = from
        let ended = speakerOf(from) === 'nobody'
        for (const move of moves) {
          const result = moved(now, move)
          if (ended && move !== 'reopen') expect(result.kind).not.toBe('moved')
          if (result.kind === 'moved') {
            now = result.to
            expect(now.awaited).toBe(now.state === 'requested_chat')
            expect(now.closed).toBe(now.state === 'ended_chat')
          }
          // Repeating a move changes nothing.
          const again = moved(now, move)
          if (result.kind === 'moved' && move !== 'leaveMessage') expect(again).toEqual({ kind: 'already' })
          ended = move === 'end' || (ended && move !== 'reopen')
        }
      }),
    )
  })
})

test.each([
  [{ alwaysShowHandoff: false, UIhandoffTitle: '', nodes: [] }, false],
  [{ alwaysShowHandoff: true, UIhandoffTitle: '', nodes: [] }, true],
  [{ alwaysShowHandoff: false, UIhandoffTitle: 'Talk to us', nodes: [] }, true],
  [{ alwaysShowHandoff: false, UIhandoffTitle: '', nodes: [{ type: 'start' }, { type: 'handoff' }] }, true],
])('offers people only when the owner does: %j', (config, offered) => expect(offersPeople(config)).toBe(offered))

test('a rating can be changed for a day', () => {
  const day = 24 * 3600_000
  expect(mayRate(undefined, 5 * day)).toBe(true)
  expect(mayRate(day, 2 * day - 1)).toBe(true)
  expect(mayRate(day, 2 * day)).toBe(false)
})

test('notices contain their kind in the id, and nothing else does', () => {
  for (const kind of Object.keys(NOTICES) as (keyof typeof NOTICES)[])
    expect(noticeKind(noticeId(kind, 'abc'))).toBe(kind)
  for (const id of ['abc', '', ':', 'toString:x', 'handoff-asked', 'other:handoff-asked'])
    expect(noticeKind(id)).toBeUndefined()
})

describe('mails', () => {
  const none = { conversation: 0, recipient: 0, agent: 0 }
  test('are limited independently', () => {
    expect(mailLimit(none)).toBeUndefined()
    for (const of of ['conversation', 'recipient', 'agent'] as const) {
      expect(mailLimit({ ...none, [of]: MAIL_LIMITS[of] - 1 })).toBeUndefined()
      expect(mailLimit({ ...none, [of]: MAIL_LIMITS[of] })).toBe(of)
    }
  })
})
