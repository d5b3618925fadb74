import { contract } from '@parlance/contract'
import type { OpMeta } from '@parlance/contract/lib/operation'
import { expect, test } from 'vitest'

/** Parts whose screens assume that viewers may read and editors may change everything. */
const PARTS = ['knowledge', 'tools', 'crawler', 'evaluations', 'goldens', 'gaps'] as const

interface Declared {
  '~orpc': { meta: OpMeta; route: { method?: string } }
}
const isCall = (value: object): value is Declared => '~orpc' in value

test.each(PARTS)('screens of %s require the roles of their calls', (part) => {
  const calls = Object.entries(contract[part]).filter(([, call]) => isCall(call)) as [string, Declared][]
  expect(calls.length).toBeGreaterThan(4)
  for (const [
    name,
    {
      '~orpc': { meta, route },
    },
  ] of calls) {
    // Calls for bearer secrets alone have no screen.
    if (!meta.access.by.includes('session')) continue
    expect([name, meta.access.role]).toEqual([name, route.method === 'GET' ? 'viewer' : 'editor'])
  }
})
