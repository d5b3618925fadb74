// All SQL of the ledger. The hot statements are prepared once per connection and take whole batches as arrays.
import { ACCOUNT_KINDS, FLOORED } from '@parlance/contract/billing/ledger'
import type { AccountKind, Entry, TransactionKind } from '@parlance/contract/billing/ledger'
import type { OpenHoldAmount } from './priority.ts'
import type { Milli } from '@parlance/contract/lib/money'
import type { Db } from '../../lib/db/pool.ts'
import type { Usage } from './usage.ts'

/** A transaction to post. Amounts in milli-credits; `at` is the database's clock when absent. */
export interface Posting {
  readonly workspaceId: string
  readonly key: string
  readonly kind: TransactionKind
  readonly agentId?: string | null
  readonly cause: string
  /** Shown in the credit log: positive added, negative spent. */
  readonly amount: Milli
  readonly ref?: string
  readonly at?: Date
  readonly usage?: Usage | undefined
  /** Priority of a hold's work. */
  readonly rank?: number
  readonly entries: readonly Entry[]
}

export interface OpenHold {
  readonly workspaceId: string
  readonly key: string
  readonly amount: Milli
  /** The workspace's balance, locked; and the sum of all its holds, including these. */
  readonly available: Milli
  readonly held: Milli
}

export interface LogRow {
  readonly id: number
  readonly key: string
  readonly kind: TransactionKind
  readonly agentId: string | null
  readonly cause: string
  readonly amount: Milli
  readonly ts: number
}

const accountId = (workspaceId: string, kind: AccountKind) => `${workspaceId}:${kind}`
const idOf = (one: { readonly workspaceId: string; readonly key: string }) => `${one.workspaceId}:${one.key}`
const availableIds = (workspaceIds: readonly string[]) => [
  ...new Set(workspaceIds.map((id) => accountId(id, 'available'))),
]

/** Runs a statement under a name, so that a connection parses and plans it once. Works on a pool and in a transaction. */
async function run<Row>(db: Db, name: string, text: string, params: unknown[]): Promise<Row[]> {
  const rows: unknown = await db._.session.prepareQuery({ sql: text, params }, 'objects', name).execute()
  return rows as Row[]
}

// To move credits of a workspace, lock its available account first, several workspaces ordered by id: a single order
// prevents deadlocks. That lock guards all other rows of the workspace's ledger.
const LOCKED = `locked as materialized (
  select workspace_id, balance from ledger_accounts where id = any($1::text[]) order by id for no key update)`

export async function openAccounts(db: Db, workspaceId: string): Promise<void> {
  const ids = ACCOUNT_KINDS.map((kind) => accountId(workspaceId, kind))
  const floors = ACCOUNT_KINDS.map((kind) => (FLOORED.includes(kind) ? 0 : null))
  await run(
    db,
    'ledger_open',
    `insert into ledger_accounts (id, workspace_id, kind, floor)
     select id, $1, kind, floor from unnest($2::text[], $3::text[], $4::bigint[]) as a (id, kind, floor)
     on conflict (id) do nothing`,
    [workspaceId, ids, [...ACCOUNT_KINDS], floors],
  )
}

/** Locks the balances until the transaction ends. Workspaces without a ledger are missing in the result. */
export async function lockBalances(db: Db, workspaceIds: readonly string[]): Promise<Map<string, Milli>> {
  const rows = await run<{ workspace_id: string; balance: Milli }>(
    db,
    'ledger_lock',
    `select workspace_id, balance from ledger_accounts where id = any($1::text[]) order by id for no key update`,
    [availableIds(workspaceIds)],
  )
  return new Map(rows.map((row) => [row.workspace_id, row.balance]))
}

export interface BalanceRow {
  readonly available: Milli
  readonly held: Milli
}

/** Workspaces without a ledger are missing in the result. */
export async function readBalances(db: Db, workspaceIds: readonly string[]): Promise<Map<string, BalanceRow>> {
  const ids = workspaceIds.flatMap((id) => [accountId(id, 'available'), accountId(id, 'held')])
  const rows = await run<{ workspace_id: string; available: Milli; held: Milli }>(
    db,
    'ledger_balances',
    `select workspace_id, (sum(balance) filter (where kind = 'available'))::bigint as available,
       (sum(balance) filter (where kind = 'held'))::bigint as held
     from ledger_accounts where id = any($1::text[]) group by workspace_id`,
    [ids],
  )
  return new Map(rows.map((row) => [row.workspace_id, { available: row.available, held: row.held }]))
}

/**
 * Posts transactions in order; a trigger updates the balances. Skips used keys; returns `<workspace>:<key>` of others.
 */
