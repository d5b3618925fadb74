// SQL of the audit log. The database computes the hash chain (CHAIN_HASH_SQL).
import { sql, type SQL } from 'drizzle-orm'
import {
  ENTRY_DAYS,
  IP_DAYS,
  TOGETHER_MINUTES,
  type ActorKind,
  type AuditDetail,
} from '@parlance/contract/audit/schemas'
import { DAY_MS } from '@parlance/contract/lib/time'
import type { Db } from '../../lib/db/pool.ts'

export interface NewEntry {
  readonly workspaceId: string
  readonly at: Date
  readonly actorKind: ActorKind
  readonly actorId: string
  readonly actorName: string
  readonly ip: string
  readonly action: string
  readonly objectType: string
  readonly objectId: string
  readonly detail: AuditDetail
  readonly requestId: string
}

export interface EntryRow extends NewEntry {
  readonly seq: number
}

/** IP addresses are hashed in truncated form, so that truncating them later changes no hash. Same as `shortIp` of the contract. */
export const SHORT_IP_SQL = `regexp_replace(regexp_replace(ip, '^(\\d+\\.\\d+\\.\\d+)\\.\\d+$', '\\1.0'), '^(([0-9a-f]{1,4}:){3})[0-9a-f:]*$', '\\1:')`

/** SHA-256 (hex) over the fields of an entry, one per line. Fields contain no line breaks, so the encoding is unambiguous. */
export const CHAIN_HASH_SQL = `encode(sha256(convert_to(concat_ws(E'\\n', previous_hash, workspace_id, seq::text,
  (extract(epoch from at) * 1000)::bigint::text, actor_kind, actor_id, actor_name, ${SHORT_IP_SQL}, action, object_type, object_id,
  detail::text, request_id), 'UTF8')), 'hex')`

/** Action of the entry that anchors a trimmed log: it holds the hash of the last deleted entry. */
export const TRIMMED = 'audit.trimmed'

const lock = (db: Db, workspaceId: string) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`audit|${workspaceId}`}, 0))`)

/** Appends an entry; other writers wait for the transaction's end. False with `coalesce` if it repeats a recent one. */
export async function append(db: Db, entry: NewEntry, coalesce: boolean): Promise<boolean> {
  await lock(db, entry.workspaceId)
  const made = await db.execute<Record<string, unknown>>(sql`
    with last as (
      select seq, hash from audit_entries where workspace_id = ${entry.workspaceId} order by seq desc limit 1
    ), entry as (
      select ${entry.workspaceId}::text as workspace_id, coalesce((select seq from last), 0) + 1 as seq,
        ${entry.at.toISOString()}::timestamptz(3) as at, ${entry.actorKind}::text as actor_kind,
        ${entry.actorId}::text as actor_id, ${entry.actorName}::text as actor_name, ${entry.ip}::text as ip,
        ${entry.action}::text as action, ${entry.objectType}::text as object_type, ${entry.objectId}::text as object_id,
        ${JSON.stringify(entry.detail)}::jsonb as detail, ${entry.requestId}::text as request_id,
        coalesce((select hash from last), '') as previous_hash
    )
    insert into audit_entries (workspace_id, seq, at, actor_kind, actor_id, actor_name, ip, action, object_type, object_id,
      detail, request_id, previous_hash, hash)
    select entry.*, ${sql.raw(CHAIN_HASH_SQL)} from entry
    where ${coalesce ? sql`not ${existsLately(entry)}` : sql`true`}
    returning seq`)
  return made.rows.length > 0
}

const existsLately = (entry: NewEntry): SQL => sql`exists (
  select 1 from audit_entries e where e.workspace_id = ${entry.workspaceId}
    and e.at > ${entry.at.toISOString()}::timestamptz - make_interval(mins => ${TOGETHER_MINUTES})
    and e.actor_kind = ${entry.actorKind} and e.actor_id = ${entry.actorId} and e.action = ${entry.action}
    and e.object_id = ${entry.objectId})`

export interface Query {
  readonly workspaceId: string
  readonly who?: string | undefined
  readonly kind?: ActorKind | undefined
  readonly action?: string | undefined
  readonly object?: string | undefined
  readonly from?: Date | undefined
  readonly until?: Date | undefined
  readonly before?: number | undefined
  readonly limit: number
}

export async function list(db: Db, query: Query): Promise<EntryRow[]> {
  const { who, kind, action, object, from, until, before } = query
  const conditions = [
    sql`workspace_id = ${query.workspaceId}`,
    who ? sql`strpos(lower(actor_name), ${who.toLowerCase()}) > 0` : undefined,
    kind ? sql`actor_kind = ${kind}` : undefined,
    action ? sql`(action = ${action} or starts_with(action, ${`${action}.`}))` : undefined,
    object ? sql`object_id = ${object}` : undefined,
    from ? sql`at >= ${from.toISOString()}::timestamptz` : undefined,
    until ? sql`at < ${until.toISOString()}::timestamptz` : undefined,
    before === undefined ? undefined : sql`seq < ${before}`,
  ].filter((condition) => condition !== undefined)
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select seq, at, actor_kind, actor_id, actor_name, ip, action, object_type, object_id, detail, request_id, workspace_id
    from audit_entries where ${sql.join(conditions, sql` and `)} order by seq desc limit ${query.limit}`)
  return rows.map((row) => ({
    workspaceId: String(row['workspace_id']),
    seq: Number(row['seq']),
    at: new Date(String(row['at'])),
    actorKind: String(row['actor_kind']) as ActorKind,
    actorId: String(row['actor_id']),
    actorName: String(row['actor_name']),
    ip: String(row['ip']),
    action: String(row['action']),
    objectType: String(row['object_type']),
    objectId: String(row['object_id']),
    detail: row['detail'] as AuditDetail,
    requestId: String(row['request_id']),
  }))
}

