import { expect, test } from 'vitest'
import { offersUpgrade } from './upgrade-rule.ts'

test.each([
  ['a new account with credits', false, 604_800, 500, false],
  ['older than a week without a subscription', false, 604_801, 5000, true],
  ['older than a week with one', true, 604_801, 5000, false],
  ['few credits, however new', false, 0, 499, true],
  ['few credits with a subscription', true, 0, 10, false],
])('%s', (_, subscribed, age, credits, offered) => {
  expect(offersUpgrade({ subscribed, age, credits })).toBe(offered)
})
