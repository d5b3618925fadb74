// Calls with agents: when, with whom, what was said and heard, how fast and for how much.
import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, snakeCase, text, timestamp } from 'drizzle-orm/pg-core'

const at = () => timestamp({ withTimezone: true, mode: 'date' })

export const calls = snakeCase.table(
  'calls',
  {
    id: text().primaryKey(),
    workspaceId: text().notNull(),
    agentId: text().notNull(),
    conversationId: text(),
    /** SHA-256 of the caller's key. */
    visitorHash: text().notNull().default(''),
    kind: text().notNull(),
    state: text().notNull().default('created'),
    endReason: text(),
    phone: text().notNull().default(''),
    createdAt: at().notNull(),
    answeredAt: at(),
    endedAt: at(),
    /** The last sign of the process that holds it. */
    beatAt: at(),
    node: text().notNull().default(''),
    durationMs: integer().notNull().default(0),
    interruptions: integer().notNull().default(0),
    /** Milli-credits of its minutes. */
    cost: bigint({ mode: 'number' }).notNull().default(0),
    transcriber: jsonb().notNull().default({}),
    speech: jsonb().notNull().default({}),
    transcript: jsonb().notNull().default([]),
    latencies: jsonb().notNull().default([]),
    recording: text(),
  },
  (t) => [
    index('calls_agent').on(t.agentId, t.createdAt),
    index('calls_workspace').on(t.workspaceId),
    index('calls_conversation')
      .on(t.conversationId)
      .where(sql`conversation_id is not null`),
    index('calls_open')
      .on(t.workspaceId, t.createdAt)
      .where(sql`state <> 'ended'`),
  ],
)
