import { WHITELABEL_TRIAL_SECONDS } from '@parlance/contract/billing/entitlements'
import { expect, test } from 'vitest'
import { TRIAL_DAYS, trialOf } from './trial-rule.ts'

const NOW = 1_800_000_000
const DAY = 86_400
test.each([
  [true, NOW + 14 * DAY, { kind: 'active', days: 14 }],
  [true, NOW + 14 * DAY + 60, { kind: 'active', days: 14 }],
  [true, NOW + 13 * DAY + 1, { kind: 'active', days: 14 }],
  [true, NOW + 1, { kind: 'active', days: 1 }],
  [true, NOW, { kind: 'expired' }],
  [true, NOW - DAY, { kind: 'expired' }],
  [true, 0, undefined],
  [false, NOW + DAY, undefined],
  [false, 0, undefined],
])('started %s, ends at %d', (started, endsAt, expected) => {
  expect(trialOf({ whitelabel_trial: started, whitelabelTrialEndsAt: endsAt }, NOW)).toEqual(expected)
})

test('has the length of the trial', () => expect(TRIAL_DAYS * DAY).toBe(WHITELABEL_TRIAL_SECONDS))
