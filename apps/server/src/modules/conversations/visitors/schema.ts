// Visitors whom the host page has named with a signed token; anonymous ones have no row.
import { index, primaryKey, snakeCase, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

const at = () => timestamp({ withTimezone: true, mode: 'date' })

export const visitors = snakeCase.table(
  'visitors',
  {
    agentId: text().notNull(),
    /** As the host page calls them: the token's `sub`. */
    subject: text().notNull(),
    workspaceId: text().notNull(),
    /** SHA-256 of the key that opens their conversations. */
    visitorHash: text().notNull(),
    name: text().notNull().default(''),
    email: text().notNull().default(''),
    firstAt: at().notNull(),
    lastAt: at().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.subject] }),
    // Whose key began a conversation: asked with every new one.
    uniqueIndex('visitors_key').on(t.agentId, t.visitorHash),
    index('visitors_workspace').on(t.workspaceId, t.lastAt),
  ],
)
export type VisitorRow = typeof visitors.$inferSelect
