import { expect, test } from 'vitest'
import { CREDIT_VALUE_USD } from '../lib/money.ts'
import {
  ADD_ONS,
  addOnsOnSale,
  BILLING_CYCLES,
  CURRENCIES,
  PLAN_IDS,
  PLANS,
  priceIn,
  priceText,
  type PlanId,
} from './plans.ts'

const plan = (id: PlanId) => {
  const found = PLANS.find((one) => one.id === id)
  if (!found) throw new Error(`There is no plan ${id}.`)
  return found
}

test('plans and prices match the specification', () => {
  expect(PLANS.map(({ id }) => id)).toEqual([...PLAN_IDS])
  expect(plan('free')).toMatchObject({ price: 0, period: 'month' })
  expect(plan('pay_as_you_go')).toMatchObject({
    price: 20,
    additionalInfo: 'plus usage',
    prices: [
      { currency: 'usd', amount: 20 },
      { currency: 'eur', amount: 22, originalAmount: 18 },
      { currency: 'gbp', amount: 20, originalAmount: 15 },
    ],
  })
  expect(plan('enterprise')).toMatchObject({ price: 1000, additionalInfo: 'from' })
  expect(plan('pay_as_you_go').features(CREDIT_VALUE_USD)).toContain('$5 of free credits included')
})

test('sells four add-ons, at the same price in every currency', () => {
  const inAll = (amount: number) => CURRENCIES.map((currency) => ({ currency, amount }))
  const sold = (prices: Record<string, number>) =>
    Object.entries(prices).map(([id, amount]) =>
      expect.objectContaining({ id, prices: inAll(amount), period: 'month' }),
    )
  const four = { 'workspace-seat': 10, client_seat: 5, 'concurrent-call-line': 5, 'twilio-phone-number': 3 }
  expect(addOnsOnSale()).toEqual(sold(four))
  expect(addOnsOnSale({ 'mini-whitelabel': 99 })).toEqual(sold({ ...four, 'mini-whitelabel': 99 }))
  for (const one of ADD_ONS)
    expect(Object.keys(one).toSorted()).toEqual(['description', 'id', 'name', 'period', 'prices'])
})

test.each([
  ['free', 'gbp', 'yearly', { currency: 'gbp', amount: 0 }],
  ['pay_as_you_go', 'usd', 'monthly', { currency: 'usd', amount: 20 }],
  ['pay_as_you_go', 'usd', 'yearly', { currency: 'usd', amount: 200 }],
  ['pay_as_you_go', 'eur', 'monthly', { currency: 'eur', amount: 22, originalAmount: 18 }],
  ['pay_as_you_go', 'eur', 'yearly', { currency: 'eur', amount: 220, originalAmount: 180 }],
  ['pay_as_you_go', 'gbp', 'yearly', { currency: 'gbp', amount: 200, originalAmount: 150 }],
  ['enterprise', 'eur', 'monthly', { currency: 'usd', amount: 1000 }],
] as const)('%s in %s, %s', (id, currency, cycle, price) => {
  expect(priceIn(plan(id), currency, cycle)).toEqual({ ...price, cycle })
})

test('every plan has a price in every currency and cycle, and one to five features', () => {
  for (const one of PLANS) {
    for (const currency of CURRENCIES)
      for (const cycle of BILLING_CYCLES) expect(priceIn(one, currency, cycle).amount).toBeGreaterThanOrEqual(0)
    const features = one.features(CREDIT_VALUE_USD)
    expect(features.length).toBeGreaterThanOrEqual(1)
    expect(features.length).toBeLessThanOrEqual(5)
  }
})

test.each([
  [1000, 'usd', '$1,000'],
  [22, 'eur', '€22'],
  [20, 'gbp', '£20'],
] as const)('%d %s reads %s', (amount, currency, text) => expect(priceText(amount, currency)).toBe(text))
