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
    /** SHA-256 of the visitor's key: the key itself is theirs alone. */
    visitorHash: text().notNull(),
    visitor: text().notNull(),
    /** Of the name of an anonymous visitor; empty where the name was stored without one. */
    visitorCode: text().notNull().default(''),
    title: text().notNull().default(''),
    preview: text().notNull().default(''),
    pageUrl: text().notNull().default(''),
    language: text().notNull().default(''),
    /** Where the conversation is in the agent's graph (`EngineState`); null while there is nothing to remember. */
    engine: jsonb(),
    /** Kept for the session only (`recordChatHistory` off): not listed, removed once idle. */
    ephemeral: boolean().notNull().default(false),
    /** Also the highest sequence number. */
    messageCount: integer().notNull().default(0),
    /** The speaker lease: which turn may answer, and until when it counts as alive. */
    runningTurn: text(),
    leaseUntil: at(),
    startedAt: at().notNull(),
    lastMessageAt: at().notNull(),
    /** The subject of a signed identity; null while the visitor is nobody in particular. */
    identity: text(),
    /** The highest sequence number the visitor has seen. */
    visitorReadSeq: integer().notNull().default(0),
    /** When they had seen it; null where that was not kept. */
    visitorReadAt: at(),
    /** When the visitor agreed to the agent's terms; null where nothing was asked. */
    consentedAt: at(),
    /** When a human was asked for; null once nobody is waited for. */
    handoffAt: at(),
    /** `{ email, message }` a visitor left because nobody came. */
    leftMessage: jsonb(),
    /** Nobody of the agent's side has taken over or ended the conversation since. */
    leftOpen: boolean().notNull().default(false),
    /** When replies that the visitor has not read go to the address of the left message; null while there are none. */
    replyMailAt: at(),
    /** The sequence number of the first of them. */
    replyMailSeq: integer(),
    endedAt: at(),
    /** 1 to 5. */
    rating: integer(),
    ratingComment: text(),
    ratedAt: at(),
    /** Who speaks in place of the agent, or is to look after it: `{ kind, id, name }`. */
    assignee: jsonb().$type<Person>(),
    /** When it was given to them; null where nobody has it, or a version gave it that did not say. */
    assignedAt: at(),
    /** The team it is assigned to: one of its members is asked; null where it is no team's. */
    teamId: text().references(() => teams.id, { onDelete: 'set null' }),
    tags: text().array().notNull().default([]),
    /** The highest sequence number that somebody of the agent's side has seen. */
    seenSeq: integer().notNull().default(0),
    snoozedUntil: at(),
    /** `{ reason, opensAt, asksEmail }` of a request for a human that came to nothing; null once the visitor went on. */
    missed: jsonb(),
    /** `{ by, text, at }`: what the person settled who handed it back last. */
    handback: jsonb(),
    /** What was tried before a human was asked for, as a model summed it up. */
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
    /**
     * Of the conversation, here too so that one index finds words within a workspace. A process of a version that does not
     * know it leaves it empty; a trigger fills it in.
     */
    workspaceId: text().notNull().default(''),
    seq: integer().notNull(),
    id: text().notNull(),
    turnId: text().notNull(),
    author: text().notNull(),
    items: jsonb().notNull(),
    /** All of it as plain text, where the first item alone does not say it. */
    plain: text(),
    /** Of a visitor's message that came from an item: which one, and the values sent. */
    submission: jsonb(),
    /** `{ name, photoURL }` of the person who wrote it, or whom a notice is about. */
    by: jsonb().$type<Speaker>(),
    status: text().notNull(),
    sources: jsonb().notNull().default([]),
    at: at().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.conversationId, t.seq] }),
    uniqueIndex('messages_id').on(t.id),
    uniqueIndex('messages_one_answer')
      .on(t.turnId)
      .where(sql`author = 'agent'`),
    // What people and the product itself say is rare, so that answers of agents pay nothing for it.
    index('messages_people')
      .on(t.workspaceId, t.at)
      .where(sql`author in ('human', 'system')`),
    // Words wait in a short list, so that storing a message stays cheap and no message pays for many.
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
    /** The organisation that pays; null where the workspace does. */
    payerId: text(),
    agentId: text().notNull(),
    conversationId: text()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    visitorHash: text().notNull(),
    /** The client's own id of the message: the same one again is the same turn. */
    clientMessageId: text().notNull(),
    /** SHA-256 of what the message says and carries; null in turns of a version that did not keep it. */
    bodyHash: text(),
    replyId: text().notNull(),
    status: text().notNull().default('running'),
    error: text().notNull().default(''),
    model: text().notNull().default(''),
    /** `platform`, `ownKey` or `sandbox`: whose key pays the model. */
    paidBy: text().notNull().default('platform'),
    /** Why the model ended, as the stream told it; empty while it runs. */
    finishReason: text().notNull().default(''),
    sources: jsonb().notNull().default([]),
    /** Milli-credits held, and what was charged in the end. */
    hold: bigint({ mode: 'number' }).notNull(),
    cost: bigint({ mode: 'number' }).notNull().default(0),
    inputTokens: integer().notNull().default(0),
    outputTokens: integer().notNull().default(0),
    /** `EngineState` after the turn, to go back to; and why the agent said what it said. */
    engine: jsonb(),
    trace: jsonb(),
    /** Which process runs it; only that one may finish it while the lease lives. */
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

/** What running turns said, appended every moment: text or a whole item; `at_char` is its place. Gone once the turn has ended. */
export const turnChunks = snakeCase.table(
  'turn_chunks',
  { turnId: text().notNull(), atChar: integer().notNull(), text: text().notNull(), item: jsonb() },
  (t) => [primaryKey({ columns: [t.turnId, t.atChar] })],
)

/** What an agent used in a calendar month (UTC), for its limits. */
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
