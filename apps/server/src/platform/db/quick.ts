// Transactions of the hot path: statements follow each other on the wire without waiting, so one round trip carries several.
import type { PoolClient } from 'pg'
import { openDb, openPool, type Db, type Pool } from './pool.ts'

export interface QuickTx {
  readonly db: Db
  /** Begins the commit. It may stand among the last statements; after one that failed the database rolls back instead. */
  readonly commit: () => Promise<void>
}

export interface Quick {
  /**
   * Runs `work` in a transaction on a connection that pipelines: statements begun together are sent together and run in
   * their order.
   */
  readonly tx: <T>(work: (tx: QuickTx) => Promise<T>) => Promise<T>
  readonly close: () => Promise<void>
}

/** A small pool of its own: elsewhere statements are begun one after the other, and nothing would be gained. */
export function openQuick(
  url: string,
  options: { readonly max: number; readonly onIdleError?: (error: Error) => void },
): Quick {
  const pool: Pool = openPool(url, { ...options, applicationName: 'parlance-turns', pipeline: true })
  const handles = new WeakMap<PoolClient, Db>()
  const dbOf = (client: PoolClient): Db => {
    let db = handles.get(client)
    if (!db) handles.set(client, (db = openDb(client as unknown as Pool)))
    return db
  }
  return {
    async tx(work) {
      const client = await pool.connect()
      let broken: Error | undefined
      let committing: Promise<void> | undefined
      const commit = () => (committing ??= client.query('commit').then(checkCommitted))
      const begun = client.query('begin')
      try {
        const result = await work({ db: dbOf(client), commit })
        await Promise.all([begun, commit()])
        return result
      } catch (error) {
        // Whatever was sent has ended by then; a connection that cannot even roll back is thrown away.
        await Promise.allSettled([begun, committing])
        await client.query('rollback').catch((failed: Error) => (broken = failed))
        throw error
      } finally {
        client.release(broken)
      }
    },
    close: () => pool.end(),
  }
}

/** The database answers a commit of a failed transaction with ROLLBACK instead of an error. */
function checkCommitted({ command }: { command: string }): void {
  if (command !== 'COMMIT') throw new Error('the transaction was rolled back')
}
