// Uploaded files and the agents that use them; the bytes are in the region's bucket.
import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const files = pgTable(
  'files',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id').notNull(),
    /** For visitors' files: the conversation, with which they are deleted. Copies of the agent don't get them. */
    conversationId: text('conversation_id'),
    /** SHA-256 of the visitor's key, or of the person who replies. Unsent while there is no conversation. */
    visitorHash: text('visitor_hash'),
    agentId: text('agent_id').notNull(),
    /** The user who uploaded it; empty for visitors, and for uploads with a secret. */
    userId: text('user_id').notNull(),
    key: text('key').notNull(),
    filename: text('filename').notNull(),
    mime: text('mime').notNull(),
    size: integer('size').notNull(),
    createdAt: at('created_at').notNull(),
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

/** Agents use pictures of their originals and templates: a file is deleted with the last agent or template that uses it. */
export const fileUses = pgTable(
  'file_uses',
  {
    fileId: text('file_id')
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    /** Or `template|` and the id of a template. */
    agentId: text('agent_id').notNull(),
  },
  (t) => [primaryKey({ name: 'file_uses_pk', columns: [t.agentId, t.fileId] }), index('file_uses_file').on(t.fileId)],
)

/** Account exports of the region, while they are made and as long as their files exist. */
export const accountExports = pgTable(
  'account_exports',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').notNull(),
    state: text('state', { enum: ['waiting', 'packing', 'ready', 'failed'] }).notNull(),
    key: text('key').notNull(),
    /** Parts that are packed, and their total; each table and file is a part. */
    done: integer('done').notNull().default(0),
    total: integer('total').notNull().default(0),
    bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
    /** How often a process started it. */
    tries: integer('tries').notNull().default(0),
    createdAt: at('created_at').notNull(),
    /** The last heartbeat of the process that packs it. */
    beatAt: at('beat_at'),
    endedAt: at('ended_at'),
    /** When file and row are deleted. */
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [
    index('account_exports_user').on(t.userId, t.createdAt),
    index('account_exports_expiry').on(t.expiresAt),
    // One at a time, across processes.
    uniqueIndex('account_exports_one')
      .on(t.userId)
      .where(sql`${t.state} in ('waiting', 'packing')`),
  ],
)
