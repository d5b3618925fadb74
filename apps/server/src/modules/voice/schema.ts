// Calls with agents: when, with whom, what was said and heard, how fast and for how much.
import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, snakeCase, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

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
    /** Of a phone call: `in` or `out`, our number, and what the carrier calls it. */
    direction: text().notNull().default(''),
    lineId: text().notNull().default(''),
    line: text().notNull().default(''),
    providerId: text().notNull().default(''),
    /** The last that the carrier said of it, and who it thinks answered. */
    carrierStatus: text().notNull().default(''),
    answeredBy: text().notNull().default(''),
    /** Of whoever began an outgoing call; told of every change. */
    reference: text().notNull().default(''),
    /** How an outgoing call is to go. */
    plan: jsonb().notNull().default({}),
    /** Where it went on, if it was passed on. */
    transfer: jsonb(),
  },
  (t) => [
    index('calls_agent').on(t.agentId, t.createdAt),
    index('calls_workspace').on(t.workspaceId),
    index('calls_conversation')
      .on(t.conversationId)
      .where(sql`conversation_id is not null`),
    uniqueIndex('calls_provider')
      .on(t.workspaceId, t.providerId)
      .where(sql`provider_id <> ''`),
    index('calls_open')
      .on(t.workspaceId, t.createdAt)
      .where(sql`state <> 'ended'`),
  ],
)
