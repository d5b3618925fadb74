// Identified visitors named by a signed token (anonymous ones have no row), presence, blocks, and merged visitors.
import type { Person, SeenPage } from '@parlance/contract/conversations/schemas'
import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, primaryKey, snakeCase, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { conversations } from '../schema.ts'

const at = () => timestamp({ withTimezone: true, mode: 'date' })

export const visitors = snakeCase.table(
  'visitors',
  {
    agentId: text().notNull(),
    /** The host page's id: the token's `sub`. */
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
    // Looked up for every new conversation.
    uniqueIndex('visitors_key').on(t.agentId, t.visitorHash),
    index('visitors_workspace').on(t.workspaceId, t.lastAt),
  ],
)
export type VisitorRow = typeof visitors.$inferSelect

/** A visitor's current presence in a conversation, and the pages they saw during it. */
export const visitorPresence = snakeCase.table(
  'visitor_presence',
  {
    conversationId: text()
      .primaryKey()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    workspaceId: text().notNull(),
    agentId: text().notNull(),
    isHere: boolean().notNull(),
    /** Renewed while a stream is open; afterwards, the time they left. */
    seenAt: at().notNull(),
    pages: jsonb().$type<SeenPage[]>().notNull().default([]),
  },
  (t) => [
    index('visitor_presence_here')
      .on(t.seenAt)
      .where(sql`is_here`),
  ],
)

export const blockedVisitors = snakeCase.table(
  'blocked_visitors',
  {
    id: text().primaryKey(),
    workspaceId: text().notNull(),
    /** Org of the client user who blocked them; empty for workspace members. */
    orgId: text().notNull().default(''),
    /** Agents where the block applies, i.e. the org's current ones; null for the whole workspace. */
    agentIds: text().array(),
    agentId: text().notNull(),
    visitorHash: text().notNull(),
    /** Subject of the signed identity; null without one. The e-mail address identifies them at other agents. */
    subject: text(),
    email: text().notNull().default(''),
    visitor: text().notNull(),
    visitorCode: text().notNull().default(''),
    by: jsonb().$type<Person>().notNull(),
    at: at().notNull(),
  },
  // Read for every message.
  (t) => [
    index('blocked_visitors_visitor').on(t.workspaceId, t.visitorHash),
    index('blocked_visitors_subject')
      .on(t.workspaceId, t.subject)
      .where(sql`subject is not null`),
  ],
)
export type BlockedVisitorRow = typeof blockedVisitors.$inferSelect

/** Visitors of an agent who are the same person. Groups data for the team, and opens nothing to visitors. */
export const contactVisitors = snakeCase.table(
  'contact_visitors',
  {
    agentId: text().notNull(),
    visitorHash: text().notNull(),
    workspaceId: text().notNull(),
    contactId: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.visitorHash] }), index('contact_visitors_contact').on(t.contactId)],
)
