import { DEFAULT_ENDPOINT, type DeliveryState } from '@parlance/contract/events/schemas'
import { HOUR_MS } from '@parlance/contract/lib/time'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../lib/db/pool.ts'
import { rows } from '../../lib/db/sql.ts'
import { msg } from '@parlance/i18n/messages'
import { storedMessage } from '../../lib/stored-message.ts'
import { LONGEST_LIFE } from './retries.ts'

const moment = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`

export interface NewDelivery {
  readonly id: string
  readonly workspaceId: string
  readonly type: string
  readonly body: string
  readonly endpoint: string
  readonly endpointId: string
  /** The same for all deliveries of one event. */
  readonly eventId: string
  readonly createdAt: Date
  readonly nextAt: Date
}

/** Ids that exist already are skipped, and so are endpoints that were deleted or stopped. */
export async function addDeliveries(db: Db, added: readonly NewDelivery[]): Promise<void> {
  for (const one of added)
    await db.execute(sql`insert into event_deliveries (id, workspace_id, type, body, endpoint, endpoint_id, event_id, state, created_at, next_at)
      select ${one.id}, uid, ${one.type}, ${one.body}, ${one.endpoint}, ${one.endpointId}, ${one.eventId}, 'waiting', ${moment(one.createdAt)}, ${moment(one.nextAt)}
      from workspaces where uid = ${one.workspaceId} and (${one.endpointId}::text = ${DEFAULT_ENDPOINT}::text or exists (
        select 1 from event_endpoints x where x.id = ${one.endpointId} and x.workspace_id = ${one.workspaceId}
          and x.enabled and x.stopped_at is null for share
      )) on conflict (id) do nothing`)
}

export interface Claimed {
  id: string
  workspace_id: string
  type: string
  body: string
  /** Including the current one. */
  attempts: number
  endpoint: string
  endpoint_id: string
  sealed: string
}

export interface ClaimLimits {
  readonly now: Date
  /** Claims are valid until then. */
  readonly leaseUntil: Date
  readonly most: number
  /** Maximum for an endpoint that `left` does not list. */
  readonly each: number
  /** Remaining slots of endpoints with attempts under way in this process. */
  readonly left: readonly { readonly workspaceId: string; readonly endpointId: string; readonly count: number }[]
}

const taken = sql`e.id, e.workspace_id, e.type, e.body, e.attempts, e.endpoint, e.endpoint_id,
  case when e.endpoint_id = ${DEFAULT_ENDPOINT} then w.sealed_events_secret else coalesce(x.sealed_secret, '') end as sealed`
const sentTo = sql`coalesce(nullif(case when e.endpoint_id = ${DEFAULT_ENDPOINT} then w.internal #>> '{events,endpoint}' else x.url end, ''), e.endpoint)`

/** Claims due deliveries. Rows locked by other nodes are skipped, so no two nodes claim the same one. */
export function claim(db: Db, { now, leaseUntil, most, each, left }: ClaimLimits): Promise<Claimed[]> {
  const known = JSON.stringify(left)
  return rows<Claimed>(
    db,
    sql`with due as (
        select d.id from (
          select id, workspace_id, endpoint_id, row_number() over (partition by workspace_id, endpoint_id order by next_at, id) as place
          from event_deliveries where state = 'waiting' and next_at <= ${moment(now)}
        ) d left join jsonb_to_recordset(${known}::jsonb) as b("workspaceId" text, "endpointId" text, count int)
          on b."workspaceId" = d.workspace_id and b."endpointId" = d.endpoint_id
        where d.place <= coalesce(b.count, ${each}::int) order by d.place limit ${most}
      ), free as (
        select id, workspace_id, endpoint_id from event_deliveries where id in (select id from due) and state = 'waiting' and next_at <= ${moment(now)}
        for update skip locked
      )
      update event_deliveries e set attempts = e.attempts + 1, next_at = ${moment(leaseUntil)}, claimed_at = ${moment(now)}, endpoint = ${sentTo}
      from free f join workspaces w on w.uid = f.workspace_id
        left join event_endpoints x on x.id = f.endpoint_id and x.workspace_id = f.workspace_id
      where e.id = f.id returning ${taken}`,
  )
}

export async function addClaimed(
  db: Db,
  one: Omit<NewDelivery, 'nextAt'>,
  leaseUntil: Date,
): Promise<Claimed | undefined> {
  await addDeliveries(db, [{ ...one, nextAt: leaseUntil }])
  const [found] = await rows<Claimed>(
    db,
    sql`update event_deliveries e set attempts = 1, claimed_at = ${moment(one.createdAt)}
      from workspaces w left join event_endpoints x on x.id = ${one.endpointId} and x.workspace_id = w.uid
      where e.id = ${one.id} and w.uid = e.workspace_id returning ${taken}`,
  )
  return found
}

export interface AttemptResult {
  readonly id: string
  readonly number: number
  readonly at: Date
  readonly durationMs: number
  readonly status: number
  readonly error: string
  readonly response: string
  readonly state: DeliveryState
  readonly nextAt: Date | undefined
  readonly endedAt: Date
}
/** Recorded for an attempt whose process ended before it stored a result. */
const BROKEN_OFF = storedMessage(msg('delivery_broken_off'))

/** Returns false if another process claimed the delivery meanwhile, or it was cancelled and not accepted. */
export async function recordAttempt(db: Db, tried: AttemptResult): Promise<boolean> {
  const { id, number, state, nextAt, endedAt } = tried
  const next = nextAt === undefined ? sql`null::timestamptz` : moment(nextAt)
  const changed = await rows<{ id: string }>(
    db,
    sql`update event_deliveries set state = ${state}, next_at = ${next}, last_status = ${tried.status}, last_error = ${tried.error},
        finished_at = ${state === 'waiting' ? sql`null::timestamptz` : moment(endedAt)}
      where id = ${id} and attempts = ${number} and (state = 'waiting' or (state = 'cancelled' and ${state} = 'delivered')) returning id`,
  )
  await db.execute(sql`insert into event_attempts (delivery_id, number, at, duration_ms, status, error)
    select id, n, ${moment(tried.at)}, 0, 0, ${BROKEN_OFF} from event_deliveries, generate_series(1, ${number - 1}::int) n where id = ${id}
    on conflict do nothing`)
  await db.execute(sql`insert into event_attempts (delivery_id, number, at, duration_ms, status, error, response)
    select id, ${number}, ${moment(tried.at)}, ${tried.durationMs}, ${tried.status}, ${tried.error}, ${tried.response}
    from event_deliveries where id = ${id} on conflict do nothing`)
  return changed.length > 0
}

/** Makes claimed deliveries of a dead process due again. Only safe while no other process runs. */
export const releaseAbandoned = (db: Db, now: Date) =>
  db.execute(sql`update event_deliveries d set next_at = ${moment(now)} where state = 'waiting'
    and attempts > (select count(*) from event_attempts a where a.delivery_id = d.id)`)

export const cancelWaiting = (db: Db, workspaceId: string, endpointId: string, now: Date) =>
  db.execute(
    sql`update event_deliveries set state = 'cancelled', next_at = null, finished_at = ${moment(now)}
      where workspace_id = ${workspaceId} and endpoint_id = ${endpointId} and state = 'waiting'`,
  )

/** Gives up deliveries that have waited since before `before`, except those being sent. Returns how many. */
export async function failWaiting(
  db: Db,
  { before, now, claimedBefore, limit }: { before: Date; now: Date; claimedBefore: Date; limit: number },
): Promise<number> {
  const reason = storedMessage(msg('delivery_waited_too_long', { hours: LONGEST_LIFE / HOUR_MS }))
  const failed = await rows(
    db,
    sql`update event_deliveries set state = 'failed', next_at = null, finished_at = ${moment(now)},
        last_error = coalesce(nullif(last_error, ''), ${reason})
      where id in (
        select id from event_deliveries where state = 'waiting' and created_at < ${moment(before)}
          and (claimed_at is null or claimed_at < ${moment(claimedBefore)}) limit ${limit} for update skip locked
      ) returning id`,
  )
  return failed.length
}

export const deleteOfConversations = (db: Db, workspaceId: string, conversationIds: readonly string[]) =>
  db.execute(
    sql`delete from event_deliveries where workspace_id = ${workspaceId} and body::jsonb #>> '{payload,conversationId}' = any(${sql.param([...conversationIds])}::text[])`,
  )

export async function deleteBefore(db: Db, before: Date, limit: number): Promise<number> {
  const gone = await rows(
    db,
    sql`delete from event_deliveries where id in (
      select id from event_deliveries where created_at < ${moment(before)} and state <> 'waiting' limit ${limit}) returning id`,
  )
  return gone.length
}
