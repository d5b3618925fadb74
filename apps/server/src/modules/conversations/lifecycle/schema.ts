// Sent transcript and reply mails, for their limits, and the reply addresses.
import { index, integer, snakeCase, text, timestamp } from 'drizzle-orm/pg-core'
import { conversations } from '../schema.ts'

/** Rows are deleted after two days. */
export const transcriptMails = snakeCase.table(
  'transcript_mails',
  {
    id: text().primaryKey(),
    agentId: text().notNull(),
    conversationId: text().notNull(),
    /** `transcript` or `reply`, each with its own limit. */
    kind: text().notNull().default('transcript'),
    /** SHA-256 of the normalised mailbox, so that spelling variants share a limit. */
    recipient: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    index('transcript_mails_agent').on(t.agentId, t.at),
    index('transcript_mails_recipient').on(t.recipient, t.at),
    index('transcript_mails_conversation').on(t.conversationId, t.at),
    index('transcript_mails_at').on(t.at),
  ],
)

export const replyAddresses = snakeCase.table(
  'reply_addresses',
  {
    tokenHash: text().primaryKey(),
    workspaceId: text().notNull(),
    agentId: text().notNull(),
    conversationId: text()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    recipient: text().notNull(),
    /** The visitor's latest message by mail: the agent's answer to it is mailed too. */
    answeredSeq: integer(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [index('reply_addresses_conversation').on(t.conversationId), index('reply_addresses_expiry').on(t.expiresAt)],
)
