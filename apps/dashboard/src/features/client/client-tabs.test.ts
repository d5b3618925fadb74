import { type ClientTab, DEFAULT_CLIENT_ACCESS } from '@parlance/contract/lib/client-tabs'
import { expect, test } from 'vitest'
import { inOrder, isRefusedPage, pagesOf, startOf } from './client-tabs.ts'

const session = (canAccess: ClientTab[], clientTabOrder: ClientTab[] = [], defaultClientTabOrder: ClientTab[] = []) =>
  ({ client: { canAccess, clientTabOrder }, org: { defaultClientTabOrder } }) as unknown as Parameters<
    typeof pagesOf
  >[0]

test.each([
  ['in their usual order', session(['/analytics', '/convos', '/home']), ['home', 'convos', 'analytics']],
  [
    'in the order that their agency sees where it has chosen none',
    session([...DEFAULT_CLIENT_ACCESS]),
    DEFAULT_CLIENT_ACCESS.map((tab) => tab.slice(1)),
  ],
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
  [
    'with those of the agent area that they were given',
    session(['/settings', '/channels', '/kb', '/voice', '/overview']),
    ['overview', 'voice', 'kb', 'channels', 'settings'],
  ],
  ['and none that have no page', session(['/prompt', '/tools']), []],
])('pages of a client user come %s', (_, given, expected) => {
  expect(pagesOf(given)).toEqual(expected)
})

test('leaves out the pages that don’t fit the agent', () => {
  const given = session(['/home', '/voice', '/kb', '/convos'])
  expect(pagesOf(given, { unfitTabs: ['/voice', '/kb'] })).toEqual(['home', 'convos'])
})

test('places a tab of the agency among the pages', () => {
  const tabs = ['/home', '/convos', '/c/news', '/c/prices'].map((path) => ({ path }))
  const given = session([], ['/c/news' as ClientTab, '/home'])
  expect(inOrder(given, tabs).map(({ path }) => path)).toEqual(['/c/news', '/home', '/convos', '/c/prices'])
})

test.each([
  ['analytics', true],
  ['kb', true],
  ['voice', true],
  ['channels', true],
  ['convos', false],
  ['home', true],
  ['overview', false],
  ['abc123', false],
])('somebody with chats and overview is refused /%s: %s', (name, expected) => {
  expect(isRefusedPage(name, ['/convos', '/overview'])).toBe(expected)
})

test.each([
  [['/overview', '/home'], 'home'],
  [['/overview', '/kb'], 'overview'],
  [['/convos', '/home'], 'convos'],
  [['/channels'], 'channels'],
  [[], undefined],
] as const)('somebody with %j comes in at %s', (tabs, expected) => {
  expect(startOf(pagesOf(session([...tabs], [...tabs])))).toBe(expected)
})
