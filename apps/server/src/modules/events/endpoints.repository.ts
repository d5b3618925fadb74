// SQL of webhook endpoints. The default one is stored in its workspace, further ones in a table; both are read the same way.
import { DEFAULT_ENDPOINT } from '@parlance/contract/events/schemas'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../lib/db/pool.ts'
import { rows } from '../../lib/db/sql.ts'

const moment = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`

export interface EndpointRow {
  id: string
  workspace_id: string
  workspace_name: string
  endpoint: string
  name: string
  subscribed_events: unknown
  subscribed_since: unknown
  enabled: boolean
  stopped_at: string | null
  /** Empty until the first secret is created. */
  sealed: string
}

/** The default endpoint of a workspace, set or not, then the others, oldest first; nothing for an unknown workspace. */
export const listEndpoints = (db: Db, uid: string): Promise<EndpointRow[]> =>
  rows(
    db,
    sql`select ${DEFAULT_ENDPOINT}::text as id, uid as workspace_id, workspace_name,
        coalesce(internal #>> '{events,endpoint}', '') as endpoint, coalesce(internal #>> '{events,name}', '') as name,
        internal #> '{events,subscribedEvents}' as subscribed_events, internal #> '{events,subscribedSince}' as subscribed_since,
        internal #> '{events,enabled}' is distinct from 'false'::jsonb as enabled,
        nullif(internal #>> '{events,stoppedAt}', '') as stopped_at, sealed_events_secret as sealed, null::timestamptz as created_at
      from workspaces where uid = ${uid}
      union all
      select e.id, e.workspace_id, w.workspace_name, e.url, e.name, e.subscribed_events, e.subscribed_since, e.enabled,
        to_char(e.stopped_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), e.sealed_secret, e.created_at
      from event_endpoints e join workspaces w on w.uid = e.workspace_id where e.workspace_id = ${uid}
      order by created_at nulls first, id`,
  )

export interface SavedEndpoint {
  readonly id: string
  readonly endpoint: string
  readonly name: string
  readonly subscribedEvents: readonly string[]
  readonly subscribedSince: Readonly<Record<string, number>>
  readonly enabled: boolean
  readonly stoppedAt: string | null
}

/** The caller holds the lock of the workspace. */
export async function saveEndpoint(db: Db, uid: string, { id, ...saved }: SavedEndpoint): Promise<void> {
  const { endpoint, name, subscribedEvents, subscribedSince, enabled, stoppedAt } = saved
  await db.execute(
    id === DEFAULT_ENDPOINT
      ? sql`update workspaces set internal = jsonb_set(internal, '{events}', ${JSON.stringify(saved)}::jsonb) where uid = ${uid}`
      : sql`update event_endpoints set url = ${endpoint}, name = ${name}, subscribed_events = ${JSON.stringify(subscribedEvents)}::jsonb,
          subscribed_since = ${JSON.stringify(subscribedSince)}::jsonb,
          enabled = ${enabled}, stopped_at = ${stoppedAt}::timestamptz where id = ${id} and workspace_id = ${uid}`,
  )
}

export async function addEndpoint(
  db: Db,
  uid: string,
  {
    id,
    endpoint,
    name,
    subscribedEvents,
    subscribedSince,
    sealed,
    now,
  }: SavedEndpoint & { readonly sealed: string; readonly now: Date },
): Promise<void> {
  await db.execute(sql`insert into event_endpoints (id, workspace_id, url, name, subscribed_events, subscribed_since, sealed_secret, created_at)
    values (${id}, ${uid}, ${endpoint}, ${name}, ${JSON.stringify(subscribedEvents)}::jsonb, ${JSON.stringify(subscribedSince)}::jsonb, ${sealed}, ${moment(now)})`)
}

export async function saveSecret(db: Db, uid: string, id: string, sealed: string): Promise<void> {
  await db.execute(
    id === DEFAULT_ENDPOINT
      ? sql`update workspaces set sealed_events_secret = ${sealed} where uid = ${uid}`
      : sql`update event_endpoints set sealed_secret = ${sealed} where id = ${id} and workspace_id = ${uid}`,
  )
}

export async function deleteEndpoint(db: Db, uid: string, id: string): Promise<void> {
  await db.execute(
    id === DEFAULT_ENDPOINT
      ? sql`update workspaces set internal = internal - 'events', sealed_events_secret = '', events_mailed_at = null where uid = ${uid}`
      : sql`delete from event_endpoints where id = ${id} and workspace_id = ${uid}`,
  )
}

/** Marks the endpoint as stopped, unless another URL was saved in the meantime. Returns whether it did. */
export async function stop(db: Db, uid: string, id: string, url: string, now: Date): Promise<boolean> {
  const stopped = await rows(
    db,
    id === DEFAULT_ENDPOINT
      ? sql`update workspaces set internal = jsonb_set(internal, '{events,stoppedAt}', to_jsonb(${now.toISOString()}::text))
          where uid = ${uid} and internal #>> '{events,endpoint}' = ${url} returning uid`
      : sql`update event_endpoints set stopped_at = ${moment(now)} where id = ${id} and workspace_id = ${uid} and url = ${url} returning id`,
  )
  return stopped.length > 0
}

/** Error of the newest delivery to each endpoint, for those whose newest delivery failed. */
export async function lastErrors(db: Db, uid: string, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await rows<{ id: string; error: string }>(
    db,
    sql`select e.id, d.last_error as error from unnest(${sql.param([...ids])}::text[]) e(id) cross join lateral (
        select last_error from event_deliveries where workspace_id = ${uid} and endpoint_id = e.id
          and (state = 'delivered' or last_error <> '') order by created_at desc, id desc limit 1
      ) d where d.last_error <> ''`,
  )
  return new Map(found.map(({ id, error }) => [id, error]))
}

/**
 * When the endpoint's last failure mail was sent. Locks it, so that no other process mails until the transaction ends.
 */
export async function lockLastMailedAt(db: Db, uid: string, id: string): Promise<Date | null | undefined> {
  const [found] = await rows<{ at: Date | string | null }>(
    db,
    id === DEFAULT_ENDPOINT
      ? sql`select events_mailed_at as at from workspaces where uid = ${uid} for no key update`
      : sql`select mailed_at as at from event_endpoints where id = ${id} and workspace_id = ${uid} for no key update`,
  )
  return found && (found.at === null ? null : new Date(found.at))
}
export const setLastMailedAt = (db: Db, uid: string, id: string, at: Date) =>
  db.execute(
    id === DEFAULT_ENDPOINT
      ? sql`update workspaces set events_mailed_at = ${moment(at)} where uid = ${uid}`
      : sql`update event_endpoints set mailed_at = ${moment(at)} where id = ${id} and workspace_id = ${uid}`,
  )
