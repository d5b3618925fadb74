// Conversations, their messages and turns. A turn is the unit of work: one question, one answer, one receipt.
import type { Person, Speaker } from '@parlance/contract/conversations/schemas'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  primaryKey,
  snakeCase,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { teams } from './teams/schema.ts'

const at = () => timestamp({ withTimezone: true, mode: 'date' })

export const conversations = snakeCase.table(
  'conversations',
  {
    id: text().primaryKey(),
    workspaceId: text().notNull(),
    agentId: text().notNull(),
    channel: text().notNull(),
    state: text().notNull().default('ai-chatting'),
    /** SHA-256 of the visitor's key, so that only they have the key. */
    visitorHash: text().notNull(),
    visitor: text().notNull(),
    /** Code in an anonymous visitor's name; empty for names stored without one. */
    visitorCode: text().notNull().default(''),
    title: text().notNull().default(''),
    preview: text().notNull().default(''),
    pageUrl: text().notNull().default(''),
    language: text().notNull().default(''),
    /** The conversation's state in the agent's graph (`EngineState`); null while there is none. */
    engine: jsonb(),
    ephemeral: boolean().notNull().default(false),
    /** Also the highest sequence number. */
    messageCount: integer().notNull().default(0),
    /** The speaker lease: which turn may answer, and until when it counts as alive. */
    runningTurn: text(),
    leaseUntil: at(),
    startedAt: at().notNull(),
    lastMessageAt: at().notNull(),
    /** The subject of a signed identity; null for anonymous visitors. */
    identity: text(),
    visitorReadSeq: integer().notNull().default(0),
    /** When they had seen it; null if not recorded. */
    visitorReadAt: at(),
    /** When the visitor agreed to the agent's terms; null if not asked. */
    consentedAt: at(),
    handoffAt: at(),
    /** The `{ email, message }` that a visitor left because no one came. */
    leftMessage: jsonb(),
    /** No one on the team has taken over or ended the conversation since. */
    leftOpen: boolean().notNull().default(false),
    /** When unread replies are mailed to the left message's address; null without any. */
    replyMailAt: at(),
    /** The sequence number of the first of them. */
    replyMailSeq: integer(),
    /** The sequence number of the last mailed reply; 0 before the first. */
    replyMailedSeq: integer().notNull().default(0),
    endedAt: at(),
    /** 1 to 5. */
    rating: integer(),
    ratingComment: text(),
    ratedAt: at(),
    /** The person who has the conversation or should look after it: `{ kind, id, name }`. */
    assignee: jsonb().$type<Person>(),
    /** When it was assigned; null when unassigned, or assigned by an older version. */
    assignedAt: at(),
    /** The assigned team, one of whose members is asked; null without a team. */
    teamId: text().references(() => teams.id, { onDelete: 'set null' }),
    tags: text().array().notNull().default([]),
    /** The highest sequence number that anyone on the team has seen. */
    seenSeq: integer().notNull().default(0),
    snoozedUntil: at(),
    /** `{ reason, opensAt, asksEmail }` of a failed hand-off request; null once the visitor continued. */
    missed: jsonb(),
    handback: jsonb(),
    brief: jsonb(),
  },
  (t) => [
    index('conversations_visitor').on(t.agentId, t.visitorHash),
    index('conversations_identity')
      .on(t.agentId, t.identity)
      .where(sql`identity is not null`),
    index('conversations_agent').on(t.agentId, t.lastMessageAt.desc().nullsFirst(), t.id),
    index('conversations_workspace').on(t.workspaceId, t.lastMessageAt.desc().nullsFirst(), t.id),
    index('conversations_waiting')
      .on(t.workspaceId, t.agentId)
      .where(sql`handoff_at is not null`),
    index('conversations_left')
      .on(t.workspaceId, t.agentId)
      .where(sql`left_open`),
    index('conversations_assigned')
      .on(t.workspaceId, sql`(assignee ->> 'id')`)
      .where(sql`assignee is not null`),
    index('conversations_held')
      .on(t.id)
      .where(sql`assignee is not null and (handoff_at is not null or state = 'human-chatting')`),
    index('conversations_ephemeral')
      .on(t.lastMessageAt)
      .where(sql`ephemeral`),
    index('conversations_reply_mail')
      .on(t.replyMailAt)
      .where(sql`reply_mail_at is not null`),
    index('conversations_team')
      .on(t.teamId)
      .where(sql`team_id is not null`),
    index('conversations_rated')
      .on(t.workspaceId, t.ratedAt)
      .where(sql`rating is not null`),
  ],
)

