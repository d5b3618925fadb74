// Which region an account at an outside service belongs to: its calls name the account and no region.
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

/**
 * Connections that providers speak through, instead of calling: which process has each, until when, and what the next one needs
 * to go on where it ended.
 */
export const providerGateways = pgTable('provider_gateways', {
  provider: text('provider').primaryKey(),
  node: text('node').notNull(),
  until: timestamp('until', { withTimezone: true, mode: 'date' }),
  state: jsonb('state'),
})
