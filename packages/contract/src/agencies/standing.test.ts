import { expect, test } from 'vitest'
import { isAgencyReadOnly, worksOnOwnHosts } from './standing.ts'

test.each([
  [false, 'never', false, false],
  [true, 'active', true, false],
  [false, 'grace', true, false],
  [false, 'over', false, true],
  [true, 'over', true, false],
] as const)(
  'customDomain %s with a trial that is %s: hosts %s, read-only %s',
  (customDomain, state, hosts, readOnly) => {
    const allowed = { customDomain, whitelabelTrial: { state, endsAt: 0 } }
    expect([worksOnOwnHosts(allowed), isAgencyReadOnly(allowed)]).toEqual([hosts, readOnly])
  },
)
