import { afterEach, expect, test, vi } from 'vitest'
import { ownTimeZone } from './own-time-zone.ts'

afterEach(() => vi.restoreAllMocks())

test.each([
  ['Asia/Kathmandu', 'Asia/Kathmandu'],
  ['Etc/Unknown', 'UTC'],
  ['', 'UTC'],
])('takes %j of the browser as %s', (named, taken) => {
  const options = Intl.DateTimeFormat().resolvedOptions()
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...options, timeZone: named })
  expect(ownTimeZone()).toBe(taken)
})
