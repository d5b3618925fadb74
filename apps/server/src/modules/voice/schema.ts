// Calls with agents: times, caller, transcript, latency and cost.
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, snakeCase, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

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
    /** Last heartbeat of the process that has it. */
    beatAt: at(),
    node: text().notNull().default(''),
    durationMs: integer().notNull().default(0),
    interruptions: integer().notNull().default(0),
    cost: bigint({ mode: 'number' }).notNull().default(0),
    transcriber: jsonb().notNull().default({}),
    speech: jsonb().notNull().default({}),
    transcript: jsonb().notNull().default([]),
    latencies: jsonb().notNull().default([]),
    recording: text(),
    /** For phone calls: `in` or `out`, our number, and the carrier's id. */
    direction: text().notNull().default(''),
    lineId: text().notNull().default(''),
    line: text().notNull().default(''),
    providerId: text().notNull().default(''),
    /** The carrier's last status, and its guess of who answered. */
    carrierStatus: text().notNull().default(''),
    answeredBy: text().notNull().default(''),
    /** Reference of the module that placed an outgoing call; it is notified of changes. */
    reference: text().notNull().default(''),
    /** Settings of an outgoing call. */
    plan: jsonb().notNull().default({}),
    /** The transfer target, if transferred. */
    transfer: jsonb(),
    /** What the service that ran the call reported. */
    engineReport: jsonb(),
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
    index('calls_transferred')
      .on(t.createdAt)
      .where(sql`transfer is not null`),
    index('calls_open')
      .on(t.workspaceId, t.createdAt)
      .where(sql`state <> 'ended'`),
  ],
)

/** Assistants at Vapi that stand for agents. */
export const vapiAssistants = snakeCase.table(
  'vapi_assistants',
  {
    agentId: text().primaryKey(),
    workspaceId: text().notNull(),
    assistantId: text().notNull(),
    /** Hash of the account that has it. */
    account: text().notNull(),
    /** Hash of what was sent last. */
    content: text().notNull(),
    /** Named in the agent's settings, so it is never deleted. */
    isGiven: boolean().notNull().default(false),
    updatedAt: at().notNull(),
  },
  (t) => [index('vapi_assistants_workspace').on(t.workspaceId)],
)
