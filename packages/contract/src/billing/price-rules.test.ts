import { expect, test } from 'vitest'
import { CREDIT_TIERS, creditTier, planPrice, PRICE_DEFAULTS, yearlyPrice } from './price-rules.ts'

const plan = { monthly: 20, cycle: 'monthly', agents: 0, perAgent: 0 } as const

test.each([
  ['a calculated month is reduced by one', plan, 19],
  ['a calculated year is ten months, reduced by one', { ...plan, cycle: 'yearly' }, 199],
  ['a price of its own stands', { ...plan, explicit: 20 }, 20],
  ['agents count', { ...plan, agents: 3, perAgent: 10 }, 49],
  ['no limit counts as fifty agents and carries the fee', { ...plan, agents: Infinity, perAgent: 2 }, 169],
  ['nothing costs less than nothing', { ...plan, monthly: 0 }, 0],
] as const)('%s', (_, asked, price) => expect(planPrice(asked, PRICE_DEFAULTS)).toBe(price))

test('a year without its own price costs ten months', () => expect(yearlyPrice(20)).toBe(200))

test('credit tiers rise with the credits, at the configured boundaries', () => {
  expect([1, 10_000, 10_001, 100_000, 100_001, 1e9].map((credits) => creditTier(credits, PRICE_DEFAULTS))).toEqual([
    'starter',
    'starter',
    'pro',
    'pro',
    'agency',
    'agency',
  ])
  expect([5, 10, 11].map((credits) => creditTier(credits, { creditTiers: [5, 10] }))).toEqual([...CREDIT_TIERS])
})
