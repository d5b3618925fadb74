// Pipelined transactions for the hot path: several statements per round trip.
import type { PoolClient } from 'pg'
import { trackCommit } from './after-commit.ts'
import { openDb, openPool, PG, pgError, type Db, type Pool } from './pool.ts'

export interface PipelinedTx {
  readonly db: Db
  /** Starts the commit. It may be sent with the last statements; if one of them fails, the database rolls back. */
  readonly commit: () => Promise<void>
}

export interface PipelinedTransactions {
  /** Runs `work` in a transaction: statements started together are sent together and run in order. */
  readonly tx: <T>(work: (tx: PipelinedTx) => Promise<T>) => Promise<T>
  readonly close: () => Promise<void>
}

interface Connection {
  readonly db: Db
  failure: unknown
}

/** A small separate pool: elsewhere statements depend on each other, so pipelining gains nothing. */
export function openPipelinedTransactions(
  url: string,
  options: { readonly max: number; readonly onIdleError?: (error: Error) => void },
): PipelinedTransactions {
  const pool: Pool = openPool(url, { ...options, applicationName: 'parlance-turns', pipeline: true })
  const connections = new WeakMap<PoolClient, Connection>()
  const connectionOf = (client: PoolClient): Connection => {
    const known = connections.get(client)
    if (known) return known
    const connection: Connection = {
      db: openDb(recordFailures(client, (error) => (connection.failure ??= error))),
      failure: undefined,
    }
    connections.set(client, connection)
    return connection
  }
  return {
    async tx(work) {
      const client = await pool.connect()
      const connection = connectionOf(client)
      connection.failure = undefined
      const committed = trackCommit(connection.db)
      let broken: Error | undefined
      let committing: Promise<void> | undefined
      const commit = () => (committing ??= client.query('commit').then(checkCommitted))
      const begun = client.query('begin')
      try {
        const result = await work({ db: connection.db, commit })
        await Promise.all([begun, commit()])
        committed()
        return result
      } catch (error) {
        // All sent statements have ended by then; a connection that cannot roll back is discarded.
        await Promise.allSettled([begun, committing])
        await client.query('rollback').catch((failed: Error) => (broken = failed))
        throw isAftermath(error) ? (connection.failure ?? error) : error
      } finally {
        client.release(broken)
      }
    },
    close: () => pool.end(),
  }
}

/** The client for drizzle, reporting every statement that fails. */
function recordFailures(client: PoolClient, report: (error: unknown) => void): Pool {
  const send = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
  const query = (...args: unknown[]) => {
    const sent = send(...args)
    sent.catch(report)
    return sent
  }
  return { query } as unknown as Pool
}

class RolledBack extends Error {
  constructor() {
    super('the transaction was rolled back')
  }
}

/** A consequence of an earlier error, which may arrive first because the original passes through drizzle. */
const isAftermath = (error: unknown): boolean =>
  error instanceof RolledBack || pgError(error)?.code === PG.inFailedTransaction

/** The database answers a commit of a failed transaction with ROLLBACK instead of an error. */
function checkCommitted({ command }: { command: string }): void {
  if (command !== 'COMMIT') throw new RolledBack()
}
