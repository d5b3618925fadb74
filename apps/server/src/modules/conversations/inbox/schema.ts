// What people of the agent's side keep beside the messages: notes on a conversation, ready answers, and views of the inbox.
import type { SavedView } from '@parlance/contract/conversations/saved-views-api'
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
    mentions: jsonb().$type<Pick<Person, 'kind' | 'id' | 'name'>[]>().notNull().default([]),
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

/** Each person's own, in their order. */
export const savedViews = snakeCase.table(
  'saved_views',
  {
    workspaceId: text().notNull(),
    kind: text().$type<Person['kind']>().notNull(),
    personId: text().notNull(),
    items: jsonb().$type<SavedView[]>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.kind, t.personId] }),
    index('saved_views_person').on(t.kind, t.personId),
  ],
)

/** Made on request by a model, and what people wrote before their reply was translated. */
export const messageTranslations = snakeCase.table(
  'message_translations',
  {
    messageId: text().notNull(),
    /** Of the text; empty for what a person wrote themselves. */
    language: text().notNull(),
    conversationId: text()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    workspaceId: text().notNull(),
    text: text().notNull(),
    at: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.messageId, t.language] }),
    index('message_translations_of').on(t.conversationId, t.language),
  ],
)
export type TranslationRow = typeof messageTranslations.$inferSelect

/** What a model is being asked about a conversation, so that no other process asks and pays for the same. */
export const conversationClaims = snakeCase.table(
  'conversation_claims',
  {
    conversationId: text()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    purpose: text().notNull(),
    workspaceId: text().notNull(),
    /** Names this claim, so that only its owner releases it. */
    claim: text().notNull(),
    claimedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.conversationId, t.purpose] })],
)
