import { expect, test } from 'vitest'
import { PLAN_IDS } from '@parlance/contract/billing/plans'
import { CHANNEL_NAMES, FEATURES, plannedChannels } from '@parlance/contract/platform/features'

test('lists every plan and channel, marking planned ones', () => {
  for (const id of PLAN_IDS) expect(FEATURES).toHaveProperty([`plan.${id}`])
  const planned = Object.entries(FEATURES).filter(([name, is]) => name.startsWith('channel.') && !is)
  expect(plannedChannels()).toHaveLength(planned.length)
  expect(plannedChannels()).not.toContain(CHANNEL_NAMES.website)
})
