// Finds and deletes personal data in payloads of jobs, including finished ones.
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/pool.ts'

const says = (words: readonly string[]): SQL =>
  sql.join(
    words.map((word) => sql`strpos(data::text, ${JSON.stringify(word).slice(1, -1)}) > 0`),
    sql` or `,
  )

export async function unfinished(db: Db, words: readonly string[]): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from pgboss.job where state in ('created', 'retry', 'active') and (${says(words)})`,
  )
  return rows[0]?.n ?? 0
}

export async function forget(db: Db, words: readonly string[]): Promise<void> {
  await db.execute(sql`delete from pgboss.job where state not in ('created', 'retry', 'active') and (${says(words)})`)
}
