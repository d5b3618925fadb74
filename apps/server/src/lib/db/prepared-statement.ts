// Named statements for hot paths: each connection parses and plans them once, which costs more than running them.
import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Db } from './pool.ts'

const dialect = new PgDialect()

/**
 * `query` must have the same text at every call with `name`, except for parameters. Works on a pool and in a transaction.
 */
export async function runPrepared<Row>(db: Db, name: string, query: SQL): Promise<Row[]> {
  const { sql, params } = dialect.sqlToQuery(query)
  const rows: unknown = await db._.session.prepareQuery({ sql, params }, 'objects', name).execute()
  return rows as Row[]
}
