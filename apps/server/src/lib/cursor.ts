// Cursors of lists that are sorted by time: where a page ended, as one opaque text.
import { AppError } from '@parlance/contract/lib/errors'

/** The time and the id of the last row of a page. */
export interface Cursor {
  readonly at: Date
  readonly id: string
}

export const writeCursor = ({ at, id }: Cursor): string => Buffer.from(`${at.getTime()}.${id}`).toString('base64url')

/** Undefined for the first page; INVALID_INPUT for a cursor that is not ours. */
export function readCursor(cursor: string | undefined): Cursor | undefined {
  if (cursor === undefined) return undefined
  const text = Buffer.from(cursor, 'base64url').toString()
  const [, ms, id] = /^(\d{1,14})\.([\w-]{1,100})$/.exec(text) ?? []
  if (ms !== undefined && id !== undefined) return { at: new Date(Number(ms)), id }
  // Lists of conversations used to write this form.
  const [, iso, row] = /^\["(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)","([A-Za-z0-9]{1,100})"\]$/.exec(text) ?? []
  const at = new Date(iso ?? Number.NaN)
  if (row !== undefined && !Number.isNaN(at.getTime())) return { at, id: row }
  throw new AppError('INVALID_INPUT', 'The cursor is not one of this list. Start from the first page.')
}

/** A page of at most `limit` rows; `rows` holds one more when there is a next page. */
export function pageOf<Row>(rows: readonly Row[], limit: number, cursorOf: (row: Row) => Cursor) {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: rows.length > limit && last !== undefined ? writeCursor(cursorOf(last)) : null }
}