/** Finds altered entries and gaps; `where` names one log. A first entry follows nothing, or the last trimmed one. */
export const brokenEntriesSql = (where: string): string => `
  select workspace_id, seq from (
    select *, lag(hash) over log as last_hash, lag(seq) over log as last_seq from audit_entries ${where}
    window log as (partition by workspace_id order by seq)
  ) e
  where hash <> ${CHAIN_HASH_SQL}
    or (last_seq is not null and (previous_hash <> last_hash or seq <> last_seq + 1))
    or (last_seq is null and not (seq = 1 and previous_hash = '') and not exists (
      select 1 from audit_entries a where a.workspace_id = e.workspace_id and a.action = '${TRIMMED}' and a.actor_kind = 'system'
        and a.detail->>'hash' = e.previous_hash and (a.detail->>'seq')::bigint = e.seq - 1))
  order by workspace_id, seq`

export async function checkChain(db: Db, workspaceId: string): Promise<{ entries: number; brokenAt: number | null }> {
  const { rows: counted } = await db.execute<{ n: string }>(
    sql`select count(*) as n from audit_entries where workspace_id = ${workspaceId}`,
  )
  const [before, after = ''] = brokenEntriesSql('where workspace_id = $uid').split('$uid')
  const { rows } = await db.execute<{ seq: string }>(
    sql`${sql.raw(before ?? '')}${workspaceId}${sql.raw(after)} limit 1`,
  )
  return { entries: Number(counted[0]?.n ?? 0), brokenAt: rows[0] ? Number(rows[0].seq) : null }
}

export async function truncateOldIps(db: Db, now: Date): Promise<number> {
  const done = await db.execute<Record<string, unknown>>(sql`
    update audit_entries set ip = ${sql.raw(SHORT_IP_SQL)}
    where at < ${daysBefore(now, IP_DAYS)}::timestamptz and ip <> '' and ip <> ${sql.raw(SHORT_IP_SQL)}`)
  return done.rowCount ?? 0
}

export async function workspacesWithExpired(db: Db, now: Date): Promise<string[]> {
  const { rows } = await db.execute<{ workspace_id: string }>(sql`
    select distinct workspace_id from audit_entries where at < ${daysBefore(now, ENTRY_DAYS)}::timestamptz`)
  return rows.map((row) => row.workspace_id)
}

