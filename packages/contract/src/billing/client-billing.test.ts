import { describe, expect, test } from 'vitest'
import { ClientPlanInput } from './client-billing.ts'
import {
  clientCreditPrice,
  creditsForUsd,
  creditsInCents,
  defaultClientPlans,
  feeInCents,
  isPurchase,
  isRecharge,
} from './client-purchase-rules.ts'

const plan = (features: string[]) => ClientPlanInput.safeParse({ name: 'Basic', credits: 5000, features })
const why = (features: string[]) => plan(features).error?.issues[0]?.message

describe('a plan for clients', () => {
  test.each([
    [[], 'Each plan must have at least one feature'],
    [[' '], 'Each plan must have at least one feature with text'],
    [['a', 'b', 'c', 'd', 'e', 'f'], 'At most 5 features per plan'],
    [['a'], undefined],
    [['a', 'b', 'c', 'd', ''], undefined],
  ])('with the features %j: %s', (features, message) => expect(why(features)).toBe(message))

  test('costs its credits times the price of one', () => {
    expect(defaultClientPlans(clientCreditPrice(0.003, 0.001))).toMatchObject([
      { name: 'Basic', credits: 5000, price: 20, isPopular: false },
      { name: 'Premium', credits: 15_000, price: 60, isPopular: true },
    ])
  })
})

test.each([
  [1000, 0.004, 400, 20],
  [1500, 0.0015, 225, 11],
  [50_000, 0.013, 65_000, 3250],
])('%d credits at $%d cost %d cents, %d of them the fee', (credits, price, cents, fee) => {
  expect(creditsInCents(credits, price)).toBe(cents)
  expect(feeInCents(cents)).toBe(fee)
})
test('$10 buy 769 credits at $0.013', () => expect(creditsForUsd(10, 0.013)).toBe(769))
test.each([
  [999, false],
  [1000, true],
  [1250, false],
  [50_000, true],
  [50_001, false],
  [-1000, false],
  [Number.NaN, false],
])('a purchase of %d credits: %s', (credits, is) => expect(isPurchase(credits)).toBe(is))
test.each([
  [500, 5, true],
  [50, 5, false],
  [500, 7, false],
  [5100, 5, false],
  [100, 105, false],
])('a recharge below %d credits by $%d: %s', (threshold, amount, is) => expect(isRecharge(threshold, amount)).toBe(is))
