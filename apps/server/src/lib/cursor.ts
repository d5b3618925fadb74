// Cursors of lists that are sorted by time: the end of a page as an opaque string.
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'

export interface Cursor {
  readonly at: Date
  readonly id: string
}

export const writeCursor = ({ at, id }: Cursor): string => Buffer.from(`${at.getTime()}.${id}`).toString('base64url')

/** Undefined for the first page. @throws INVALID_INPUT for an invalid cursor */
export function readCursor(cursor: string | undefined): Cursor | undefined {
  if (cursor === undefined) return undefined
  const text = Buffer.from(cursor, 'base64url').toString()
  const [, ms, id] = /^(\d{1,14})\.([\w-]{1,100})$/.exec(text) ?? []
  if (ms !== undefined && id !== undefined) return { at: new Date(Number(ms)), id }
  // Old format of lists of conversations.
  const [, iso, row] = /^\["(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)","([A-Za-z0-9]{1,100})"\]$/.exec(text) ?? []
  const at = new Date(iso ?? Number.NaN)
  if (row !== undefined && !Number.isNaN(at.getTime())) return { at, id: row }
  throw new AppError('INVALID_INPUT', msg('cursor_of_other_list'))
}

/** `rows` holds one more than `limit` when there is a next page. A list in another order returns its own string. */
export function pageOf<Row>(rows: readonly Row[], limit: number, cursorOf: (row: Row) => Cursor | string) {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  if (rows.length <= limit || last === undefined) return { items, nextCursor: null }
  const cursor = cursorOf(last)
  return { items, nextCursor: typeof cursor === 'string' ? cursor : writeCursor(cursor) }
}
