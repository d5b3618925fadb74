// Uploaded files and the agents that show them; the bytes are in the region's bucket.
import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const files = pgTable(
  'files',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id').notNull(),
    /** Of a visitor's file: the conversation it was sent in, with which it goes. No copy of the agent has it. */
    conversationId: text('conversation_id'),
    /**
     * Of what is attached to messages: SHA-256 of the visitor's key, or of the person who replies. Without a conversation,
     * no message carries it yet.
     */
    visitorHash: text('visitor_hash'),
    /** The agent it was uploaded for. */
    agentId: text('agent_id').notNull(),
    /** Of the person who uploaded it; empty for visitors, and when a program did with a secret. */
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

/**
 * Copies of everything that an account holds in the region, while they are made and as long as their files lie in the
 * bucket.
 */
export const accountExports = pgTable(
  'account_exports',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').notNull(),
    state: text('state', { enum: ['waiting', 'packing', 'ready', 'failed'] }).notNull(),
    /** Object key in the region's bucket. */
    key: text('key').notNull(),
    /** Parts that are packed, of how many; tables and files are a part each. */
    done: integer('done').notNull().default(0),
    total: integer('total').notNull().default(0),
    bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
    /** How often a process began it. */
    tries: integer('tries').notNull().default(0),
    createdAt: at('created_at').notNull(),
    /** The last sign of whoever packs it. */
    beatAt: at('beat_at'),
    endedAt: at('ended_at'),
    /** When file and record go. */
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [
    index('account_exports_user').on(t.userId, t.createdAt),
    index('account_exports_expiry').on(t.expiresAt),
    // One at a time, whichever process is asked.
    uniqueIndex('account_exports_one')
      .on(t.userId)
      .where(sql`${t.state} in ('waiting', 'packing')`),
  ],
)
