import { expect, test } from 'vitest'
import { inRegion, otherRegion } from './region-href.ts'

test.each([
  ['/app/eu/agents', '', '/app/na/agents'],
  ['/app/eu/agents', '?search=x', '/app/na/agents'],
  ['/app/eu/workspace', '?tab=members&invite=true', '/app/na/workspace?tab=members'],
  ['/app/eu/account/billing', '', '/app/na/account/billing'],
  ['/app/eu/agents/Ab3/kb', '?doc_id=1', '/app/na/agents'],
  ['/app/eu/agents/widget', '?vg_id=Ab3&tab=theme', '/app/na/agents'],
  ['/app/eu', '', '/app/na'],
])('%s%s becomes %s', (pathname, search, expected) => {
  expect(inRegion('na', { pathname, search })).toBe(expected)
})

test('links to the other region', () => {
  expect([otherRegion('eu'), otherRegion('na')]).toEqual(['na', 'eu'])
})
