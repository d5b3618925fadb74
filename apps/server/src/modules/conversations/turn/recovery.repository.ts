// SQL of turns whose node is gone.
import { sql } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { LEASE_SECONDS, rows, STORED_TURN, type StoredTurn } from './repository.ts'

/** Takes over turns whose node is gone: those with an ended lease, or all when this process owns the database alone. */
export async function takeOrphans(db: Db, node: string, now: Date, everything: boolean): Promise<StoredTurn[]> {
  const lease = new Date(now.getTime() + LEASE_SECONDS * 1000).toISOString()
  return rows<StoredTurn>(
    db,
    sql`update turns set node = ${node}, lease_until = ${lease}::timestamptz
      where id in (select id from turns where status = 'running' and ((${everything} and node <> ${node}) or lease_until < ${now.toISOString()}::timestamptz) limit 500 for update skip locked)
      returning ${STORED_TURN}`,
  )
}

export async function assertAnswering(db: Db): Promise<void> {
  await db.execute(sql`select 1`)
}

/** Chunks of turns that are over or gone, left behind where a process or a conversation ended at the wrong moment. */
export async function deleteLostChunks(db: Db): Promise<void> {
  await db.execute(
    sql`delete from turn_chunks c where not exists (select 1 from turns t where t.id = c.turn_id and t.status = 'running')`,
  )
}
