import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  afterGuess,
  afterCorrectGuess,
  FORGET_GUESSES_MS,
  FREE_GUESSES,
  guessWait,
  LONGEST_WAIT_MS,
  NO_GUESSES,
} from './guess-limits.ts'

const guessTimes = (count: number, at: number) =>
  Array.from({ length: count }).reduce<typeof NO_GUESSES>((state) => afterGuess(state, at), NO_GUESSES)
const NOW = Date.UTC(2026, 10, 22)

test.each([
  [1, 0],
  [9, 0],
  [10, 30],
  [11, 60],
  [12, 120],
  [14, 480],
  [15, 900],
  [500, 900],
])('after %i wrong passwords the next one waits for %i s', (count, seconds) => {
  expect(guessWait(guessTimes(count, NOW), NOW)).toBe(seconds)
})

test('free tries beside each other do not wait for one whose clock was read later', () => {
  const beside = afterGuess(NO_GUESSES, NOW + 5)
  expect(guessWait(beside, NOW)).toBe(0)
  expect(guessWait(afterCorrectGuess(beside), NOW)).toBe(0)
})

test('a day without wrong passwords starts anew; a right one ends the wait, and gives one try back', () => {
  const slowed = guessTimes(20, NOW)
  expect(afterGuess(slowed, NOW + FORGET_GUESSES_MS - 1).failures).toBe(21)
  expect(afterGuess(slowed, NOW + FORGET_GUESSES_MS)).toMatchObject({
    failures: 1,
    blockedUntil: 0,
  })
  const right = afterCorrectGuess(slowed)
  expect([right.failures, guessWait(right, NOW)]).toEqual([19, 0])
})

test('however tries are spread, few passwords are looked at in a day, and no wait is longer than the longest', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 * 60_000 }), { maxLength: 400 }), (pauses) => {
      let [now, state, looked] = [NOW, NO_GUESSES, 0]
      for (const pause of pauses) {
        now += pause
        expect(guessWait(state, now)).toBeLessThanOrEqual(LONGEST_WAIT_MS / 1000)
        if (guessWait(state, now) > 0) continue
        state = afterGuess(state, now)
        looked += 1
      }
      const quarters = (now - NOW) / LONGEST_WAIT_MS
      expect(looked).toBeLessThanOrEqual(FREE_GUESSES + 6 + quarters)
    }),
  )
})
