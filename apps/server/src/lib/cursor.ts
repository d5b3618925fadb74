// Cursors of lists that are read by time: where a page ended, as one opaque text.
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
  const [, ms, id] = /^(\d{1,14})\.([\w-]{1,100})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (ms === undefined || id === undefined)
    throw new AppError('INVALID_INPUT', 'The cursor is not one of this list. Start from the first page.')
  return { at: new Date(Number(ms)), id }
}