/** Deletes expired entries of one log and appends the anchor for the rest. Requires a transaction. */
export async function deleteExpired(db: Db, workspaceId: string, now: Date): Promise<void> {
  await lock(db, workspaceId)
  const { rows } = await db.execute<{ seq: string; hash: string }>(sql`
    select seq, hash from audit_entries
    where workspace_id = ${workspaceId} and at < ${daysBefore(now, ENTRY_DAYS)}::timestamptz order by seq desc limit 1`)
  const [last] = rows
  if (!last) return
  const seq = Number(last.seq)
  const anchor = { seq, hash: last.hash }
  const by = { actorKind: 'system', actorId: '', actorName: '', ip: '', requestId: '' } as const
  const about = { action: TRIMMED, objectType: 'workspace', objectId: workspaceId, detail: anchor }
  await append(db, { workspaceId, at: now, ...by, ...about }, false)
  await db.execute(sql`delete from audit_entries where workspace_id = ${workspaceId} and seq <= ${seq}`)
}

export interface PseudonymisedPerson {
  readonly userId: string
  readonly email: string
  readonly pseudonym: string
}

export const removeLogs = (db: Db, workspaceIds: readonly string[]) =>
  db.execute(sql`delete from audit_entries where workspace_id = any(${sql.param([...workspaceIds])}::text[])`)

const quoted = (text: string) => JSON.stringify(text).slice(1, -1)
const namesThem = ({
  userId,
  email,
}: PseudonymisedPerson): SQL => sql`(actor_id = ${userId} or lower(actor_name) = ${email}
  or object_id in (${userId}, ${email}) or strpos(detail::text, ${quoted(email)}) > 0 or strpos(detail::text, ${userId}) > 0)`

/** Logs that name the person, and the first entry of each that does. */
export async function logsNaming(
  db: Db,
  person: PseudonymisedPerson,
): Promise<{ workspaceId: string; from: number }[]> {
  const { rows } = await db.execute<{ workspace_id: string; seq: string }>(
    sql`select workspace_id, min(seq) as seq from audit_entries where ${namesThem(person)} group by 1`,
  )
  return rows.map(({ workspace_id, seq }) => ({ workspaceId: workspace_id, from: Number(seq) }))
}

/** Replaces the person, removes their IP addresses and recomputes the chain from there. Needs a transaction. */
export async function pseudonymise(
  db: Db,
  workspaceId: string,
  from: number,
  person: PseudonymisedPerson,
): Promise<void> {
  const { userId, email, pseudonym } = person
  await lock(db, workspaceId)
  await db.execute(sql`
    update audit_entries set
      ip = case when actor_id = ${userId} or lower(actor_name) = ${email} then '' else ip end,
      actor_name = case when actor_id = ${userId} or lower(actor_name) = ${email} then ${pseudonym} else actor_name end,
      actor_id = case when actor_id = ${userId} then '' else actor_id end,
      object_id = case when object_id in (${userId}, ${email}) then ${pseudonym} else object_id end,
      detail = replace(replace(detail::text, ${quoted(email)}, ${pseudonym}), ${userId}, ${pseudonym})::jsonb
    where workspace_id = ${workspaceId} and ${namesThem(person)}`)
  await db.execute(sql`
    with recursive log as (select * from audit_entries where workspace_id = ${workspaceId} and seq >= ${from}),
    chain as (
      select seq, previous_hash, ${sql.raw(CHAIN_HASH_SQL)} as hash from log where seq = ${from}
      union all
      select seq, previous_hash, ${sql.raw(CHAIN_HASH_SQL)} from (
        select e.workspace_id, e.seq, e.at, e.actor_kind, e.actor_id, e.actor_name, e.ip, e.action, e.object_type, e.object_id,
          e.detail, e.request_id, c.hash as previous_hash from chain c join log e on e.seq = c.seq + 1
      ) next
    )
    update audit_entries a set previous_hash = chain.previous_hash, hash = chain.hash
    from chain where a.workspace_id = ${workspaceId} and a.seq = chain.seq`)
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
