import { expect, test } from 'vitest'
import { changeOf } from './send.ts'

const NOW = new Date('2026-11-27T10:00:00Z')
const at = (minutesAgo: number) => new Date(NOW.getTime() - minutesAgo * 60_000)
const NOT_SENT = { state: 'skipped', reason: 'Not sent.', sentAt: null }

test.each([
  ['that was queued long ago', 'queued', 61, null, false, NOT_SENT],
  ['that was queued lately', 'queued', 59, null, false, undefined],
  ['that waits in the outbox', 'queued', 61, 'waiting', false, undefined],
  ['that was sent, and is gone from the outbox', 'sent', 61, null, false, undefined],
  ['that was queued lately, and answered', 'queued', 59, null, true, { replied: 1 }],
] as const)('what becomes of a message %s', (_, was, minutes, state, replied, change) => {
  const row = { plan: { retries: 1 }, state: 'running' } as Parameters<typeof changeOf>[0]
  const one = { state: was, sentAt: at(minutes), replied: 0, attempts: 1 } as Parameters<typeof changeOf>[1]
  const outcome = { identityId: 'i', outKey: 'k', state, error: '', replied }
  expect(changeOf(row, one, outcome, NOW)).toEqual(change)
})
