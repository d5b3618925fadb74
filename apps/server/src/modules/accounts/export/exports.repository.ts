// SQL of account exports: one row each, in the region whose data it holds.
import { sql } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'

export interface ExportRow {
  readonly id: string
  readonly userId: string
  readonly state: 'waiting' | 'packing' | 'ready' | 'failed'
  readonly key: string
  readonly done: number
  readonly total: number
  readonly bytes: number
  readonly tries: number
  readonly createdAt: Date
  readonly endedAt: Date | null
  readonly expiresAt: Date
}
type RawExportRow = { [K in keyof ExportRow]: ExportRow[K] extends Date ? Date | string : ExportRow[K] } & {
  [name: string]: unknown
}

const COLUMNS = sql`id, user_id as "userId", state, key, done, total, bytes::float8 as bytes, tries,
  created_at as "createdAt", ended_at as "endedAt", expires_at as "expiresAt"`

const date = (at: Date | string) => new Date(at)
const rowOf = (raw: RawExportRow): ExportRow => ({
  ...raw,
  createdAt: date(raw.createdAt),
  endedAt: raw.endedAt === null ? null : date(raw.endedAt),
  expiresAt: date(raw.expiresAt),
})

async function rows(db: Db, query: ReturnType<typeof sql>): Promise<ExportRow[]> {
  return (await db.execute<RawExportRow>(query)).rows.map(rowOf)
}

/** False while another export of the account is running. */
export async function insert(
  db: Db,
  { id, userId, key, createdAt, expiresAt }: Pick<ExportRow, 'id' | 'userId' | 'key' | 'createdAt' | 'expiresAt'>,
): Promise<boolean> {
  const { rows: made } = await db.execute<{ id: string }>(sql`
    insert into account_exports (id, user_id, state, key, created_at, expires_at)
    values (${id}, ${userId}, 'waiting', ${key}, ${createdAt.toISOString()}::timestamptz, ${expiresAt.toISOString()}::timestamptz)
    on conflict (user_id) where state in ('waiting', 'packing') do nothing returning id`)
  return made.length > 0
}

/** Failed exports are not counted. */
export async function countSince(db: Db, userId: string, since: Date): Promise<number> {
  const { rows: found } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from account_exports where user_id = ${userId} and state <> 'failed' and created_at > ${since.toISOString()}::timestamptz`,
  )
  return found[0]?.n ?? 0
}

export const latest = async (db: Db, userId: string): Promise<ExportRow | undefined> =>
  (
    await rows(
      db,
      sql`select ${COLUMNS} from account_exports where user_id = ${userId} order by created_at desc, id limit 1`,
    )
  )[0]

export const find = async (db: Db, id: string): Promise<ExportRow | undefined> =>
  (await rows(db, sql`select ${COLUMNS} from account_exports where id = ${id}`))[0]

/** Claims the export if no process reported progress since `silentSince`. */
export const claim = async (
  db: Db,
  id: string,
  { now, silentSince }: { readonly now: Date; readonly silentSince: Date },
): Promise<ExportRow | undefined> =>
  (
    await rows(
      db,
      sql`update account_exports set state = 'packing', tries = tries + 1, beat_at = ${now.toISOString()}::timestamptz, done = 0, total = 0
      where id = ${id} and (state = 'waiting' or (state = 'packing' and beat_at < ${silentSince.toISOString()}::timestamptz))
      returning ${COLUMNS}`,
    )
  )[0]

/** False if this process does not own the export any more: abandoned, deleted or claimed by another process. */
export async function reportProgress(
  db: Db,
  { id, tries }: Pick<ExportRow, 'id' | 'tries'>,
  { now, done, total }: { readonly now: Date; readonly done: number; readonly total: number },
): Promise<boolean> {
  const { rows: mine } = await db.execute<{ id: string }>(sql`
    update account_exports set beat_at = ${now.toISOString()}::timestamptz, done = ${done}, total = ${total}
    where id = ${id} and state = 'packing' and tries = ${tries} returning id`)
  return mine.length > 0
}

/** State `waiting` means a retry. Returns false like `reportProgress`. */
export async function finish(
  db: Db,
  { id, tries }: Pick<ExportRow, 'id' | 'tries'>,
  to: Pick<ExportRow, 'state' | 'bytes' | 'expiresAt'> & { readonly now: Date },
): Promise<boolean> {
  const { rows: mine } = await db.execute<{ id: string }>(sql`
    update account_exports set state = ${to.state}, bytes = ${to.bytes}, expires_at = ${to.expiresAt.toISOString()}::timestamptz,
      done = case when ${to.state} = 'ready' then total else done end,
      ended_at = ${to.state === 'waiting' ? null : to.now.toISOString()}::timestamptz
    where id = ${id} and state = 'packing' and tries = ${tries} returning id`)
  return mine.length > 0
}

export const listOfAccount = (db: Db, userId: string): Promise<ExportRow[]> =>
  rows(db, sql`select ${COLUMNS} from account_exports where user_id = ${userId}`)

/** Stops all exports of the account; `isBusy` if a process reported progress since `silentSince`. */
export async function abandonExports(
  db: Db,
  userId: string,
  silentSince: Date,
): Promise<(ExportRow & { isBusy: boolean })[]> {
  const found = await db.execute<RawExportRow & { isBusy: boolean }>(sql`
    update account_exports set state = case when state in ('waiting', 'packing') then 'failed' else state end
    where user_id = ${userId}
    returning ${COLUMNS}, ended_at is null and coalesce(beat_at > ${silentSince.toISOString()}::timestamptz, false) as "isBusy"`)
  return found.rows.map((raw) => ({ ...rowOf(raw), isBusy: raw.isBusy }))
}

/** Deletes the row of an export that was abandoned while this process ran it. */
export const deleteAbandonedExport = (db: Db, { id, tries }: Pick<ExportRow, 'id' | 'tries'>) =>
  db.execute(
    sql`delete from account_exports where id = ${id} and tries = ${tries} and state = 'failed' and ended_at is null`,
  )

export const expired = (db: Db, now: Date, limit: number): Promise<ExportRow[]> =>
  rows(
    db,
    sql`select ${COLUMNS} from account_exports where expires_at <= ${now.toISOString()}::timestamptz order by expires_at limit ${limit}`,
  )

export const remove = (db: Db, id: string) => db.execute(sql`delete from account_exports where id = ${id}`)
