// Visitors whom the host page has named with a signed token (anonymous ones have no row), where visitors are, whom people
// have blocked, and which visitors are the same person.
import type { Person, SeenPage } from '@parlance/contract/conversations/schemas'
import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, primaryKey, snakeCase, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { conversations } from '../schema.ts'

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

/** Where the visitor of a conversation is now, and which pages they saw during it. */
export const visitorPresence = snakeCase.table(
  'visitor_presence',
  {
    conversationId: text()
      .primaryKey()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    workspaceId: text().notNull(),
    agentId: text().notNull(),
    isHere: boolean().notNull(),
    /** Renewed while one of their streams is open; then since when they are away. */
    seenAt: at().notNull(),
    /** Oldest first. */
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
    /** Org of the client user who blocked them; empty for people of the workspace. */
    orgId: text().notNull().default(''),
    /** Agents that the block holds for: those of the org by now; null for all of the workspace. */
    agentIds: text().array(),
    /** Where they were blocked. */
    agentId: text().notNull(),
    visitorHash: text().notNull(),
    /** Of their signed identity; null where there was none. The e-mail address knows them at other agents. */
    subject: text(),
    email: text().notNull().default(''),
    visitor: text().notNull(),
    visitorCode: text().notNull().default(''),
    by: jsonb().$type<Person>().notNull(),
    at: at().notNull(),
  },
  // Asked with every message.
  (t) => [
    index('blocked_visitors_visitor').on(t.workspaceId, t.visitorHash),
    index('blocked_visitors_subject')
      .on(t.workspaceId, t.subject)
      .where(sql`subject is not null`),
  ],
)
export type BlockedVisitorRow = typeof blockedVisitors.$inferSelect

/** Visitors of an agent who are one person. It shows people what belongs together, and opens nothing to the visitors. */
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
