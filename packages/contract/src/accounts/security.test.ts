import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  afterWrong,
  type Arrival,
  isNewOrigin,
  LOCK_MS,
  MOST_WRONG_CODES,
  outcomeOf,
  readCode,
  recoveryCode,
  stepsTaken,
  type Tries,
  waitOf,
} from './security.ts'

const STEP = 30_000

describe('readCode', () => {
  test.each([
    ['123456', { kind: 'app', code: '123456' }],
    [' 123 456 ', { kind: 'app', code: '123456' }],
    ['bcdfg-hjkmn', { kind: 'recovery', code: 'bcdfg-hjkmn' }],
    ['BCDFG hjkmn', { kind: 'recovery', code: 'bcdfg-hjkmn' }],
    ['2345678923', { kind: 'recovery', code: '23456-78923' }],
    ['12345', undefined],
    ['1234567', undefined],
    ['', undefined],
    ['１２３４５６', undefined],
    ['abcde-fghij', undefined],
    ['bcdfg-hjkm', undefined],
  ])('%j', (text, read) => expect(readCode(text)).toEqual(read))

  test('reads every recovery code however it is typed', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat()), (numbers) => {
        const code = recoveryCode((bound) => (numbers.next().value ?? 0) % bound)
        expect(code).toMatch(/^[2-9b-z]{5}-[2-9b-z]{5}$/)
        for (const typed of [code, code.toUpperCase(), code.replace('-', ''), ` ${code.replace('-', ' ')} `])
          expect(readCode(typed)).toEqual({ kind: 'recovery', code })
      }),
    )
  })
})

describe('time steps', () => {
  test.each([
    [10 * STEP, null, [9, 10, 11]],
    [10 * STEP + 29_999, null, [9, 10, 11]],
    [10 * STEP, 8, [9, 10, 11]],
    [10 * STEP, 9, [10, 11]],
    [10 * STEP, 10, [11]],
    [10 * STEP, 11, []],
    [10 * STEP, 400, []],
  ])('at %i after step %s', (now, last, taken) => expect(stepsTaken(now, last)).toEqual(taken))

  test('never accepts a step twice, in any order and with any clock', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(100 * STEP), fc.nat(2))), (tries) => {
        const used: number[] = []
        for (const [now, pick] of tries) {
          const steps = stepsTaken(now, used.at(-1) ?? null)
          const step = steps[pick % Math.max(1, steps.length)]
          if (step !== undefined) used.push(step)
        }
        expect(new Set(used).size).toBe(used.length)
      }),
    )
  })
})

test('locks all codes after the fifth wrong one, then starts counting again', () => {
  let tries: Tries = { wrong: 0, lockedUntil: null }
  for (let i = 1; i < MOST_WRONG_CODES; i += 1) {
    tries = afterWrong(tries, 1000)
    expect(tries).toEqual({ wrong: i, lockedUntil: null })
    expect(waitOf(tries, 1000)).toBe(0)
  }
  tries = afterWrong(tries, 1000)
  expect(waitOf(tries, 1000)).toBe(LOCK_MS / 1000)
  expect(waitOf(tries, 1000 + LOCK_MS - 1)).toBe(1)
  expect(waitOf(tries, 1000 + LOCK_MS)).toBe(0)
  expect(afterWrong(tries, 1000 + LOCK_MS)).toEqual({ wrong: 1, lockedUntil: null })
})

describe('notifies the owner of a sign-in', () => {
  const here = { device: 'firefox/linux', network: '203.0.113.0' }
  const laptop = { device: 'chrome/macos', network: '198.51.100.0' }
  test.each<[string, Parameters<typeof isNewOrigin>[1], boolean]>([
    ['nobody ever signed in', [], false],
    ['only signed up, elsewhere', [{ ...laptop, signIns: 0 }], false],
    ['only signed up, here', [{ ...here, signIns: 0 }], false],
    ['signed in here', [{ ...here, signIns: 1 }], false],
    [
      'signed up here, in elsewhere',
      [
        { ...here, signIns: 0 },
        { ...laptop, signIns: 2 },
      ],
      false,
    ],
    ['signed in elsewhere alone', [{ ...laptop, signIns: 1 }], true],
    ['the same browser in another network', [{ ...here, network: '192.0.2.0', signIns: 1 }], true],
    ['another browser in the same network', [{ ...here, device: 'firefox/windows', signIns: 1 }], true],
  ])('%s', (_, before, told) => expect(isNewOrigin(here, before)).toBe(told))
})

describe('sign-in with another provider', () => {
  const account = { confirmed: true, secondFactor: false }
  const nobody: Arrival = { connected: false, proved: true, regionChosen: false }
  test.each<[string, Arrival, string]>([
    ['connected', { ...nobody, connected: true, proved: false }, 'enter'],
    ['both sides proved the address', { ...nobody, account }, 'connect'],
    ['the provider did not', { ...nobody, proved: false, account }, 'sign-in-first'],
    ['we did not', { ...nobody, account: { ...account, confirmed: false } }, 'sign-in-first'],
    ['the account has a second factor', { ...nobody, account: { ...account, secondFactor: true } }, 'sign-in-first'],
    ['unknown, from sign-up', { ...nobody, regionChosen: true }, 'create'],
    ['unknown, from sign-in', nobody, 'choose-region'],
    ['unknown and not proved', { ...nobody, proved: false, regionChosen: true }, 'sign-in-first'],
  ])('%s', (_, arrival, outcome) => expect(outcomeOf(arrival)).toBe(outcome))

  test('does not reveal whether an unverified address has an account', () => {
    for (const regionChosen of [true, false])
      expect(outcomeOf({ connected: false, proved: false, account, regionChosen })).toBe(
        outcomeOf({ connected: false, proved: false, regionChosen }),
      )
  })
})
