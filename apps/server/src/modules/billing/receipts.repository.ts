// SQL of receipts: charges in the ledger, and those paid by the credits of one payment.
import { sql, type SQL } from 'drizzle-orm'
import type { Milli } from '@parlance/contract/lib/money'
import type { ReceiptGroup } from '@parlance/contract/billing/receipt-groups'
import { rows } from '../../lib/db/sql.ts'
import type { Db } from '../../lib/db/pool.ts'
import type { Usage } from './usage.ts'

export interface ReceiptQuery {
  readonly payers: readonly string[]
  /** `from` is inclusive, `to` exclusive. */
  readonly from?: Date | undefined
  readonly before?: Date | undefined
  /** Empty for charges without an agent, a channel or a model. */
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
  readonly atMs: number
  readonly usage: Usage | null
  readonly part?: Milli
}

const COLUMNS = sql.raw(`t.id::float8 as id, t.workspace_id as "payerId", t.key, t.agent_id as "agentId", t.cause,
  (-t.amount)::float8 as credits, floor(extract(epoch from t.at))::float8 as ts, (extract(epoch from t.at) * 1000)::float8 as "atMs", t.usage`)

const PICO = sql.raw(
  `(select coalesce(sum((u->>'picoUsd')::numeric), 0) from jsonb_array_elements(coalesce(t.usage->'units', '[]')) u)`,
)

function where({ from, before, agentId, channel, model }: Omit<ReceiptQuery, 'payers'>): SQL {
  const parts = [sql`t.kind = 'settle' and t.amount < 0`]
  if (from) parts.push(sql`t.at >= ${from.toISOString()}::timestamptz`)
  if (before) parts.push(sql`t.at < ${before.toISOString()}::timestamptz`)
  if (agentId !== undefined) parts.push(sql`coalesce(t.agent_id, '') = ${agentId}`)
  if (channel !== undefined) parts.push(sql`coalesce(t.usage->>'channel', '') = ${channel}`)
  if (model === '') parts.push(sql`coalesce(t.usage->'units', '[]') = '[]'`)
  else if (model !== undefined) parts.push(sql`t.usage @> ${JSON.stringify({ units: [{ model }] })}::jsonb`)
  return sql.join(parts, sql` and `)
}

export const list = (values: readonly string[]) => sql`${sql.param([...values])}::text[]`

export interface After {
  readonly payerId: string
  readonly key: string
}

export const listReceipts = (db: Db, query: ReceiptQuery, after: After | undefined, limit: number) =>
  rows<ReceiptRow>(
    db,
    sql`select r.* from unnest(${list(query.payers)}) p cross join lateral (
        select ${COLUMNS} from ledger_transactions t where t.workspace_id = p and t.amount <> 0 and t.kind not in ('hold', 'release')
          and ${after ? sql`t.id < (select a.id from ledger_transactions a where a.workspace_id = ${after.payerId} and a.key = ${after.key})` : sql`true`}
          and ${where(query)} order by t.id desc limit ${limit}) r
      order by r.id desc limit ${limit}`,
  )

/** What brought credits: the payment's id, or the key of the transfer or grant. */
export const LOT = sql.raw(
  `case when t.kind in ('topup', 'grant', 'refund') and t.ref is not null then t.ref
    when t.kind = 'transfer' then regexp_replace(t.key, '^(transfer:sale:[^:]+):.*$', '\\1') else t.key end`,
)
/** Given back with its payment. */
export const IS_BACK = sql.raw(
  `(t.kind = 'refund' or (t.kind = 'transfer' and t.amount < 0 and t.key ~ '^transfer:sale:[^:]+:'))`,
)

/** A payment's credits and the charges they paid. */
const lotsOf = (payerId: string) => sql`moves as (
    select t.*, ${LOT} as lot, ${IS_BACK} as is_back
    from ledger_transactions t where t.workspace_id = ${payerId} and t.kind not in ('hold', 'release') and t.amount <> 0
  ), came as (
    select lot, min(id) as id, sum(amount) as amount from moves where amount > 0 or is_back group by lot
  ), lots as (
    select lot, sum(amount) over (order by id) - amount as first, sum(amount) over (order by id) as last from came
  ), went as (
    select t.*, sum(-t.amount) over (order by t.id) + t.amount as first, sum(-t.amount) over (order by t.id) as last
    from moves t where t.amount < 0 and not t.is_back
  )`

/** Charges paid by the credits of one payment, newest first. The oldest credits are spent first. */
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
  /** Of the last answer, which names its agent, or else of the last charge. */
  readonly cause: string
  readonly count: number
  readonly credits: Milli
  /** The part of them, in milli-credits, that organisations paid. */
  readonly clientCredits: Milli
  readonly picoUsd: number
  readonly parts: readonly { readonly period: number; readonly credits: Milli; readonly clientCredits: Milli }[]
}

/** When rates changed, ascending; the first is 1970. */
const periodOf = (periods: readonly Date[]) =>
  sql`width_bucket(t.at, ${sql.param(periods.map((one) => one.toISOString()))}::timestamptz[])`

