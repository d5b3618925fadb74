import { storableJson as json } from '@parlance/contract/lib/text'
import { sql } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { rows } from '../../../lib/db/sql.ts'
import type { ChannelRequest } from '../ports.ts'

const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`

/** The parts of a message in order, by the key of its first one. */
export const listParts = (
  db: Db,
  identityId: string,
  firstKey: string,
): Promise<{ id: number; state: string; error: string }[]> =>
  rows(
    db,
    sql`select id, state, error from channel_outbox where identity_id = ${identityId} and starts_with(key, ${firstKey.slice(0, -1)}) order by id`,
  )
/** Only what failed: nothing is sent twice at the same time. */
export async function queueAgain(
  db: Db,
  all: readonly { readonly id: number; readonly request: ChannelRequest }[],
  now: Date,
): Promise<void> {
  await db.execute(
    sql`update channel_outbox o set state = 'queued', attempts = 0, error = '', provider_id = '', next_at = ${moment(now)}, created_at = ${moment(now)},
      not_after = null, request = q.request
      from jsonb_to_recordset(${json([...all])}::jsonb) as q(id bigint, request jsonb) where o.id = q.id and o.state = 'failed'`,
  )
}
