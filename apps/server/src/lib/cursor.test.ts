import { expect, test } from 'vitest'
import { pageOf, readCursor, writeCursor } from './cursor.ts'

const at = new Date('2026-05-01T12:00:00.123Z')
const text = (value: string) => Buffer.from(value).toString('base64url')

test('reads a cursor as it was written', () => {
  expect(readCursor(writeCursor({ at, id: 'a_b-1' }))).toEqual({ at, id: 'a_b-1' })
  expect(readCursor(undefined)).toBeUndefined()
})

test('still reads old cursors of lists of conversations', () => {
  expect(readCursor(text(JSON.stringify([at.toISOString(), 'c1'])))).toEqual({ at, id: 'c1' })
})

test.each(['', 'x', text('1.'), text('999999999999999.a'), text('["2026-99-01T12:00:00.123Z","c"]'), text('{"a":1}')])(
  '%j is refused',
  (cursor) => expect(() => readCursor(cursor)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' })),
)

test('adds a cursor only when there are more rows', () => {
  const rows = ['a', 'b', 'c'].map((id) => ({ id, at }))
  const all = pageOf(rows, 3, (row) => row)
  expect(all).toEqual({ items: rows, nextCursor: null })
  const part = pageOf(rows, 2, (row) => row)
  expect(part.items).toEqual(rows.slice(0, 2))
  expect(readCursor(part.nextCursor ?? '')).toEqual({ at, id: 'b' })
  expect(pageOf([], 2, (row: Parameters<typeof writeCursor>[0]) => row)).toEqual({ items: [], nextCursor: null })
})
