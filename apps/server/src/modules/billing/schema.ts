// The ledger of a region: append-only transactions and entries, and per workspace the accounts they add up to.
// The migration adds what no table describes: the triggers that keep it balanced and append-only.
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

/** `balance` is a projection: only the trigger on `ledger_entries` moves it. */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    /** `<workspace>:<kind>`, so that nobody has to look it up. */
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id').notNull(),
    kind: text('kind').notNull(),
    /** Milli-credits. */
    balance: bigint('balance', { mode: 'number' }).notNull().default(0),
    /** The balance never falls below it; null for accounts that mirror where credits come from. */
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
    /** What people read in the credit log: the agent's title or the feature. */
    cause: text('cause').notNull(),
    /** Milli-credits the log shows: positive came, negative went. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    /** Of a charge for models: `Usage`. */
    usage: jsonb('usage').$type<Usage>(),
    /** The other side, e.g. the workspace of a transfer or the payment of a top-up. */
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

/** Holds that are neither settled nor released: gone as soon as they are. */
export const ledgerHolds = pgTable(
  'ledger_holds',
  {
    workspaceId: text('workspace_id').notNull(),
    key: text('key').notNull(),
    /** Milli-credits; less than was held at first once more urgent work took some of it. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    /** Of `HOLD_PRIORITIES`: 0 is a visitor's turn. */
    rank: smallint('rank').notNull().default(0),
    at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ name: 'ledger_holds_pk', columns: [t.workspaceId, t.key] }), index('ledger_holds_at').on(t.at)],
)

/**
 * What an agent, or an organisation that pays, may cost in a calendar month. `spent` is what it cost in `month`: the statement
 * that posts charges adds to it.
 */
export const creditBudgets = pgTable(
  'credit_budgets',
  {
    /** `agent:<id>` or `org:<id>`, so that a charge finds it without a look-up. */
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id').notNull(),
    kind: text('kind', { enum: ['agent', 'org'] }).notNull(),
    subjectId: text('subject_id').notNull(),
    /** Milli-credits. */
    budget: bigint('budget', { mode: 'number' }).notNull(),
    /** Percents, ascending; the last is 100. */
    alerts: smallint('alerts').array().notNull(),
    /** What happens at 100 percent. */
    action: text('action', { enum: ['warn', 'stop'] }).notNull(),
    /** `2026-11`, in UTC. */
    month: text('month').notNull(),
    spent: bigint('spent', { mode: 'number' }).notNull().default(0),
    /** The highest percent of `alerts` that was passed in `month`, and the highest that people were told of. */
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

/**
 * Which mailboxes had their free credits of a month, so that a new account under the same one gets no more of them. A keyed
 * hash of the mailbox and nothing that leads to an account; rows go when their month is over.
 */
export const freeGrants = pgTable('free_grants', {
  mailbox: text('mailbox').primaryKey(),
  /** `2026-11`, in UTC. */
  month: text('month').notNull(),
})
