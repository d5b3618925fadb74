import { randomId } from '@parlance/contract/lib/ids'
import { expect, test } from 'vitest'
import { startTestServer } from '../helpers/app.ts'

const server = await startTestServer({ rateLimitScale: 1 })

test('allows 300 pictures a minute per address, existing or not', async () => {
  // A caller behind a proxy is remote; limits on this machine are wider.
  const ask = () =>
    fetch(`${server.url}/media/eu/${randomId(20)}.png`, { headers: { 'x-forwarded-for': '203.0.113.9' } })
  const seen: number[] = []
  for (let batch = 0; batch < 15; batch += 1)
    seen.push(...(await Promise.all(Array.from({ length: 20 }, async () => (await ask()).status))))
  expect(new Set(seen)).toEqual(new Set([404]))
  const refused = await ask()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({ success: false, code: 'RATE_LIMITED' })
})
