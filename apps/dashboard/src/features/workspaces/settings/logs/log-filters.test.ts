import { afterEach, expect, test } from 'vitest'
import type { AuditFilters } from './audit-filters.tsx'
import { instantsOf } from './log-filters.tsx'

const zone = process.env['TZ']
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

test.each([
  ['America/Los_Angeles', '2026-11-30T08:00:00.000Z', '2026-12-01T07:59:59.999Z'],
  ['UTC', '2026-11-30T00:00:00.000Z', '2026-11-30T23:59:59.999Z'],
  ['Europe/Berlin', '2026-11-29T23:00:00.000Z', '2026-11-30T22:59:59.999Z'],
])('filters by the whole day in %s', (timeZone, from, to) => {
  process.env['TZ'] = timeZone
  expect(instantsOf<AuditFilters>({ from: '2026-11-30', to: '2026-11-30', who: 'ada' })).toEqual({
    from,
    to,
    who: 'ada',
  })
})

test('leaves out days that are not set', () => expect(instantsOf<AuditFilters>({ who: 'ada' })).toEqual({ who: 'ada' }))
