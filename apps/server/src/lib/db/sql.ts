import { type AnyColumn, and, gt, lt, lte, or, sql, type SQL } from 'drizzle-orm'
import type { Cursor } from '../cursor.ts'
import type { Db } from './pool.ts'

export async function rows<Row>(db: Db, query: SQL): Promise<Row[]> {
  return ((await db.execute(query)) as unknown as { rows: Row[] }).rows
}

/** Pattern for `like` that finds the text anywhere; wildcards in it are escaped. */
export const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** True when a column contains the text, ignoring case and accents as all searches do. */
export const containsText = (column: AnyColumn | SQL, text: string): SQL =>
  sql`knowledge_fold(${column}) like knowledge_fold(${likePattern(text)})`

/** Condition for the next page of a list sorted by time, newest first, then by id. Undefined for the first page. */
export function isAfter(
  after: Cursor | undefined,
  { at, id, idOrder }: { readonly at: AnyColumn; readonly id: AnyColumn; readonly idOrder: 'asc' | 'desc' },
): SQL | undefined {
  if (!after) return undefined
  if (idOrder === 'desc') return sql`(${at}, ${id}) < (${after.at.toISOString()}::timestamptz, ${after.id})`
  // The first condition lets the index start at the page.
  return and(lte(at, after.at), or(lt(at, after.at), gt(id, after.id)))
}

/** Repeats a deletion that returns at most `batch` rows, so that no statement exceeds the time limit of statements. */
export async function deleteInBatches(db: Db, deletion: SQL, batch: number): Promise<void> {
  while ((await rows(db, deletion)).length >= batch);
}
