import { AgentConfig } from '@parlance/contract/agents/schemas'
import { expect, test } from 'vitest'
import { localNow } from './local-now.ts'

test.each([
  ['UTC', { today: '2026-11-30', time: '23:05 (UTC)' }],
  ['Pacific/Auckland', { today: '2026-12-01', time: '12:05 (Pacific/Auckland)' }],
  ['America/Los_Angeles', { today: '2026-11-30', time: '15:05 (America/Los_Angeles)' }],
])('in %s it is %j', (timeZone, local) => {
  const config = AgentConfig.parse({ title: 'Ada' })
  const ctx = { now: () => new Date('2026-11-30T23:05:59Z') }
  expect(localNow(ctx, { config: { ...config, handoffHours: { ...config.handoffHours, timeZone } } })).toEqual(local)
})
