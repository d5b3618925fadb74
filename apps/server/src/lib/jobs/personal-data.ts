// What the queue of a region still says of somebody: payloads of jobs, finished ones too.
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/pool.ts'

/** As the words stand in JSON, without looking at anything but the payload. */
const says = (words: readonly string[]): SQL =>
  sql.join(
    words.map((word) => sql`strpos(data::text, ${JSON.stringify(word).slice(1, -1)}) > 0`),
    sql` or `,
  )

/** How many jobs with one of these words are still to be done. Schedules of other words don't count. */
export async function unfinished(db: Db, words: readonly string[]): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from pgboss.job where state in ('created', 'retry', 'active') and (${says(words)})`,
  )
  return rows[0]?.n ?? 0
}

/** Deletes the finished jobs whose payload has one of these words. */
export async function forget(db: Db, words: readonly string[]): Promise<void> {
  await db.execute(sql`delete from pgboss.job where state not in ('created', 'retry', 'active') and (${says(words)})`)
}
