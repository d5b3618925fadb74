// Pieces of SQL that repositories share.
import { type AnyColumn, and, gt, lt, lte, or, sql, type SQL } from 'drizzle-orm'
import type { Cursor } from '../cursor.ts'
import type { Db } from './pool.ts'

/** The rows of a statement that the query builder has no words for. */
export async function rows<Row>(db: Db, query: SQL): Promise<Row[]> {
  return ((await db.execute(query)) as unknown as { rows: Row[] }).rows
}

/** Pattern for `like` and `ilike` that finds the text anywhere, with no wildcards of its own. */
export const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** What comes after a page of a list that is sorted by time, newest first, then by id. Undefined for the first page. */
export function isAfter(
  after: Cursor | undefined,
  { at, id, idOrder }: { readonly at: AnyColumn; readonly id: AnyColumn; readonly idOrder: 'asc' | 'desc' },
): SQL | undefined {
  if (!after) return undefined
  if (idOrder === 'desc') return sql`(${at}, ${id}) < (${after.at.toISOString()}::timestamptz, ${after.id})`
  // The first half lets the index begin at the page instead of reading up to it.
  return and(lte(at, after.at), or(lt(at, after.at), gt(id, after.id)))
}