export async function post(db: Db, postings: readonly Posting[]): Promise<Set<string>> {
  const all = [...new Map(postings.toReversed().map((posting) => [idOf(posting), posting])).values()].toReversed()
  if (all.length === 0) return new Set()
  const entries = all.flatMap((posting) => posting.entries.map((entry) => ({ ...entry, posting })))
  const statement = all.some(({ kind }) => kind === 'settle') ? CHARGE : POST
  const rows = await run<{ workspace_id: string; key: string }>(db, statement.name, statement.text, [
    availableIds(all.map((one) => one.workspaceId)),
    all.map((one) => one.workspaceId),
    all.map((one) => one.key),
    all.map((one) => one.kind),
    all.map((one) => one.agentId ?? null),
    all.map((one) => one.cause),
    all.map((one) => one.amount),
    all.map((one) => one.ref ?? null),
    all.map((one) => one.at?.toISOString() ?? null),
    entries.map(({ posting }) => posting.workspaceId),
    entries.map(({ posting }) => posting.key),
    entries.map(({ posting, account }) => accountId(posting.workspaceId, account)),
    entries.map(({ amount }) => amount),
    all.map((one) => one.rank ?? 0),
    all.map((one) => (one.usage ? JSON.stringify(one.usage) : null)),
  ])
  return new Set(rows.map((row) => `${row.workspace_id}:${row.key}`))
}

const POSTED = `with ${LOCKED}, wanted as (
    select * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::text[],
      $9::timestamptz[], $14::smallint[], $15::text[]) with ordinality
      as w (workspace_id, key, kind, agent_id, cause, amount, ref, at, rank, usage, nth)
  ), made as (
    insert into ledger_transactions (workspace_id, key, kind, agent_id, cause, amount, ref, at, usage)
    select w.workspace_id, w.key, w.kind, w.agent_id, w.cause, w.amount, w.ref, coalesce(w.at, now()), w.usage::jsonb
    from wanted w join locked l on l.workspace_id = w.workspace_id order by w.nth
    on conflict (workspace_id, key) do nothing
    returning id, workspace_id, key, kind, agent_id, amount, at
  ), opened as (
    insert into ledger_holds (workspace_id, key, amount, rank, at)
    select m.workspace_id, m.key, m.amount, w.rank, m.at
    from made m join wanted w on w.workspace_id = m.workspace_id and w.key = m.key where m.kind = 'hold'
  ), posted as (
    insert into ledger_entries (transaction_id, account_id, amount)
    select m.id, e.account_id, e.amount
    from unnest($10::text[], $11::text[], $12::text[], $13::bigint[]) as e (workspace_id, key, account_id, amount)
    join made m on m.workspace_id = e.workspace_id and m.key = e.key`
const MADE = `) select workspace_id, key from made`

const POST = {
  name: 'ledger_post',
  text: `${POSTED}
  ${MADE}`,
}
/** Also counts charges in the budgets. */
const CHARGE = {
  name: 'ledger_charge',
  text: `${POSTED}
  ), charged as (
    select id, month, sum(amount) as amount from (
      select 'agent:' || agent_id as id, to_char(at at time zone 'utc', 'YYYY-MM') as month, -amount as amount
        from made where kind = 'settle' and amount < 0 and agent_id is not null
      union all
      select 'org:' || workspace_id, to_char(at at time zone 'utc', 'YYYY-MM'), -amount from made where kind = 'settle' and amount < 0
    ) c group by id, month
  ), budgeted as materialized (
    -- In one order for everybody, hence no deadlocks.
    select b.id, c.month, b.month = c.month as is_same, b.budget, b.alerts, b.reached, b.told,
        case when b.month = c.month then b.spent else 0 end + c.amount as spent
      from charged c join credit_budgets b on b.id = c.id order by b.id for no key update of b
  ), counted as (
    update credit_budgets b set month = c.month, spent = c.spent, told = case when c.is_same then c.told else 0 end,
      reached = greatest(case when c.is_same then c.reached else 0 end,
        coalesce((select max(percent) from unnest(c.alerts) percent where c.spent * 100 >= c.budget * percent), 0))
    from budgeted c where b.id = c.id
  ${MADE}`,
}

/** Stores holds. The caller holds the locks of their workspaces. */
export async function insertHolds(
  db: Db,
  holds: readonly { readonly workspaceId: string; readonly key: string }[],
): Promise<OpenHold[]> {
  const rows = await run<{ workspace_id: string; key: string; amount: Milli; balance: Milli; held: Milli }>(
    db,
    'ledger_take',
    `with ${LOCKED}, wanted as (select * from unnest($2::text[], $3::text[]) as w (workspace_id, key))
     delete from ledger_holds h using wanted w join locked l on l.workspace_id = w.workspace_id
     where h.workspace_id = w.workspace_id and h.key = w.key
     returning h.workspace_id, h.key, h.amount, l.balance,
       (select balance from ledger_accounts where id = h.workspace_id || ':held') as held`,
    [
      availableIds(holds.map((one) => one.workspaceId)),
      holds.map((one) => one.workspaceId),
      holds.map((one) => one.key),
    ],
  )
  return rows.map((row) => ({
    workspaceId: row.workspace_id,
    key: row.key,
    amount: row.amount,
    available: row.balance,
    held: row.held,
  }))
}