const MAX_TOTALS = 400
const GROUPS: Readonly<Record<ReceiptGroup, SQL>> = {
  client: sql.raw('t.workspace_id'),
  agent: sql.raw(`coalesce(t.agent_id, '')`),
  channel: sql.raw(`coalesce(t.usage->>'channel', '')`),
  // The model with the highest cost, so that each charge counts once.
  model: sql.raw(
    `coalesce((select u->>'model' from jsonb_array_elements(coalesce(t.usage->'units', '[]')) u order by (u->>'picoUsd')::numeric desc, u->>'model' limit 1), '')`,
  ),
  day: sql.raw(`to_char(t.at at time zone 'utc', 'YYYY-MM-DD')`),
}

export const totalReceipts = (
  db: Db,
  query: ReceiptQuery & { readonly workspaceId: string; readonly periods: readonly Date[] },
  by: ReceiptGroup,
) =>
  rows<TotalRow>(
    db,
    sql`with charged as (
        select ${GROUPS[by]} as key, t.id, t.cause, t.key like 'end:turn:%' as is_turn, -t.amount as credits, t.workspace_id <> ${query.workspaceId} as is_client, ${PICO} as pico,
          ${periodOf(query.periods)} as period
        from ledger_transactions t where t.workspace_id = any(${list(query.payers)}) and t.amount <> 0 and t.kind not in ('hold', 'release') and ${where(query)}),
      parts as (
        select key, period, max(id) as id, (array_agg(cause order by is_turn desc, id desc))[1] as cause, bool_or(is_turn) as is_turn, count(*) as count, sum(credits)::float8 as credits,
          coalesce(sum(credits) filter (where is_client), 0)::float8 as client_credits, sum(pico) as pico from charged group by key, period)
      select key, (array_agg(cause order by is_turn desc, id desc))[1] as cause, sum(count)::int as count, sum(credits) as credits,
        sum(client_credits) as "clientCredits", sum(pico)::float8 as "picoUsd",
        jsonb_agg(jsonb_build_object('period', period, 'credits', credits, 'clientCredits', client_credits)) as parts
      from parts group by key order by ${by === 'day' ? sql.raw('key desc') : sql.raw('credits desc, key')} limit ${MAX_TOTALS}`,
  )

export interface WhatIfQuery {
  readonly payers: readonly string[]
  readonly workspaceId: string
  readonly from: Date
  readonly before: Date
  readonly periods: readonly Date[]
  /** Milli-credits per 10^-12 dollars of provider cost, as charged and as simulated. */
  readonly milliPerPico: { readonly real: number; readonly whatIf: number }
  /** Price of the simulated model, in 10^-12 dollars per token. */
  readonly price: { readonly input: number; readonly output: number } | undefined
  readonly sandboxTurn: Milli
}

export interface WhatIfRow {
  readonly period: number
  readonly count: number
  readonly credits: Milli
  readonly clientCredits: Milli
  readonly picoUsd: number
  readonly newCredits: Milli
  readonly newClientCredits: Milli
  readonly newPicoUsd: number
}

/** Sums of the charges, actual and simulated. Work without a platform model keeps its price. */
export function whatIfReceipts(db: Db, query: WhatIfQuery): Promise<WhatIfRow[]> {
  const { payers, workspaceId, from, before, milliPerPico, price, sandboxTurn } = query
  const milli = (pico: SQL, factor: number) => sql`ceil(${pico} * ${factor}::numeric)`
  const asAsked = price
    ? sql`sum(((u->>'input')::numeric * ${price.input}::numeric + (u->>'output')::numeric * ${price.output}::numeric)) filter (where u->>'paidBy' <> 'ownKey')`
    : sql`sum((u->>'picoUsd')::numeric)`
  const replaced = price ? sql`case when u.sandbox then ${sandboxTurn}::numeric else 0 end` : sql`0`
  return rows<WhatIfRow>(
    db,
    sql`with charged as (
        select ${periodOf(query.periods)} as period, t.workspace_id <> ${workspaceId} as is_client, -t.amount as credits, u.pico, u.new_pico,
          greatest(0, -t.amount - ${milli(sql`u.pico`, milliPerPico.real)} - ${replaced} + ${milli(sql`u.new_pico`, milliPerPico.whatIf)}) as new_credits
        from ledger_transactions t cross join lateral (
          select coalesce(sum((u->>'picoUsd')::numeric), 0) as pico, coalesce(${asAsked}, 0) as new_pico, coalesce(bool_or(u->>'paidBy' = 'sandbox'), false) as sandbox
          from jsonb_array_elements(coalesce(t.usage->'units', '[]')) u) u
        where t.workspace_id = any(${list(payers)}) and t.amount <> 0 and t.kind not in ('hold', 'release') and ${where({ from, before })})
      select period, count(*)::int as count, sum(credits)::float8 as credits, coalesce(sum(credits) filter (where is_client), 0)::float8 as "clientCredits",
        sum(pico)::float8 as "picoUsd", sum(new_credits)::float8 as "newCredits",
        coalesce(sum(new_credits) filter (where is_client), 0)::float8 as "newClientCredits", sum(new_pico)::float8 as "newPicoUsd"
      from charged group by period order by period`,
  )
}
