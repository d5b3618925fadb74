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

test('lets concurrent free tries pass despite a later clock', () => {
  const beside = afterGuess(NO_GUESSES, NOW + 5)
  expect(guessWait(beside, NOW)).toBe(0)
  expect(guessWait(afterCorrectGuess(beside), NOW)).toBe(0)
})

test('resets after a day without wrong passwords; a right one ends the wait and reverts its try', () => {
  const slowed = guessTimes(20, NOW)
  expect(afterGuess(slowed, NOW + FORGET_GUESSES_MS - 1).failures).toBe(21)
  expect(afterGuess(slowed, NOW + FORGET_GUESSES_MS)).toMatchObject({
    failures: 1,
    blockedUntil: 0,
  })
  const right = afterCorrectGuess(slowed)
  expect([right.failures, guessWait(right, NOW)]).toEqual([19, 0])
})

test('checks few passwords a day however tries are spread, with bounded waits', () => {
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
