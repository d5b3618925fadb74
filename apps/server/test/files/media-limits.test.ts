// Pictures under the limits that people get.
import { randomId } from '@parlance/contract/lib/ids'
import { expect, test } from 'vitest'
import { startTestServer } from '../helpers/app.ts'

const server = await startTestServer({ rateLimitScale: 1 })

test('an address may ask for 300 pictures a minute, there or not; the next waits', async () => {
  // Somebody who came through a proxy is not at this machine, whose own limits are wider.
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
