// Pages of lists that are ordered by the time their entries were made.
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import type { After } from './repository.ts'

/** `rows`: one more than a page holds, where there are more. */
export function pageOf<R extends After>(rows: readonly R[], limit: number): { items: R[]; nextCursor: string | null } {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: rows.length > limit && last ? writeCursor(last) : null }
}

const writeCursor = ({ createdAt, id }: After) => Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url')

/** INVALID_INPUT for one that is not ours. */
export function readCursor(cursor: string | undefined): After | undefined {
  if (cursor === undefined) return undefined
  const match = /^(\d{1,14})\.(\w{1,40})$/.exec(Buffer.from(cursor, 'base64url').toString())
  if (!match?.[1] || !match[2]) throw new AppError('INVALID_INPUT', msg('cursor_not_valid'))
  return { createdAt: new Date(Number(match[1])), id: match[2] }
}
