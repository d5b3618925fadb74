// Owns how the server talks SQL: the tuned pg pool, the drizzle handle on it, transactions, and reading database errors.
import { drizzle } from 'drizzle-orm/node-postgres'
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgAsyncDatabase } from 'drizzle-orm/pg-core'
import type { AnyRelations, EmptyRelations } from 'drizzle-orm/relations'
import { Client, Pool as PgPool, types } from 'pg'

export type Pool = PgPool

export type Db<R extends AnyRelations = EmptyRelations> = PgAsyncDatabase<NodePgQueryResultHKT, R>

export type PoolOptions = {
  max: number
  applicationName: string
  /** Sends statements without waiting for earlier ones; see pipelined-transaction.ts. */
  pipeline?: boolean
  /** Longest a statement may run, in milliseconds; 30,000 when absent, 0 for no limit. */
  statementTimeoutMs?: number
  /** How long an answer may take beyond that limit before the connection counts as lost; 10,000 when absent. */
  answerMs?: number
  /** Called when an idle connection breaks. The pool replaces it. */
  onIdleError?: (error: Error) => void
}

// int8 arrives as text. Counters and milli-credits fit a number; larger values stay text rather than losing digits. Set
// process-wide, because drizzle reads pg's own table of parsers.
types.setTypeParser(types.builtins.INT8, (value) => {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
})

/** A pool that outlives restarts of its database: broken connections are dropped, never thrown out of the process. */
export function openPool(url: string, options: PoolOptions): Pool {
  const { statementTimeoutMs = 30_000, answerMs = 10_000 } = options
  const pool = new PgPool({
    connectionString: url,
    max: options.max,
    application_name: options.applicationName,
    statement_timeout: statementTimeoutMs,
    ...(statementTimeoutMs > 0 ? { query_timeout: statementTimeoutMs + answerMs } : {}),
    idle_in_transaction_session_timeout: 60_000,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(options.pipeline ? { pipeline: true } : {}),
  })
  pool.on('error', (error) => options.onIdleError?.(error))
  // A broken connection in use fails its statements; without a listener, the event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  // Drizzle returns a connection whose `begin` had no answer; the next transaction would wait for it once more.
  if (!options.pipeline)
    pool.on('release', (_error, client) => {
      if (hasActiveQuery(client)) void client.end()
    })
  return pool
}

/** True while a query of the client has no answer; pg has no public name for it. */
const hasActiveQuery = (client: object) =>
  '_getActiveQuery' in client && typeof client._getActiveQuery === 'function' && Boolean(client._getActiveQuery())

/** A connection outside the pool, on which statements may take as long as they need. The caller ends it. */
export async function connectWithoutLimit(pool: Pool): Promise<Client> {
  const client = new Client({ ...pool.options, query_timeout: 0 })
  client.on('error', () => undefined)
  await client.connect()
  await client.query('set statement_timeout = 0')
  return client
}

/** The drizzle handle on a pool. Parameter values stay out of error texts, because they hold people's data. */
export function openDb(pool: Pool): Db
export function openDb<R extends AnyRelations>(pool: Pool, relations: R): Db<R>
export function openDb<R extends AnyRelations>(pool: Pool, relations?: R) {
  return drizzle({ client: pool, paramsInErrors: false, ...(relations ? { relations } : {}) })
}

export type TxOptions = {
  isolationLevel?: 'read committed' | 'repeatable read' | 'serializable'
  accessMode?: 'read only' | 'read write'
}

/** Runs `fn` in a transaction, or in a savepoint when `db` already is one. A throw rolls back and is passed on. */
export function inTx<T, R extends AnyRelations>(
  db: Db<R>,
  fn: (tx: Db<R>) => Promise<T>,
  options?: TxOptions,
): Promise<T> {
  return db.transaction(fn, options)
}

export type PgErrorInfo = {
  /** SQLSTATE, for example '23505'. */
  code: string
  constraint: string | undefined
  detail: string | undefined
}

export const PG = {
  uniqueViolation: '23505',
  foreignKeyViolation: '23503',
  checkViolation: '23514',
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  inFailedTransaction: '25P02',
  queryCanceled: '57014',
  invalidText: '22P02',
  invalidByteSequence: '22021',
} as const

/** The database's error details, whether pg threw it or drizzle wrapped it; undefined for other errors. */
export function pgError(error: unknown): PgErrorInfo | undefined {
  for (let e = error; e instanceof Error; e = e.cause) {
    if (!('code' in e) || !('severity' in e) || typeof e.code !== 'string') continue
    return { code: e.code, constraint: text(e, 'constraint'), detail: text(e, 'detail') }
  }
  return undefined
}

function text(from: object, key: string): string | undefined {
  const value: unknown = Reflect.get(from, key)
  return typeof value === 'string' ? value : undefined
}
