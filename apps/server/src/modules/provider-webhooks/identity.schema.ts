// Which region an account at an outside service belongs to: its calls name the account and no region.
import { index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

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