export const messages = snakeCase.table(
  'messages',
  {
    conversationId: text()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    /** For one index that searches within a workspace. A trigger fills it in for older versions' processes. */
    workspaceId: text().notNull().default(''),
    seq: integer().notNull(),
    id: text().notNull(),
    turnId: text().notNull(),
    author: text().notNull(),
    items: jsonb().notNull(),
    /** The whole message as plain text, when the first item is not all of it. */
    plain: text(),
    /** For a visitor's message from an item: the item, and the submitted values. */
    submission: jsonb(),
    /** `{ name, photoURL }` of the author, or of the person a notice is about. */
    by: jsonb().$type<Speaker>(),
    status: text().notNull(),
    sources: jsonb().notNull().default([]),
    at: at().notNull(),
    /** When a visitor changed it in their messenger. */
    editedAt: at(),
  },
  (t) => [
    primaryKey({ columns: [t.conversationId, t.seq] }),
    uniqueIndex('messages_id').on(t.id),
    uniqueIndex('messages_one_answer')
      .on(t.turnId)
      .where(sql`author = 'agent'`),
    // People's and system messages are rare, so that the agent's answers don't pay for this index.
    index('messages_people')
      .on(t.workspaceId, t.at)
      .where(sql`author in ('human', 'system')`),
    // New words go to a pending list first, which keeps storing messages cheap.
    index('messages_words')
      .using('gin', t.workspaceId, sql`(coalesce(plain, items->0->>'text')) gin_trgm_ops`)
      .with({ gin_pending_list_limit: 256 }),
  ],
)

export const turns = snakeCase.table(
  'turns',
  {
    id: text().primaryKey(),
    workspaceId: text().notNull(),
    /** The organisation that pays; null when the workspace does. */
    payerId: text(),
    agentId: text().notNull(),
    conversationId: text()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    visitorHash: text().notNull(),
    /** The client's id of the message: a repeat is the same turn. */
    clientMessageId: text().notNull(),
    /** SHA-256 of the message's content; null in turns of older versions. */
    bodyHash: text(),
    replyId: text().notNull(),
    status: text().notNull().default('running'),
    error: text().notNull().default(''),
    model: text().notNull().default(''),
    /** `platform`, `ownKey` or `sandbox`: whose key pays the model. */
    paidBy: text().notNull().default('platform'),
    /** Why the model stopped, as in the stream; empty while it runs. */
    finishReason: text().notNull().default(''),
    sources: jsonb().notNull().default([]),
    hold: bigint({ mode: 'number' }).notNull(),
    cost: bigint({ mode: 'number' }).notNull().default(0),
    inputTokens: integer().notNull().default(0),
    outputTokens: integer().notNull().default(0),
    /** `EngineState` after the turn, for going back; and the trace that explains the answer. */
    engine: jsonb(),
    trace: jsonb(),
    /** The process that runs it; only that one may finish it while the lease is valid. */
    node: text().notNull(),
    leaseUntil: at().notNull(),
    startedAt: at().notNull(),
    endedAt: at(),
  },
  (t) => [
    uniqueIndex('turns_once').on(t.agentId, t.visitorHash, t.clientMessageId),
    index('turns_conversation').on(t.conversationId),
    index('turns_running')
      .on(t.leaseUntil)
      .where(sql`status = 'running'`),
  ],
)

/** Output of running turns, appended as text or whole items; `at_char` is its position. Deleted at the end. */
export const turnChunks = snakeCase.table(
  'turn_chunks',
  { turnId: text().notNull(), atChar: integer().notNull(), text: text().notNull(), item: jsonb() },
  (t) => [primaryKey({ columns: [t.turnId, t.atChar] })],
)

export const agentUsage = snakeCase.table(
  'agent_usage',
  {
    agentId: text().notNull(),
    month: text().notNull(),
    messages: integer().notNull().default(0),
    milli: bigint({ mode: 'number' }).notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.month] })],
)
