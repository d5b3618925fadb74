// The ledger of a region: append-only transactions and entries, and per workspace the accounts they add up to. The
// migration adds the triggers that keep it balanced and append-only.
import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Usage } from './usage.ts'

/** `balance` is a projection that only the trigger on `ledger_entries` updates. */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    /** `<workspace>:<kind>`, so that no look-up is needed. */
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id').notNull(),
    kind: text('kind').notNull(),
    balance: bigint('balance', { mode: 'number' }).notNull().default(0),
    /** The balance never falls below it; null for accounts that mirror the source of credits. */
    floor: bigint('floor', { mode: 'number' }),
  },
  (t) => [check('ledger_accounts_floor', sql`${t.floor} is null or ${t.balance} >= ${t.floor}`)],
)

export const ledgerTransactions = pgTable(
  'ledger_transactions',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    workspaceId: text('workspace_id').notNull(),
    /** Idempotency key: the same key never moves credits twice in one workspace. */
    key: text('key').notNull(),
    kind: text('kind').notNull(),
    agentId: text('agent_id'),
    /** Shown in the credit log: the agent's title or the feature. */
    cause: text('cause').notNull(),
    /** Milli-credits in the log: positive added, negative spent. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    /** Model usage of a charge: `Usage`. */
    usage: jsonb('usage').$type<Usage>(),
    ref: text('ref'),
    at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('ledger_transactions_key').on(t.workspaceId, t.key),
    index('ledger_transactions_ref')
      .on(t.ref)
      .where(sql`${t.ref} is not null`),
    index('ledger_transactions_log')
      .on(t.workspaceId, t.id)
      .where(sql`${t.kind} not in ('hold', 'release') and ${t.amount} <> 0`),
    check(
      'ledger_transactions_kind',
      sql`${t.kind} in ('grant', 'hold', 'settle', 'release', 'topup', 'transfer', 'refund')`,
    ),
  ],
)

export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    transactionId: bigint('transaction_id', { mode: 'number' }).notNull(),
    accountId: text('account_id').notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ name: 'ledger_entries_pk', columns: [t.transactionId, t.accountId] })],
)

export const ledgerHolds = pgTable(
  'ledger_holds',
  {
    workspaceId: text('workspace_id').notNull(),
    key: text('key').notNull(),
    /** Milli-credits; less than the original amount once more urgent work took some. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    /** Index in `HOLD_PRIORITIES`: 0 is a visitor's turn. */
    rank: smallint('rank').notNull().default(0),
    at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ name: 'ledger_holds_pk', columns: [t.workspaceId, t.key] }), index('ledger_holds_at').on(t.at)],
)

/** Budget of an agent or paying organisation for a month (UTC). The statement that posts charges adds to `spent`. */
export const creditBudgets = pgTable(
  'credit_budgets',
  {
    /** `agent:<id>` or `org:<id>`, so that a charge finds it without a look-up. */
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id').notNull(),
    kind: text('kind', { enum: ['agent', 'org'] }).notNull(),
    subjectId: text('subject_id').notNull(),
    budget: bigint('budget', { mode: 'number' }).notNull(),
    alerts: smallint('alerts').array().notNull(),
    action: text('action', { enum: ['warn', 'stop'] }).notNull(),
    /** `2026-11`, in UTC. */
    month: text('month').notNull(),
    spent: bigint('spent', { mode: 'number' }).notNull().default(0),
    /** The highest percentage of `alerts` that was passed in `month`, and the highest that was reported. */
    reached: smallint('reached').notNull().default(0),
    told: smallint('told').notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index('credit_budgets_workspace').on(t.workspaceId, t.createdAt),
    index('credit_budgets_alerts')
      .on(t.id)
      .where(sql`${t.told} < ${t.reached}`),
    check('credit_budgets_budget', sql`${t.budget} > 0`),
  ],
)

/** Mailboxes that had a month's free credits, as keyed hashes that lead to no account. Deleted after the month. */
export const freeGrants = pgTable('free_grants', {
  mailbox: text('mailbox').primaryKey(),
  /** `2026-11`, in UTC. */
  month: text('month').notNull(),
})
