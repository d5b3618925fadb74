import type { RequestActor } from '@parlance/contract/request-log/schemas'
import { sql } from 'drizzle-orm'
import type { Db } from '../../lib/db/pool.ts'
import type { LoggedRequest } from '../../lib/http/pipeline/request-log.ts'

export interface RequestRow extends LoggedRequest {
  readonly seq: number
}

/** Entries of deleted workspaces are skipped. */
export const insert = (db: Db, requests: readonly LoggedRequest[]) =>
  db.execute(sql`
    insert into request_log (workspace_id, at, request_id, actor_kind, actor_id, actor_name, method, operation, path,
      status, code, duration_ms)
    select w.uid, r.at, r."requestId", r."actorKind", r."actorId", r."actorName", r.method, r.operation, r.path,
      r.status, r.code, r."durationMs"
    from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) as r("workspaceId" text, at timestamptz, "requestId" text,
      "actorKind" text, "actorId" text, "actorName" text, method text, operation text, path text, status int, code text,
      "durationMs" int)
    join workspaces w on w.uid = r."workspaceId"`)

export interface RequestQuery {
  readonly workspaceId: string
  readonly key?: string | undefined
  readonly kind?: RequestActor | undefined
  readonly method?: string | undefined
  readonly operation?: string | undefined
  readonly search?: string | undefined
  /** A class such as `4xx`, or one status. */
  readonly status?: string | undefined
  readonly requestId?: string | undefined
  readonly from?: Date | undefined
  readonly until?: Date | undefined
  readonly before?: { readonly at: Date; readonly seq: number } | undefined
  readonly limit: number
}

export async function list(db: Db, query: RequestQuery): Promise<RequestRow[]> {
  const { key, kind, method, operation, search, status, requestId, from, until, before } = query
  const part = search?.toLowerCase()
  const isClass = status?.endsWith('xx') === true
  const least = Number(isClass ? `${status[0]}00` : status)
  const conditions = [
    sql`workspace_id = ${query.workspaceId}`,
    key ? sql`(actor_kind = 'key' and actor_id = ${key})` : undefined,
    kind ? sql`actor_kind = ${kind}` : undefined,
    method ? sql`method = ${method}` : undefined,
    operation ? sql`(operation = ${operation} or starts_with(operation, ${`${operation}.`}))` : undefined,
    part
      ? sql`(strpos(lower(path), ${part}) > 0 or strpos(lower(operation), ${part}) > 0 or strpos(lower(code), ${part}) > 0
          or request_id = ${part})`
      : undefined,
    status ? sql`status >= ${least} and status < ${least + (isClass ? 100 : 1)}` : undefined,
    requestId ? sql`request_id = ${requestId}` : undefined,
    from ? sql`at >= ${from.toISOString()}::timestamptz` : undefined,
    until ? sql`at < ${until.toISOString()}::timestamptz` : undefined,
    before ? sql`(at, seq) < (${before.at.toISOString()}::timestamptz, ${before.seq}::bigint)` : undefined,
  ].filter((condition) => condition !== undefined)
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select seq, workspace_id, at, request_id, actor_kind, actor_id, actor_name, method, operation, path, status, code,
      duration_ms
    from request_log where ${sql.join(conditions, sql` and `)} order by at desc, seq desc limit ${query.limit}`)
  return rows.map((row) => ({
    seq: Number(row['seq']),
    workspaceId: String(row['workspace_id']),
    at: new Date(String(row['at'])),
    requestId: String(row['request_id']),
    actorKind: String(row['actor_kind']) as RequestActor,
    actorId: String(row['actor_id']),
    actorName: String(row['actor_name']),
    method: String(row['method']),
    operation: String(row['operation']),
    path: String(row['path']),
    status: Number(row['status']),
    code: String(row['code']),
    durationMs: Number(row['duration_ms']),
  }))
}

export const removeBefore = (db: Db, time: Date) =>
  db.execute(sql`delete from request_log where at < ${time.toISOString()}::timestamptz`)
