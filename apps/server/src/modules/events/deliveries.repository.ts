// SQL that lists and replays deliveries, and finds failures to mail about.
import {
  DEFAULT_ENDPOINT,
  type DeliveryFilter,
  type DeliveryState,
  type SentEventName,
} from '@parlance/contract/events/schemas'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../lib/db/pool.ts'
import { likePattern, rows } from '../../lib/db/sql.ts'

const moment = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`

export interface EndpointKey {
  readonly workspaceId: string
  readonly endpointId: string
}

export interface DeliveryRow {
  id: string
  type: SentEventName
  state: DeliveryState
  attempts: number
  created_at: Date | string
  next_at: Date | string | null
  finished_at: Date | string | null
  last_status: number
  last_error: string
  replay_of: string
  endpoint: string
  endpoint_id: string
  event_id: string
}
export interface DeliveryWithBody extends DeliveryRow {
  body: string
}

const listed = sql`id, type, state, attempts, created_at, next_at, finished_at, last_status, last_error, replay_of, endpoint, endpoint_id, event_id`

export interface ListQuery {
  readonly workspaceId: string
  readonly state?: DeliveryFilter | undefined
  readonly type?: SentEventName | undefined
  readonly endpointId?: string | undefined
  readonly search?: string | undefined
  readonly after?: readonly [at: Date, id: string] | undefined
  readonly limit: number
}

/** Not before a try has ended, so that a first try shows no error. */
const retrying = sql`state = 'waiting' and attempts > 0 and last_error <> ''`
const filtered = (state: DeliveryFilter): SQL => {
  if (state === 'retrying') return retrying
  return state === 'undelivered' ? sql`(state in ('failed', 'cancelled') or (${retrying}))` : sql`state = ${state}`
}

/** Returns up to `limit` + 1 rows; the extra one means that there is a next page. */
export function list(
  db: Db,
  { workspaceId, state, type, endpointId, search, after, limit }: ListQuery,
): Promise<DeliveryRow[]> {
  const like = likePattern(search ?? '')
  return rows(
    db,
    sql`select ${listed} from event_deliveries where workspace_id = ${workspaceId}
      ${state === undefined ? sql`` : sql`and ${filtered(state)}`}
      ${type === undefined ? sql`` : sql`and type = ${type}`}
      ${endpointId === undefined ? sql`` : sql`and endpoint_id = ${endpointId}`}
      ${search === undefined || search === '' ? sql`` : sql`and (id ilike ${like} or body ilike ${like})`}
      ${after === undefined ? sql`` : sql`and (created_at, id) < (${moment(after[0])}, ${after[1]})`}
      order by created_at desc, id desc limit ${limit + 1}`,
  )
}

export async function find(db: Db, workspaceId: string, id: string): Promise<DeliveryWithBody | undefined> {
  return (
    await rows<DeliveryWithBody>(
      db,
      sql`select ${listed}, body from event_deliveries where id = ${id} and workspace_id = ${workspaceId}`,
    )
  )[0]
}

export interface AttemptRow {
  number: number
  at: Date | string
  duration_ms: number
  status: number
  error: string
  response: string
}
export const attemptsOf = (db: Db, id: string): Promise<AttemptRow[]> =>
  rows(
    db,
    sql`select number, at, duration_ms, status, error, response from event_attempts where delivery_id = ${id} order by number`,
  )

/** Serializes replays of a workspace until the transaction ends, so that each sees what the one before added. */
export async function lockReplays(db: Db, workspaceId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`replays:${workspaceId}`}, 0))`)
}

/** Longer than retries go on: what failed since then was created at most this much earlier. */
const RETRIES = sql`interval '10 days'`

