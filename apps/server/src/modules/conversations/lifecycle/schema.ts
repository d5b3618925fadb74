// Mails of transcripts and of replies that were sent, so that their number can be limited. Rows go after two days.
import { index, snakeCase, text, timestamp } from 'drizzle-orm/pg-core'

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
