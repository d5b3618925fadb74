// What people of the agent's side keep beside the messages: notes on a conversation, and ready answers.
import type { Person } from '@parlance/contract/conversations/schemas'
import { index, integer, jsonb, primaryKey, snakeCase, text, timestamp } from 'drizzle-orm/pg-core'
import { conversations } from '../schema.ts'

export const conversationNotes = snakeCase.table(
  'conversation_notes',
  {
    id: text().primaryKey(),
    workspaceId: text().notNull(),
    conversationId: text()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    /** Of the client user who wrote it; empty for people of the workspace. */
    orgId: text().notNull().default(''),
    author: jsonb().$type<Person>().notNull(),
    text: text().notNull(),
    at: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  },
  (t) => [index('conversation_notes_of').on(t.conversationId, t.at)],
)
export type NoteRow = typeof conversationNotes.$inferSelect

export const cannedReplies = snakeCase.table(
  'canned_replies',
  {
    workspaceId: text().notNull(),
    shortcut: text().notNull(),
    text: text().notNull(),
    /** In the order they were saved. */
    position: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.shortcut] })],
)