/** The last delivery of each event that failed since then, oldest first, locked. The caller holds `lockReplays`. */
export async function lockFailed(
  db: Db,
  workspaceId: string,
  {
    endpointIds,
    since,
    limit,
  }: { readonly endpointIds: readonly string[]; readonly since: Date; readonly limit: number },
): Promise<string[]> {
  const created = sql`${moment(since)} - ${RETRIES}`
  const found = await rows<{ id: string }>(
    db,
    sql`with recursive up as (
        select id, replay_of as root, 1 as step from event_deliveries
          where workspace_id = ${workspaceId} and created_at >= ${created} and replay_of <> ''
        union all
        select up.id, p.replay_of, up.step + 1 from up
          join event_deliveries p on p.id = up.root and p.workspace_id = ${workspaceId} where p.replay_of <> ''
      ), replays as (select distinct on (id) id, root from up order by id, step desc)
      select d.id from event_deliveries d left join replays m on m.id = d.id
      where d.workspace_id = ${workspaceId} and d.state = 'failed' and d.created_at >= ${created}
        and d.finished_at >= ${moment(since)} and d.type <> 'webhook_test'
        and d.endpoint_id = any(${sql.param([...endpointIds])}::text[])
        and not exists (select 1 from replays o join event_deliveries r on r.id = o.id
          where o.root = coalesce(m.root, d.id) and r.id <> d.id
            and (r.state = 'waiting' or r.replay_of = d.id or (r.created_at, r.id) > (d.created_at, d.id)))
      order by d.created_at, d.id limit ${limit} for update of d skip locked`,
  )
  return found.map(({ id }) => id)
}

export async function lock(db: Db, workspaceId: string, id: string): Promise<DeliveryRow | undefined> {
  return (
    await rows<DeliveryRow>(
      db,
      sql`select ${listed} from event_deliveries where id = ${id} and workspace_id = ${workspaceId} for update`,
    )
  )[0]
}
/** Ids of the delivery, of the ones it replays and of all replays of those, through any number of steps. */
async function replayChainOf(db: Db, workspaceId: string, id: string): Promise<string[]> {
  // The original may be deleted already; its replays still hold its id.
  const family = await rows<{ id: string }>(
    db,
    sql`with recursive up as (
        select id, replay_of, 1 as step from event_deliveries where id = ${id} and workspace_id = ${workspaceId}
        union all
        select p.id, p.replay_of, up.step + 1 from up
          join event_deliveries p on p.id = up.replay_of and p.workspace_id = ${workspaceId}
      ), down as (
        (select coalesce(nullif(replay_of, ''), id) as id from up order by step desc limit 1)
        union
        select r.id from down join event_deliveries r on r.replay_of = down.id and r.workspace_id = ${workspaceId}
      ) select id from down`,
  )
  return family.map((one) => one.id)
}

/** All deliveries of the same event as this one, oldest first; empty for an unknown id. */
export async function listOfEvent(db: Db, workspaceId: string, id: string): Promise<DeliveryWithBody[]> {
  const ids = sql.param(await replayChainOf(db, workspaceId, id))
  return rows<DeliveryWithBody>(
    db,
    sql`select ${listed}, body from event_deliveries where workspace_id = ${workspaceId} and (id = any(${ids}::text[])
        or event_id in (select event_id from event_deliveries where workspace_id = ${workspaceId} and id = any(${ids}::text[]) and event_id <> ''))
      order by replay_of <> '', created_at, endpoint_id <> ${DEFAULT_ENDPOINT}, id`,
  )
}

/** The waiting delivery of the replay chain, locked as by `lock`. The caller holds `lockReplays`. */
export async function lockWaitingOf(db: Db, workspaceId: string, id: string): Promise<DeliveryRow | undefined> {
  const ids = await replayChainOf(db, workspaceId, id)
  return (
    await rows<DeliveryRow>(
      db,
      sql`select ${listed} from event_deliveries where workspace_id = ${workspaceId}
        and id = any(${sql.param(ids)}::text[]) and state = 'waiting' order by created_at, id limit 1 for update`,
    )
  )[0]
}
/** Locks deliveries that wait for a retry. Rows locked by others are skipped: they are being claimed or were just attempted. */
export async function lockRetrying(db: Db, workspaceId: string, endpointIds: readonly string[]): Promise<string[]> {
  const found = await rows<{ id: string }>(
    db,
    sql`select id from event_deliveries where workspace_id = ${workspaceId}
      and endpoint_id = any(${sql.param([...endpointIds])}::text[]) and ${retrying} order by id for update skip locked`,
  )
  return found.map(({ id }) => id)
}

