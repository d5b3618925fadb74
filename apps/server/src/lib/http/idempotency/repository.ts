// All SQL of stored responses. Uses the database's clock, because nodes share the rows.
import { sql } from 'drizzle-orm'
import type { Db } from '../../db/pool.ts'

export interface Attempt {
  readonly id: string
  readonly actorHash: string
  readonly fingerprint: string
  readonly runId: string
  /** Undefined in the identity database, which has no workspaces. */
  readonly workspaceId: string | undefined
}

export interface KeptRow {
  readonly fingerprint: string
  readonly fileHash: string
  readonly status: number
  readonly sealedAnswer: string
}

const KEPT_HOURS = 24
/** A call without a heartbeat for this long died with its process. */
const LOCK_SECONDS = 60
export const EXTEND_MS = 20_000
/** Stored characters per actor; further responses are not stored. */
const MOST_OF_ACTOR = 50_000_000

/** For an attempt that may run, when its key expires, the same in each run; otherwise the row of the earlier one. */
export async function begin(db: Db, attempt: Attempt): Promise<KeptRow | 'gone' | { readonly expires: string }> {
  const { id, actorHash, fingerprint, runId, workspaceId } = attempt
  const column = workspaceId === undefined ? sql`` : sql`, workspace_id`
  const value =
    workspaceId === undefined ? sql`` : sql`, (select uid from workspaces where uid = ${workspaceId} and uid <> '')`
  const { rows: started } = await db.execute<{ expires: string }>(sql`
    insert into idempotency_keys as k (id, actor_hash, fingerprint, run_id, locked_until, expires_at${column})
    values (${id}, ${actorHash}, ${fingerprint}, ${runId}, now() + make_interval(secs => ${LOCK_SECONDS}),
      now() + make_interval(hours => ${KEPT_HOURS})${value})
    on conflict (id) do update set fingerprint = excluded.fingerprint, run_id = excluded.run_id,
      locked_until = excluded.locked_until, status = 0, sealed_answer = '', file_hash = '',
      expires_at = case when k.expires_at <= now() then excluded.expires_at else k.expires_at end
    where k.expires_at <= now()
      or (k.status = 0 and k.locked_until <= now() and k.fingerprint = excluded.fingerprint)
    returning extract(epoch from k.expires_at)::text as expires`)
  if (started[0]) return { expires: started[0].expires }
  const { rows } = await db.execute<Record<string, unknown>>(
    sql`select fingerprint, file_hash, status, sealed_answer from idempotency_keys where id = ${id}`,
  )
  const [row] = rows
  if (!row) return 'gone'
  return {
    fingerprint: String(row['fingerprint']),
    fileHash: String(row['file_hash']),
    status: Number(row['status']),
    sealedAnswer: String(row['sealed_answer']),
  }
}

export const extend = (db: Db, { id, runId }: Pick<Attempt, 'id' | 'runId'>) =>
  db.execute(sql`update idempotency_keys set locked_until = now() + make_interval(secs => ${LOCK_SECONDS})
    where id = ${id} and run_id = ${runId}`)

/** For a call that failed: it may have changed something, so the key stays its own. */
export const unlock = (db: Db, { id, runId }: Pick<Attempt, 'id' | 'runId'>) =>
  db.execute(sql`update idempotency_keys set locked_until = now() where id = ${id} and run_id = ${runId}`)

export const release = (db: Db, { id, runId }: Pick<Attempt, 'id' | 'runId'>) =>
  db.execute(sql`delete from idempotency_keys where id = ${id} and run_id = ${runId}`)

export const finish = (
  db: Db,
  { id, runId, actorHash }: Pick<Attempt, 'id' | 'runId' | 'actorHash'>,
  { status, sealedAnswer, fileHash }: Omit<KeptRow, 'fingerprint'>,
) =>
  db.execute(sql`update idempotency_keys set status = ${status}, file_hash = ${fileHash},
    sealed_answer = case when (
      select coalesce(sum(length(sealed_answer)), 0) from idempotency_keys where actor_hash = ${actorHash}
    ) + ${sealedAnswer.length} <= ${MOST_OF_ACTOR} then ${sealedAnswer} else '' end
    where id = ${id} and run_id = ${runId}`)

export const sweep = (db: Db) => db.execute(sql`delete from idempotency_keys where expires_at <= now()`)
