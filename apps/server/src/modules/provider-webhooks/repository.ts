import { sql } from 'drizzle-orm'
import type { Db } from '../../lib/db/pool.ts'
import { rows } from '../../lib/db/sql.ts'
import { RECEIPT } from '../../lib/http/provider-webhook.ts'

const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`

export interface NewDelivery {
  readonly provider: string
  readonly account: string
  readonly deliveryId: string
  readonly workspaceId: string
  readonly connectionId: string
  readonly body: Buffer
}

/** Returns the sequence numbers of new deliveries; repeats are counted. Keys must be unique. */
export async function insertDeliveries(db: Db, deliveries: readonly NewDelivery[], now: Date): Promise<number[]> {
  const values = deliveries.map(
    (one) =>
      sql`(${one.provider}, ${one.account}, ${one.deliveryId}, ${one.workspaceId}, ${one.connectionId}, ${one.body}::bytea, ${moment(now)})`,
  )
  const stored = await rows<{ seq: number; fresh: boolean }>(
    db,
    sql`insert into inbound_deliveries (provider, account, delivery_id, workspace_id, connection_id, body, received_at)
      values ${sql.join(values, sql`, `)}
      on conflict (provider, account, delivery_id) do update set repeats = inbound_deliveries.repeats + 1
      returning seq, (xmax = 0) as fresh`,
  )
  return stored.filter(({ fresh }) => fresh).map(({ seq }) => seq)
}

export interface StoredDelivery {
  readonly seq: number
  readonly provider: string
  readonly account: string
  readonly delivery_id: string
  readonly workspace_id: string
  readonly connection_id: string
  readonly body: Buffer
  readonly received_at: Date | string
}

export const listWaiting = (db: Db, seqs: readonly number[]): Promise<StoredDelivery[]> =>
  rows(
    db,
    sql`select seq, provider, account, delivery_id, workspace_id, connection_id, body, received_at from inbound_deliveries
      where seq = any(${sql.param([...seqs])}::bigint[]) and state = 'received' and body is not null order by seq`,
  )

export async function markIgnored(db: Db, seq: number, now: Date, note: string): Promise<void> {
  await db.execute(
    sql`update inbound_deliveries set state = 'handled', body = null, error = ${note}, attempts = attempts + 1, handled_at = ${moment(now)} where seq = ${seq}`,
  )
}
export async function markHandled(db: Db, seqs: readonly number[], now: Date, note = ''): Promise<void> {
  await db.execute(
    sql`update inbound_deliveries set state = 'handled', body = null, error = ${note}, attempts = attempts + 1, handled_at = ${moment(now)} where seq = any(${sql.param([...seqs])}::bigint[]) and state <> 'handled'`,
  )
}
export async function markTried(db: Db, seq: number, error: string): Promise<void> {
  await db.execute(sql`update inbound_deliveries set attempts = attempts + 1, error = ${error} where seq = ${seq}`)
}
export async function markFailed(db: Db, seqs: readonly number[], now: Date): Promise<void> {
  await db.execute(
    sql`update inbound_deliveries set state = 'failed', body = null, handled_at = ${moment(now)} where seq = any(${sql.param([...seqs])}::bigint[]) and state = 'received'`,
  )
}

export async function countRefusal(
  db: Db,
  { provider, account, reason }: { readonly provider: string; readonly account: string; readonly reason: string },
  now: Date,
): Promise<void> {
  await db.execute(
    sql`insert into inbound_refusals (provider, account, reason, hour, last_at)
      values (${provider}, ${account}, ${reason}, date_trunc('hour', ${moment(now)}), ${moment(now)})
      on conflict (provider, account, reason, hour) do update set count = inbound_refusals.count + 1, last_at = excluded.last_at`,
  )
}

export interface LogRow {
  readonly at: Date | string
  readonly state: string
  readonly error: string
  readonly count: number
}

export const listLog = (
  db: Db,
  {
    provider,
    account,
    workspaceId,
  }: { readonly provider: string; readonly account: string; readonly workspaceId: string },
  limit: number,
): Promise<LogRow[]> =>
  rows(
    db,
    sql`select * from (
        (select received_at as at, state, error, repeats + 1 as count from inbound_deliveries
          where provider = ${provider} and account = ${account} and workspace_id = ${workspaceId} and error <> ${RECEIPT} order by received_at desc limit ${limit})
        union all
        (select last_at as at, 'refused' as state, reason as error, count from inbound_refusals
          where provider = ${provider} and account = ${account} order by last_at desc limit ${limit})
      ) log order by at desc limit ${limit}`,
  )

export async function deleteBefore(db: Db, before: Date): Promise<void> {
  await db.execute(sql`delete from inbound_deliveries where received_at < ${moment(before)}`)
  await db.execute(sql`delete from inbound_refusals where hour < ${moment(before)}`)
}
export async function deleteWorkspace(db: Db, workspaceId: string): Promise<void> {
  await db.execute(sql`delete from inbound_deliveries where workspace_id = ${workspaceId}`)
}
