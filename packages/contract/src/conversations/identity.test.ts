import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MOST_AHEAD_S, readClaims, SKEW_S } from './identity.ts'

const NOW = 1_800_000_000
const AGENT = 'agent-1'
const claims = (over: Record<string, unknown> = {}) => ({ sub: 'user-7', exp: NOW + 600, ...over })
const read = (payload: unknown) => readClaims(payload, AGENT, NOW)

describe('accepts', () => {
  test.each<[name: string, payload: object, person: object]>([
    ['subject alone', claims(), { subject: 'user-7', name: '', email: '' }],
    [
      'a name and an address',
      claims({ name: ' Ada  Lovelace ', email: 'ada@example.org' }),
      { subject: 'user-7', name: 'Ada  Lovelace', email: 'ada@example.org' },
    ],
    ['for this agent', claims({ aud: AGENT }), { subject: 'user-7' }],
    ['for this one among others', claims({ aud: ['x', AGENT] }), { subject: 'user-7' }],
    ['just expired, within the skew', claims({ exp: NOW - SKEW_S + 1 }), { subject: 'user-7' }],
    ['the longest life', claims({ exp: NOW + MOST_AHEAD_S }), { subject: 'user-7' }],
    ['fractions of a second', claims({ exp: NOW + 0.5 }), { subject: 'user-7' }],
    ['a subject of 200 characters', claims({ sub: 'x'.repeat(200) }), { subject: 'x'.repeat(200) }],
    ['another script', claims({ sub: 'Ωμέγα 7 🙂' }), { subject: 'Ωμέγα 7 🙂' }],
    ['names that are no text', claims({ name: 7, email: {} }), { name: '', email: '' }],
    ['a name that turns itself around', claims({ name: 'a\u202Ebc\u0000d' }), { name: 'a bc d' }],
    ['a long name', claims({ name: `${'x'.repeat(99)}🙂` }), { name: 'x'.repeat(99) }],
    ['addresses that are none', claims({ email: 'a b@c' }), { email: '' }],
    ['two of them', claims({ email: 'a@b,c@d' }), { email: '' }],
    ['a line break in one', claims({ email: 'a@b\r\nBcc:x' }), { email: '' }],
  ])('%s', (_, payload, person) => {
    expect(read(payload)).toMatchObject({ ok: true, person })
  })
})

describe('refuses', () => {
  test.each<[name: string, payload: unknown, words: RegExp]>([
    ['nothing', null, /no claims/],
    ['a list', [], /no claims/],
    ['a text', 'sub', /no claims/],
    ['no subject', claims({ sub: undefined }), /`sub`/],
    ['a number', claims({ sub: 7 }), /quotes/],
    ['an empty one', claims({ sub: '  ' }), /`sub`/],
    ['a huge one', claims({ sub: 'x'.repeat(201) }), /200/],
    ['a NUL in it', claims({ sub: 'a\u0000b' }), /no text/],
    ['half a character', claims({ sub: 'a\uD800' }), /no text/],
    ['no end', claims({ exp: undefined }), /`exp` is missing/],
    ['an end in words', claims({ exp: '2030-01-01' }), /`exp` is missing/],
    ['an end that never comes', claims({ exp: Number.POSITIVE_INFINITY }), /`exp` is missing/],
    ['an end too far', claims({ exp: NOW + MOST_AHEAD_S + SKEW_S + 1 }), /24 hours/],
    ['milliseconds', claims({ exp: (NOW + 60) * 1000 }), /seconds/],
    ['not yet', claims({ nbf: NOW + SKEW_S + 1 }), /not valid yet/],
    ['another agent’s', claims({ aud: 'agent-2' }), /another agent/],
    ['nobody’s', claims({ aud: [] }), /another agent/],
    ['an empty audience', claims({ aud: '' }), /another agent/],
  ])('%s', (_, payload, words) => {
    expect(read(payload)).toMatchObject({ ok: false, expired: false, message: expect.stringMatching(words) as string })
  })

  test('an expired token as expired', () => {
    expect(read(claims({ exp: NOW - SKEW_S }))).toMatchObject({ ok: false, expired: true })
  })
})

test('never throws or returns text that can’t be stored', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.jsonValue(),
        fc.record({
          sub: fc.string({ unit: 'binary' }),
          name: fc.string({ unit: 'binary' }),
          email: fc.string({ unit: 'binary' }),
          exp: fc.constant(NOW + 5),
        }),
      ),
      (payload) => {
        const answer = read(payload)
        if (!answer.ok) return
        for (const text of Object.values(answer.person)) {
          expect(text.isWellFormed()).toBe(true)
          expect(text).not.toContain('\0')
          expect(text.length).toBeLessThanOrEqual(254)
        }
      },
    ),
  )
})
