// Maps accounts at outside services to regions, because their calls name only the account.
import { index, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

export const providerAccounts = pgTable(
  'provider_accounts',
  {
    provider: text('provider').notNull(),
    account: text('account').notNull(),
    region: text('region').notNull(),
    workspaceId: text('workspace_id').notNull(),
    connectionId: text('connection_id').notNull().default(''),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.provider, t.account] }), index('provider_accounts_workspace').on(t.workspaceId)],
)

/** Gateway connections: the process that holds each, until when, and the state to resume from. */
export const providerGateways = pgTable('provider_gateways', {
  provider: text('provider').primaryKey(),
  node: text('node').notNull(),
  until: timestamp('until', { withTimezone: true, mode: 'date' }),
  state: jsonb('state'),
  /** Why nothing arrives, as a stored message; empty while all is well. */
  problem: text('problem').notNull().default(''),
  problemAt: timestamp('problem_at', { withTimezone: true, mode: 'date' }),
})
