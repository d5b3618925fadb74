import { storableJson as json } from '@parlance/contract/lib/text'
import { sql } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { rows } from '../../../lib/db/sql.ts'

/** A group that was answered in two threads: each takes the other's conversation, so that the older one goes on. */
export async function swapConversations(db: Db, connectionId: string, from: string, to: string): Promise<void> {
  await db.execute(
    sql`update external_identities one set conversation_id = other.conversation_id, form = other.form
      from external_identities other, external_identities older
      where one.connection_id = ${connectionId} and other.connection_id = ${connectionId} and older.connection_id = ${connectionId}
        and older.thread = ${from} and older.conversation_id is not null
        and ((one.thread = ${from} and other.thread = ${to}) or (one.thread = ${to} and other.thread = ${from}))`,
  )
}

export async function hasInbound(db: Db, connectionId: string, externalId: string): Promise<boolean> {
  const found = await rows(
    db,
    sql`select 1 from channel_inbound where connection_id = ${connectionId} and external_id = ${externalId}`,
  )
  return found.length > 0
}
export interface SaidRow {
  readonly batch: string
  /** Where the message is in the text of its batch, and how long; null for all of it. */
  readonly place: readonly [at: number, length: number] | null
}
/** A handled message; undefined for others. */
export async function findSaid(db: Db, identityId: string, externalId: string): Promise<SaidRow | undefined> {
  return (
    await rows<SaidRow>(
      db,
      sql`select batch, body -> 'place' as place from channel_inbound
        where identity_id = ${identityId} and external_id = ${externalId} and batch is not null and done_at is not null`,
    )
  )[0]
}
/** Where each message of a batch is in the batch's text. */
export async function setPlaces(
  db: Db,
  all: readonly { readonly id: number; readonly at: number; readonly length: number }[],
): Promise<void> {
  await db.execute(
    sql`update channel_inbound c set body = jsonb_set(c.body, '{place}', jsonb_build_array(p.at, p.length))
      from jsonb_to_recordset(${json([...all])}::jsonb) as p(id bigint, at int, length int) where c.id = p.id and c.done_at is null`,
  )
}
/** A message of a batch has another length now, which moves those after it. */
export async function resizePlace(
  db: Db,
  given: { identityId: string; batch: string; at: number; length: number; by: number },
): Promise<void> {
  const { identityId, batch, at, length, by } = given
  await db.execute(
    sql`update channel_inbound set body = jsonb_set(body, '{place}', case when (body -> 'place' ->> 0)::int = ${at}
        then jsonb_build_array(${at}::int, ${length}::int) else jsonb_build_array((body -> 'place' ->> 0)::int + ${by}::int, body -> 'place' -> 1) end)
      where identity_id = ${identityId} and batch = ${batch} and (body -> 'place' ->> 0)::int >= ${at}`,
  )
}
/** An edit that is answered is said again, in another batch. */
export async function saidAgain(
  db: Db,
  given: { identityId: string; externalId: string; batch: string; place: SaidRow['place'] & object },
): Promise<void> {
  const { identityId, externalId, batch, place } = given
  await db.execute(
    sql`update channel_inbound set batch = ${batch}, body = ${json({ place })}::jsonb
      where identity_id = ${identityId} and external_id = ${externalId} and done_at is not null`,
  )
}
