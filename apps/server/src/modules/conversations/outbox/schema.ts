// One row per message, written by the statement that stores it and deleted once all its jobs are enqueued.
import { bigserial, boolean, integer, snakeCase, text, timestamp } from 'drizzle-orm/pg-core'

export const messageOutbox = snakeCase.table('message_outbox', {
  id: bigserial({ mode: 'number' }).primaryKey(),
  workspaceId: text().notNull(),
  agentId: text().notNull(),
  conversationId: text().notNull(),
  seq: integer().notNull(),
  messageId: text().notNull(),
  author: text().notNull(),
  channel: text().notNull(),
  begins: boolean().notNull().default(false),
  form: boolean().notNull().default(false),
  at: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
})
