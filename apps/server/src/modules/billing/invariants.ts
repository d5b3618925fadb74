// Invariants of the ledger, as queries that return offending rows.
import { connectWithoutLimit, type Pool } from '../../lib/db/pool.ts'

export interface Check {
  readonly name: string
  readonly sql: string
}

export interface Violation {
  readonly check: string
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

export const checks: readonly Check[] = [
  {
    name: 'each ledger transaction sums to zero',
    sql: `select transaction_id, sum(amount) from ledger_entries group by transaction_id having sum(amount) <> 0 limit 20`,
  },
  {
    name: 'all ledger accounts sum to zero',
    sql: `select sum(balance) from ledger_accounts having sum(balance) <> 0`,
  },
  {
    name: 'each workspace sums to zero',
    sql: `select workspace_id, sum(balance) from ledger_accounts group by workspace_id having sum(balance) <> 0 limit 20`,
  },
  {
    name: 'transfers cancel each other out',
    sql: `select sum(balance) from ledger_accounts where kind = 'transferred' having sum(balance) <> 0`,
  },
  {
    name: 'balances are the sums of their entries',
    sql: `select a.id, a.balance, coalesce(e.total, 0) as entries
      from ledger_accounts a left join (select account_id, sum(amount)::bigint as total from ledger_entries group by account_id) e
        on e.account_id = a.id
      where a.balance <> coalesce(e.total, 0) limit 20`,
  },
  {
    name: 'entries belong to a transaction and an account of one workspace',
    sql: `select e.transaction_id, e.account_id from ledger_entries e
      left join ledger_transactions t on t.id = e.transaction_id left join ledger_accounts a on a.id = e.account_id
      where t.workspace_id is distinct from a.workspace_id or t.id is null limit 20`,
  },
  {
    name: 'no ledger account is below its floor',
    sql: `select id, balance, floor from ledger_accounts where balance < floor limit 20`,
  },
  {
    name: 'no ledger key is used twice in a workspace',
    sql: `select workspace_id, key, count(*) from ledger_transactions group by workspace_id, key having count(*) > 1 limit 20`,
  },
  {
    name: 'held credits are the sum of the open holds',
    sql: `select a.workspace_id, a.balance, coalesce(h.total, 0) as holds
      from ledger_accounts a left join (select workspace_id, sum(amount)::bigint as total from ledger_holds group by workspace_id) h
        on h.workspace_id = a.workspace_id
      where a.kind = 'held' and a.balance <> coalesce(h.total, 0) limit 20`,
  },
  {
    name: 'budgets of this month have counted every charge',
    sql: `select b.id, b.spent, coalesce(c.total, 0) as charged from credit_budgets b
      left join (
        select 'agent:' || agent_id as id, sum(-amount)::bigint as total from ledger_transactions
          where kind = 'settle' and agent_id is not null and to_char(at at time zone 'utc', 'YYYY-MM') = to_char(now() at time zone 'utc', 'YYYY-MM') group by agent_id
        union all
        select 'org:' || workspace_id, sum(-amount)::bigint from ledger_transactions
          where kind = 'settle' and to_char(at at time zone 'utc', 'YYYY-MM') = to_char(now() at time zone 'utc', 'YYYY-MM') group by workspace_id
      ) c on c.id = b.id
      where b.month = to_char(now() at time zone 'utc', 'YYYY-MM') and b.spent <> coalesce(c.total, 0) limit 20`,
  },
  {
    name: 'no hold is less than nothing',
    sql: `select workspace_id, key, amount from ledger_holds where amount < 0 limit 20`,
  },
  {
    name: 'every hold is either open or ended',
    sql: `select t.workspace_id, t.key from ledger_transactions t
      left join ledger_holds h on h.workspace_id = t.workspace_id and h.key = t.key
      left join ledger_transactions e on e.workspace_id = t.workspace_id and e.key = 'end:' || substr(t.key, 6)
      where t.kind = 'hold' and (h.key is null) = (e.key is null) limit 20`,
  },
  {
    name: 'no hold is open for more than 15 minutes',
    sql: `select workspace_id, key, at from ledger_holds
      where at < now() - interval '15 minutes'
        and not starts_with(key, 'hold:campaign:') and not starts_with(key, 'hold:sale:') limit 20`,
  },
]

/** Runs checks on one snapshot, so that a busy database does not look inconsistent between two of them. */
export async function runChecks(pool: Pool, list: readonly Check[]): Promise<Violation[]> {
  const client = await connectWithoutLimit(pool)
  const violations: Violation[] = []
  try {
    await client.query('begin isolation level repeatable read read only')
    for (const check of list) {
      const { rows } = await client.query<Record<string, unknown>>(check.sql)
      if (rows.length > 0) violations.push({ check: check.name, rows })
    }
    await client.query('commit')
    return violations
  } finally {
    // Ends the transaction too, when a check itself failed.
    await client.end()
  }
}

export const verifyLedger = (pool: Pool): Promise<Violation[]> => runChecks(pool, checks)
