import { expect, test } from 'vitest'
import { decideRecharge, type RechargeState, type RechargeVerdict } from './decide.ts'

const LOW: RechargeState = {
  isOn: true,
  balance: 100,
  threshold: 500,
  armed: true,
  stopped: '',
  amount: 3175,
  net: 2500,
  chargedThisMonth: 0,
  monthlyLimit: 10_000,
}

test.each<[name: string, change: Partial<RechargeState>, verdict: RechargeVerdict]>([
  ['below the threshold', {}, 'charge'],
  ['above it', { balance: 500 }, 'nothing'],
  ['above it again after a charge', { balance: 500, armed: false }, 'rearm'],
  ['after a charge of this crossing', { armed: false }, 'nothing'],
  ['switched off', { isOn: false }, 'nothing'],
  ['stopped by declined cards', { stopped: 'declined' }, 'nothing'],
  ['stopped at the limit', { stopped: 'limit' }, 'nothing'],
  ['up to the limit', { chargedThisMonth: 6825 }, 'charge'],
  ['over the limit by its tax', { chargedThisMonth: 6826 }, 'limit'],
  ['the first of a month whose limit is one amount without tax', { monthlyLimit: 2500 }, 'charge'],
  ['the second of that month', { monthlyLimit: 2500, chargedThisMonth: 3175 }, 'limit'],
  ['a first one that is over the limit without tax too', { monthlyLimit: 2499 }, 'limit'],
  ['without a limit', { monthlyLimit: 0, chargedThisMonth: 1_000_000 }, 'charge'],
])('%s', (_, change, verdict) => {
  expect(decideRecharge({ ...LOW, ...change })).toBe(verdict)
})
