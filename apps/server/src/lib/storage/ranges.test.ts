import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { rangeOf } from './ranges.ts'

const asked = (header: string | undefined, size = 100, ifRange?: string) =>
  rangeOf(header, size, { etag: '"a"', ifRange })

test.each([
  ['nothing', undefined, undefined],
  ['a piece', 'bytes=10-19', { start: 10, end: 19 }],
  ['the first byte', 'bytes=0-0', { start: 0, end: 0 }],
  ['from a place on', 'bytes=90-', { start: 90, end: 99 }],
  ['beyond the end', 'bytes=90-900', { start: 90, end: 99 }],
  ['the last ones', 'bytes=-5', { start: 95, end: 99 }],
  ['more last ones than there are', 'bytes=-500', { start: 0, end: 99 }],
  ['no last ones', 'bytes=-0', 'unsatisfiable'],
  ['behind the end', 'bytes=100-', 'unsatisfiable'],
  ['backwards', 'bytes=20-10', undefined],
  ['two pieces', 'bytes=0-1,3-4', undefined],
  ['another unit', 'seconds=0-1', undefined],
  ['nonsense', 'bytes=a-b', undefined],
])('%s', (_, header, wanted) => expect(asked(header)).toEqual(wanted))

test('sends the whole file for a range of another version', () => {
  expect(asked('bytes=0-9', 100, '"b"')).toBeUndefined()
  expect(asked('bytes=0-9', 100, '"a"')).toEqual({ start: 0, end: 9 })
})

test('stays within the file for any range', () => {
  const header = fc.oneof(
    fc.string(),
    fc.tuple(fc.nat(300), fc.nat(300)).map(([from, to]) => `bytes=${from}-${to}`),
    fc.nat(300).map((from) => `bytes=${from}-`),
    fc.nat(300).map((last) => `bytes=-${last}`),
  )
  fc.assert(
    fc.property(header, fc.integer({ min: 1, max: 200 }), (said, size) => {
      const range = asked(said, size)
      if (range === undefined || range === 'unsatisfiable') return
      expect(range.start).toBeGreaterThanOrEqual(0)
      expect(range.end).toBeGreaterThanOrEqual(range.start)
      expect(range.end).toBeLessThan(size)
    }),
  )
})
