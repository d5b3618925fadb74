// Jobs for a region that this process does not serve: kept in the identity database until a process that serves it
// picks them up.
import type { Region } from '@parlance/contract/lib/regions'
import { sql } from 'drizzle-orm'
import type { Db, Pool } from '../db/pool.ts'
import type { Logger } from '../log.ts'
import type { Jobs } from './jobs.ts'

export interface Outbox {
  readonly put: (region: Region, job: string, data: Readonly<Record<string, unknown>>) => Promise<void>
  /** Moves jobs for these regions to their queues, now and every few seconds. Returns a function that stops it. */
  readonly carry: (jobs: ReadonlyMap<Region, Jobs>) => () => Promise<void>
}

/** In a transaction of the identity database, also for served regions: the job exists exactly if the transaction commits. */
export const putIn = (db: Db, region: Region, job: string, data: Readonly<Record<string, unknown>>) =>
  db.execute(sql`insert into outbox (region, job, data) values (${region}, ${job}, ${JSON.stringify(data)}::jsonb)`)

const EVERY_MS = 3000
const BATCH = 100

export function createOutbox(pool: Pool, log: Logger): Outbox {
  /** Row by row under a lock shared by nodes; if deleting the row fails after enqueueing, the job runs twice. */
  const deliver = async (jobs: ReadonlyMap<Region, Jobs>): Promise<number> => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const { rows } = await client.query<{ id: string; region: Region; job: string; data: Record<string, unknown> }>(
        'select id, region, job, data from outbox where region = any($1) order by id limit $2 for update skip locked',
        [[...jobs.keys()], BATCH],
      )
      for (const { region, job, data } of rows) await jobs.get(region)?.enqueue(job, data)
      await client.query('delete from outbox where id = any($1::bigint[])', [rows.map(({ id }) => id)])
      await client.query('commit')
      client.release()
      return rows.length
    } catch (error) {
      // Closes the connection, which ends the transaction in any state.
      client.release(true)
      throw error
    }
  }

  return {
    async put(region, job, data) {
      await pool.query('insert into outbox (region, job, data) values ($1, $2, $3)', [region, job, data])
    },
    carry(jobs) {
      let stopped = false
      let running: Promise<void> | undefined
      const round = async () => {
        try {
          while (!stopped && (await deliver(jobs)) === BATCH);
        } catch (error) {
          log.warn({ err: error }, 'claiming outbox jobs of other processes failed; trying again')
        }
      }
      const beat = () => void (running ??= round().finally(() => (running = undefined)))
      const timer = setInterval(beat, EVERY_MS)
      timer.unref()
      beat()
      return async () => {
        stopped = true
        clearInterval(timer)
        await running
      }
    },
  }
}
