// SQL of receipts: charges in the ledger, and which of them the credits of one payment paid.
import { sql, type SQL } from 'drizzle-orm'
import type { Milli } from '@parlance/contract/lib/money'
import type { ReceiptGroup } from '@parlance/contract/billing/receipt-groups'
import { rows } from '../../lib/db/sql.ts'
import type { Db } from '../../lib/db/pool.ts'
import type { Usage } from './usage.ts'

export interface ReceiptQuery {
  /** The workspace and its organisations, or those of them that are asked for. */
  readonly payers: readonly string[]
  /** Instants: from the first, before the second. */
  readonly from?: Date | undefined
  readonly before?: Date | undefined
  readonly agentId?: string | undefined
  readonly channel?: string | undefined
  readonly model?: string | undefined
}

export interface ReceiptRow {
  readonly id: number
  readonly payerId: string
  readonly key: string
  readonly agentId: string | null
  readonly cause: string
  readonly credits: Milli
  readonly ts: number
  readonly usage: Usage | null
  /** The part that the payment asked for paid. */
  readonly part?: Milli
}

const COLUMNS = sql.raw(`t.id::float8 as id, t.workspace_id as "payerId", t.key, t.agent_id as "agentId", t.cause,
  (-t.amount)::float8 as credits, floor(extract(epoch from t.at))::float8 as ts, t.usage`)

const PICO = sql.raw(
  `(select coalesce(sum((u->>'picoUsd')::numeric), 0) from jsonb_array_elements(coalesce(t.usage->'units', '[]')) u)`,
)

function where({ from, before, agentId, channel, model }: Omit<ReceiptQuery, 'payers'>): SQL {
  const parts = [sql`t.kind = 'settle' and t.amount < 0`]
  if (from) parts.push(sql`t.at >= ${from.toISOString()}::timestamptz`)
  if (before) parts.push(sql`t.at < ${before.toISOString()}::timestamptz`)
  if (agentId !== undefined) parts.push(sql`t.agent_id = ${agentId}`)
  if (channel !== undefined) parts.push(sql`coalesce(t.usage->>'channel', '') = ${channel}`)
  if (model !== undefined) parts.push(sql`t.usage @> ${JSON.stringify({ units: [{ model }] })}::jsonb`)
  return sql.join(parts, sql` and `)
}

const list = (values: readonly string[]) => sql`${sql.param([...values])}::text[]`

export interface After {
  readonly payerId: string
  readonly key: string
}

/** Newest first. */
export const listReceipts = (db: Db, query: ReceiptQuery, after: After | undefined, limit: number) =>
  rows<ReceiptRow>(
    db,
    sql`select r.* from unnest(${list(query.payers)}) p cross join lateral (
        select ${COLUMNS} from ledger_transactions t where t.workspace_id = p and t.amount <> 0 and t.kind not in ('hold', 'release')
          and ${after ? sql`t.id < (select a.id from ledger_transactions a where a.workspace_id = ${after.payerId} and a.key = ${after.key})` : sql`true`}
          and ${where(query)} order by t.id desc limit ${limit}) r
      order by r.id desc limit ${limit}`,
  )

/** What a payment brought, and what it came as: `lot` is the payment's id, or the key of the transfer. */
const lotsOf = (payerId: string) => sql`moves as (
    select t.*, case when t.kind in ('topup', 'grant', 'refund') and t.ref is not null then t.ref
        else regexp_replace(t.key, '^(transfer:sale:[^:]+):.*$', '\\1') end as lot,
      -- Given back with its payment.
      t.kind = 'refund' or (t.amount < 0 and t.key ~ '^transfer:sale:[^:]+:') as is_back
    from ledger_transactions t where t.workspace_id = ${payerId} and t.kind not in ('hold', 'release') and t.amount <> 0
  ), came as (
    select lot, min(id) as id, sum(amount) as amount from moves where amount > 0 or is_back group by lot
  ), lots as (
    select lot, sum(amount) over (order by id) - amount as first, sum(amount) over (order by id) as last from came
  ), went as (
    select t.*, sum(-t.amount) over (order by t.id) + t.amount as first, sum(-t.amount) over (order by t.id) as last
    from moves t where t.amount < 0 and not t.is_back
  )`

/** Charges that the credits of one payment paid, when the oldest credits are spent first; newest first. */
export const listReceiptsOfLot = (
  db: Db,
  { payerId, lot, ...query }: Omit<ReceiptQuery, 'payers'> & { readonly payerId: string; readonly lot: string },
  after: string | undefined,
  limit: number,
) =>
  rows<ReceiptRow>(
    db,
    sql`with ${lotsOf(payerId)}
      select ${COLUMNS}, (least(t.last, l.last) - greatest(t.first, l.first))::float8 as part
      from went t join lots l on l.lot = ${lot} and t.last > l.first and t.first < l.last
      where ${where(query)} and ${after ? sql`t.id < (select a.id from ledger_transactions a where a.workspace_id = ${payerId} and a.key = ${after})` : sql`true`}
      order by t.id desc limit ${limit}`,
  )

export interface TotalRow {
  readonly key: string
  /** The cause of the newest charge. */
  readonly cause: string
  readonly count: number
  readonly credits: Milli
  /** Of them, milli-credits that organisations paid. */
  readonly clientCredits: Milli
  readonly picoUsd: number
}

const MAX_TOTALS = 400
const GROUPS: Readonly<Record<ReceiptGroup, SQL>> = {
  client: sql.raw('t.workspace_id'),
  agent: sql.raw(`coalesce(t.agent_id, '')`),
  channel: sql.raw(`coalesce(t.usage->>'channel', '')`),
  // The model that cost most: each charge counts once.
  model: sql.raw(
    `coalesce((select u->>'model' from jsonb_array_elements(coalesce(t.usage->'units', '[]')) u order by (u->>'picoUsd')::numeric desc, u->>'model' limit 1), '')`,
  ),
  day: sql.raw(`to_char(t.at at time zone 'utc', 'YYYY-MM-DD')`),
}

export const totalReceipts = (db: Db, query: ReceiptQuery & { readonly workspaceId: string }, by: ReceiptGroup) =>
  rows<TotalRow>(
    db,
    sql`with charged as (
        select ${GROUPS[by]} as key, t.id, t.cause, -t.amount as credits, t.workspace_id <> ${query.workspaceId} as is_client, ${PICO} as pico
        from ledger_transactions t where t.workspace_id = any(${list(query.payers)}) and t.amount <> 0 and t.kind not in ('hold', 'release') and ${where(query)})
      select key, (array_agg(cause order by id desc))[1] as cause, count(*)::int as count, sum(credits)::float8 as credits,
        coalesce(sum(credits) filter (where is_client), 0)::float8 as "clientCredits", sum(pico)::float8 as "picoUsd"
      from charged group by key order by ${by === 'day' ? sql.raw('key desc') : sql.raw('credits desc, key')} limit ${MAX_TOTALS}`,
  )
