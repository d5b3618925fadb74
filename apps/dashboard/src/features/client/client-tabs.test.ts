import type { ClientTab } from '@parlance/contract/lib/client-tabs'
import { expect, test } from 'vitest'
import { pagesOf } from './client-tabs.ts'

const session = (canAccess: ClientTab[], clientTabOrder: ClientTab[] = [], defaultClientTabOrder: ClientTab[] = []) =>
  ({ client: { canAccess, clientTabOrder }, org: { defaultClientTabOrder } }) as unknown as Parameters<
    typeof pagesOf
  >[0]

test.each([
  ['in their usual order', session(['/analytics', '/convos', '/home']), ['home', 'convos', 'analytics']],
  [
    'as the org orders them',
    session(['/home', '/convos', '/analytics'], [], ['/analytics']),
    ['analytics', 'home', 'convos'],
  ],
  [
    'as their own order says, before the org’s',
    session(['/home', '/convos'], ['/convos'], ['/home']),
    ['convos', 'home'],
  ],
  ['with home for «overview»', session(['/overview', '/overview']), ['home']],
  ['and none that have no page', session(['/metrics']), []],
])('pages of a client user come %s', (_, given, expected) => {
  expect(pagesOf(given)).toEqual(expected)
})
