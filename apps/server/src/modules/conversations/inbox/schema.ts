// The team's own data about conversations: notes, saved replies, and inbox views.
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
    /** Org of the client user who wrote it; empty for workspace members. */
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
    position: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.shortcut] })],
)

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

/** Translations by a model on request, and people's originals of translated replies. */
export const messageTranslations = snakeCase.table(
  'message_translations',
  {
    messageId: text().notNull(),
    /** Language of the text; empty for a person's original. */
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

/** Model questions in progress, so that no other process asks and pays for the same. */
export const conversationClaims = snakeCase.table(
  'conversation_claims',
  {
    conversationId: text()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    purpose: text().notNull(),
    workspaceId: text().notNull(),
    /** Identifies this claim, so that only its owner releases it. */
    claim: text().notNull(),
    claimedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.conversationId, t.purpose] })],
)
