// All SQL of copies of accounts: one row each, in the region whose data it holds.
import { sql } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'

export interface ExportRow {
  readonly id: string
  readonly userId: string
  readonly state: 'waiting' | 'packing' | 'ready' | 'failed'
  /** In the bucket of the region. */
  readonly key: string
  readonly done: number
  readonly total: number
  readonly bytes: number
  readonly tries: number
  readonly createdAt: Date
  readonly endedAt: Date | null
  readonly expiresAt: Date
}
/** As the driver reads it: times may come as text. */
type Raw = { [K in keyof ExportRow]: ExportRow[K] extends Date ? Date | string : ExportRow[K] } & {
  [name: string]: unknown
}

const COLUMNS = sql`id, user_id as "userId", state, key, done, total, bytes::float8 as bytes, tries,
  created_at as "createdAt", ended_at as "endedAt", expires_at as "expiresAt"`

const date = (at: Date | string) => new Date(at)
const rowOf = (raw: Raw): ExportRow => ({
  ...raw,
  createdAt: date(raw.createdAt),
  endedAt: raw.endedAt === null ? null : date(raw.endedAt),
  expiresAt: date(raw.expiresAt),
})

async function rows(db: Db, query: ReturnType<typeof sql>): Promise<ExportRow[]> {
  return (await db.execute<Raw>(query)).rows.map(rowOf)
}

/** False while another one of the account is under way. */
export async function begin(
  db: Db,
  { id, userId, key, createdAt, expiresAt }: Pick<ExportRow, 'id' | 'userId' | 'key' | 'createdAt' | 'expiresAt'>,
): Promise<boolean> {
  const { rows: made } = await db.execute<{ id: string }>(sql`
    insert into account_exports (id, user_id, state, key, created_at, expires_at)
    values (${id}, ${userId}, 'waiting', ${key}, ${createdAt.toISOString()}::timestamptz, ${expiresAt.toISOString()}::timestamptz)
    on conflict (user_id) where state in ('waiting', 'packing') do nothing returning id`)
  return made.length > 0
}

/** Without those that failed: nobody had anything of them. */
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

/** Takes it on, if nobody gave a sign of being at it since `silentSince`; undefined otherwise. */
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

/** False once it is not this process's any more: given up, deleted, or taken by another one. */
export async function beat(
  db: Db,
  { id, tries }: Pick<ExportRow, 'id' | 'tries'>,
  { now, done, total }: { readonly now: Date; readonly done: number; readonly total: number },
): Promise<boolean> {
  const { rows: mine } = await db.execute<{ id: string }>(sql`
    update account_exports set beat_at = ${now.toISOString()}::timestamptz, done = ${done}, total = ${total}
    where id = ${id} and state = 'packing' and tries = ${tries} returning id`)
  return mine.length > 0
}

/** `waiting` to be tried again. False as of `beat`. */
export async function end(
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

export const ofAccount = (db: Db, userId: string): Promise<ExportRow[]> =>
  rows(db, sql`select ${COLUMNS} from account_exports where user_id = ${userId}`)

/** From now on nobody begins or goes on with any of the account; `isBusy` are those at which a process was since `silentSince`. */
export async function abandonExports(
  db: Db,
  userId: string,
  silentSince: Date,
): Promise<(ExportRow & { isBusy: boolean })[]> {
  const found = await db.execute<Raw & { isBusy: boolean }>(sql`
    update account_exports set state = case when state in ('waiting', 'packing') then 'failed' else state end
    where user_id = ${userId}
    returning ${COLUMNS}, ended_at is null and coalesce(beat_at > ${silentSince.toISOString()}::timestamptz, false) as "isBusy"`)
  return found.rows.map((raw) => ({ ...rowOf(raw), isBusy: raw.isBusy }))
}

/** One that was given up while this process was at it. */
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
