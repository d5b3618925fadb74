// Columns of the table of responses stored under an Idempotency-Key: one table per region, one for global calls.
import { integer, text, timestamp } from 'drizzle-orm/pg-core'

export const idempotencyColumns = () => ({
  /** SHA-256 of actor and key; neither is stored in clear. */
  id: text('id').primaryKey(),
  /** SHA-256 of the actor, which limits what each actor stores. */
  actorHash: text('actor_hash').notNull(),
  /** SHA-256 of call and input. */
  fingerprint: text('fingerprint').notNull(),
  /** SHA-256 of an uploaded file, known once it was read; '' for calls without a file. */
  fileHash: text('file_hash').notNull().default(''),
  /** Identifies the request that runs the call; only it may finish it. */
  runId: text('run_id').notNull(),
  lockedUntil: timestamp('locked_until', { withTimezone: true }).notNull(),
  /** 0 while the call runs. */
  status: integer('status').notNull().default(0),
  /** Body and headers; '' while the call runs and when the response was too large to store. */
  sealedAnswer: text('sealed_answer').notNull().default(''),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
})
