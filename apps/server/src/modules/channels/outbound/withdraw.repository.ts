import { storableJson as json } from '@parlance/contract/lib/text'
import { sql } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { rows } from '../../../lib/db/sql.ts'

/**
 * Takes back what was not sent, by the keys of first parts. Returns those it took back; what is being sent is not sent
 * again.
 */
export const withdraw = (
  db: Db,
  all: readonly { readonly identityId: string; readonly outKey: string }[],
  reason: string,
  now: Date,
): Promise<{ identityId: string; outKey: string }[]> =>
  rows(
    db,
    sql`with asked as (
        select o.id, o.identity_id, o.key, o.state
        from jsonb_to_recordset(${json([...all])}::jsonb) as r("identityId" text, "outKey" text)
        join channel_outbox o on o.identity_id = r."identityId" and o.key = r."outKey" for update of o
      ), ended as (
        update channel_outbox o set state = 'failed', error = ${reason}, request = '{}'::jsonb from asked
        where asked.state = 'queued' and o.identity_id = asked.identity_id and o.state = 'queued'
          and starts_with(o.key, left(asked.key, -1))
      ), under_way as (
        update channel_outbox o set not_after = ${now.toISOString()}::timestamptz from asked where o.id = asked.id and asked.state = 'sending'
      )
      select identity_id as "identityId", key as "outKey" from asked where state = 'queued'`,
  )