/** Makes locked deliveries due now and returns how many, except those under way or never attempted. */
export async function makeDue(db: Db, workspaceId: string, ids: readonly string[], now: Date): Promise<number> {
  const hurried = await rows(
    db,
    sql`update event_deliveries d set next_at = least(next_at, ${moment(now)}) where workspace_id = ${workspaceId}
      and id = any(${sql.param([...ids])}::text[]) and state = 'waiting' and attempts > 0
      and attempts = (select count(*) from event_attempts a where a.delivery_id = d.id) returning id`,
  )
  return hurried.length
}

/** Sends the same bodies again to the current URLs of the same endpoints, under new ids. */
export async function addReplays(
  db: Db,
  workspaceId: string,
  pairs: readonly { readonly id: string; readonly of: string }[],
  to: { readonly endpoints: readonly { readonly id: string; readonly endpoint: string }[]; readonly now: Date },
): Promise<DeliveryRow[]> {
  const endpoints = JSON.stringify(to.endpoints.map(({ id, endpoint }) => ({ id, endpoint })))
  return rows(
    db,
    sql`insert into event_deliveries (id, workspace_id, type, body, endpoint, endpoint_id, event_id, state, created_at, next_at, replay_of)
      select r.id, d.workspace_id, d.type, d.body, e.endpoint, e.id, coalesce(nullif(d.event_id, ''), nullif(d.replay_of, ''), d.id),
        'waiting', ${moment(to.now)}, ${moment(to.now)}, d.id
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as r(id text, "of" text)
      join event_deliveries d on d.id = r."of" and d.workspace_id = ${workspaceId}
      join jsonb_to_recordset(${endpoints}::jsonb) as e(id text, endpoint text) on e.id = d.endpoint_id returning ${listed}`,
  )
}

/** An attempt that ended after this time and was not accepted. */
const failedSince = (since: SQL) =>
  sql`(a.status < 200 or a.status > 299) and a.at + make_interval(secs => a.duration_ms / 1000.0) > ${since}`
/** Test events are not mailed about. */
const mailed = sql`d.type <> 'webhook_test' and d.attempts > 0`

export interface FailureRow {
  type: string
  at: Date | string
  reason: string
  attempts: number
  endpoint: string
  total: number
}
/** Deliveries with a failed attempt since then, each with its last such attempt, newest first. */
export const failuresSince = (
  db: Db,
  { workspaceId, endpointId }: EndpointKey,
  since: Date,
  limit: number,
): Promise<FailureRow[]> =>
  rows(
    db,
    sql`select d.type, a.at, a.error as reason, d.attempts, d.endpoint, (count(*) over ())::int as total
      from event_deliveries d join lateral (
        select a.at, a.error from event_attempts a where a.delivery_id = d.id and ${failedSince(moment(since))} order by a.number desc limit 1
      ) a on true
      where d.workspace_id = ${workspaceId} and d.endpoint_id = ${endpointId} and ${mailed} order by a.at desc limit ${limit}`,
  )

/** Endpoints with failures since their last mail, which went out before `before`. */
export const endpointsDueForMail = (db: Db, before: Date): Promise<EndpointKey[]> =>
  rows(
    db,
    sql`select m.workspace_id as "workspaceId", m.endpoint_id as "endpointId" from (
        select uid as workspace_id, ${DEFAULT_ENDPOINT}::text as endpoint_id, events_mailed_at as at from workspaces where events_mailed_at <= ${moment(before)}
        union all
        select workspace_id, id, mailed_at from event_endpoints where mailed_at <= ${moment(before)}
      ) m where exists (
      select 1 from event_deliveries d join event_attempts a on a.delivery_id = d.id
      where d.workspace_id = m.workspace_id and d.endpoint_id = m.endpoint_id
        and d.created_at > m.at - interval '4 days' and ${mailed} and ${failedSince(sql`m.at`)})`,
  )