/** The open holds of a workspace, oldest first. Its lock keeps them from changing. */
export function openHolds(db: Db, workspaceId: string): Promise<OpenHoldAmount[]> {
  return run<OpenHoldAmount>(
    db,
    'ledger_open_holds',
    `select key, rank, amount from ledger_holds where workspace_id = $1 order by at, key`,
    [workspaceId],
  )
}

export async function lowerHolds(
  db: Db,
  workspaceId: string,
  lowered: readonly { readonly key: string; readonly by: Milli }[],
): Promise<void> {
  await run(
    db,
    'ledger_lower_holds',
    `update ledger_holds h set amount = h.amount - l.by from unnest($2::text[], $3::bigint[]) as l (key, by)
     where h.workspace_id = $1 and h.key = l.key returning h.key`,
    [workspaceId, lowered.map(({ key }) => key), lowered.map(({ by }) => by)],
  )
}

/** Holds older than this whose keys start with one of `keys` and none of `except`, oldest first. */
export async function staleHolds(
  db: Db,
  of: {
    readonly minutes: number
    readonly keys: readonly string[]
    readonly except: readonly string[]
    readonly limit: number
  },
): Promise<{ workspaceId: string; key: string; agentId: string | null; cause: string }[]> {
  const rows = await run<{ workspace_id: string; key: string; agent_id: string | null; cause: string }>(
    db,
    'ledger_stale',
    `select h.workspace_id, h.key, t.agent_id, t.cause
     from ledger_holds h join ledger_transactions t on t.workspace_id = h.workspace_id and t.key = h.key
     where h.at <= now() - make_interval(secs => $1::float8 * 60)
       and exists (select 1 from unnest($3::text[]) as k where starts_with(h.key, k))
       and not exists (select 1 from unnest($4::text[]) as k where starts_with(h.key, k))
     order by h.at limit $2`,
    [of.minutes, of.limit, [...of.keys], [...of.except]],
  )
  return rows.map((row) => ({
    workspaceId: row.workspace_id,
    key: row.key,
    agentId: row.agent_id,
    cause: row.cause,
  }))
}

export async function findByKey(
  db: Db,
  workspaceId: string,
  key: string,
): Promise<{ kind: string; amount: Milli; ts: number } | undefined> {
  const rows = await run<{ kind: string; amount: Milli; ts: number }>(
    db,
    'ledger_by_key',
    `select kind, amount, floor(extract(epoch from at))::bigint as ts
     from ledger_transactions where workspace_id = $1 and key = $2`,
    [workspaceId, key],
  )
  return rows[0]
}

/** Whether the caller gets this month's credits of a mailbox, all of whose `hashes` count; concurrent callers wait. */
export async function claimFreeGrants(db: Db, hashes: readonly string[], month: string): Promise<boolean> {
  const rows = await run(
    db,
    'ledger_claim_free',
    `insert into free_grants as g (mailbox, month)
     select ($1::text[])[1], $2 where not exists (select 1 from free_grants where mailbox = any($1::text[]) and month >= $2)
     on conflict (mailbox) do update set month = excluded.month where g.month < excluded.month
     returning mailbox`,
    [[...hashes], month],
  )
  return rows.length > 0
}

export async function deleteFreeGrants(db: Db, month: string): Promise<number> {
  const rows = await run(db, 'ledger_forget_free', `delete from free_grants where month < $1 returning mailbox`, [
    month,
  ])
  return rows.length
}

/** Clears the texts of a deleted workspace's transactions, up to `limit` at a time; returns how many. */
export async function eraseCauses(db: Db, workspaceId: string, limit: number): Promise<number> {
  const rows = await run<{ id: string }>(
    db,
    'ledger_words',
    `update ledger_transactions set cause = '' where id in (
       select id from ledger_transactions where workspace_id = $1 and cause <> '' limit $2) returning id`,
    [workspaceId, limit],
  )
  return rows.length
}

export function readLog(db: Db, workspaceId: string, before: number, limit: number): Promise<LogRow[]> {
  return run<LogRow>(
    db,
    'ledger_log',
    `select id, key, kind, agent_id as "agentId", cause, amount, floor(extract(epoch from at))::bigint as ts
     from ledger_transactions
     where workspace_id = $1 and id < $2 and kind not in ('hold', 'release') and amount <> 0
     order by id desc limit $3`,
    [workspaceId, before, limit],
  )
}

export async function spentSince(db: Db, workspaceId: string, since: Date): Promise<Milli> {
  const [row] = await run<{ spent: string }>(
    db,
    'ledger_spent',
    `select coalesce(-sum(amount), 0)::bigint as spent from ledger_transactions
     where workspace_id = $1 and kind = 'settle' and at >= $2`,
    [workspaceId, since.toISOString()],
  )
  return Number(row?.spent ?? 0)
}
