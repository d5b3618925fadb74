// Mails of transcripts and of replies that were sent, so that their number can be limited, and where they can be answered.
import { index, integer, snakeCase, text, timestamp } from 'drizzle-orm/pg-core'
import { conversations } from '../schema.ts'

/** Rows go after two days. */
export const transcriptMails = snakeCase.table(
  'transcript_mails',
  {
    id: text().primaryKey(),
    agentId: text().notNull(),
    conversationId: text().notNull(),
    /** `transcript` or `reply`: each is limited by itself. */
    kind: text().notNull().default('transcript'),
    /** SHA-256 of the mailbox, which no spelling of the address gets around. */
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

/** Addresses that replies were mailed from: what comes there belongs to the conversation. */
export const replyAddresses = snakeCase.table(
  'reply_addresses',
  {
    /** SHA-256 of the token in the address. */
    tokenHash: text().primaryKey(),
    workspaceId: text().notNull(),
    agentId: text().notNull(),
    conversationId: text()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    /** SHA-256 of the mailbox that was written to. */
    recipient: text().notNull(),
    /** The visitor's latest message that came by mail: what the agent answers to it is mailed too. */
    answeredSeq: integer(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [index('reply_addresses_conversation').on(t.conversationId), index('reply_addresses_expiry').on(t.expiresAt)],
)
