import { msg } from '@parlance/i18n/messages'
import { expect, test } from 'vitest'
import { storedMessage } from '../../lib/stored-message.ts'
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

test.each([
  ['running', 'waiting'],
  ['stopped', 'failed'],
] as const)('a message whose hours were over before it left, in a %s campaign, is %s', (of, state) => {
  const row = { plan: { retries: 0 }, state: of } as Parameters<typeof changeOf>[0]
  const one = { state: 'queued', sentAt: at(5), replied: 0, attempts: 1 } as Parameters<typeof changeOf>[1]
  const error = storedMessage(msg('campaign_outside_hours'))
  const outcome = { identityId: 'i', outKey: 'k', state: 'failed', error, replied: false }
  expect(changeOf(row, one, outcome, NOW)).toMatchObject({ state })
})
