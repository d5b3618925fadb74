// Where a list of conversations goes on: the last message's time and the id of the last row seen.
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'

export const cursorOf = (row: { readonly id: string; readonly last_message_at: Date | string }) =>
  Buffer.from(JSON.stringify([new Date(row.last_message_at).toISOString(), row.id])).toString('base64url')

/** As `cursorOf` writes it: the database reads fewer forms of a date than JavaScript does. */
const isMoment = (at: unknown): at is string =>
  typeof at === 'string' && /^\d{4}-/.test(at) && !Number.isNaN(Date.parse(at)) && new Date(at).toISOString() === at

/** INVALID_INPUT for a cursor that is not ours. */
export function readCursor(cursor: string | undefined): readonly [at: string, id: string] | undefined {
  if (cursor === undefined) return undefined
  try {
    const [at, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    if (isMoment(at) && typeof id === 'string' && /^[A-Za-z0-9]{1,100}$/.test(id)) return [at, id]
  } catch {
    // Falls through: a cursor is ours or it is not valid.
  }
  throw new AppError('INVALID_INPUT', msg('page_not_valid'))
}
