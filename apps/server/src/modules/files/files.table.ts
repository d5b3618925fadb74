// Uploaded files and the agents that show them; the bytes are in the region's bucket.
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const files = pgTable(
  'files',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id').notNull(),
    /** Of a visitor's file: the conversation it was sent in, with which it goes. No copy of the agent has it. */
    conversationId: text('conversation_id'),
    /** Of what a visitor attaches to messages: SHA-256 of their key. Without a conversation, no message carries it yet. */
    visitorHash: text('visitor_hash'),
    /** The agent it was uploaded for. */
    agentId: text('agent_id').notNull(),
    /** Empty when a program uploaded it with a secret. */
    userId: text('user_id').notNull(),
    key: text('key').notNull(),
    filename: text('filename').notNull(),
    mime: text('mime').notNull(),
    /** Bytes. */
    size: integer('size').notNull(),
    createdAt: at('created_at').notNull(),
    /** When a temporary one goes; null for those that stay. */
    expiresAt: at('expires_at'),
  },
  (t) => [
    index('files_workspace').on(t.workspaceId, t.createdAt),
    index('files_expiry')
      .on(t.expiresAt)
      .where(sql`${t.expiresAt} is not null`),
    index('files_conversation')
      .on(t.conversationId)
      .where(sql`${t.conversationId} is not null`),
    index('files_of_visitors')
      .on(t.agentId)
      .where(sql`${t.conversationId} is not null`),
  ],
)

/** A duplicated agent shows the pictures of its original: a file goes with the last agent that has it. */
export const fileUses = pgTable(
  'file_uses',
  {
    fileId: text('file_id')
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    agentId: text('agent_id').notNull(),
  },
  (t) => [primaryKey({ name: 'file_uses_pk', columns: [t.agentId, t.fileId] }), index('file_uses_file').on(t.fileId)],
)
