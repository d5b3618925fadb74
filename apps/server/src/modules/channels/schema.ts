import { sql } from 'drizzle-orm'
import {
  bigserial,
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

const at = () => timestamp({ withTimezone: true, mode: 'date' })

export const channelConnections = snakeCase.table(
  'channel_connections',
  {
    id: text().primaryKey(),
    workspaceId: text().notNull(),
    agentId: text().notNull(),
    channel: text().notNull(),
    account: text().notNull(),
    name: text().notNull().default(''),
    /** `active`, `failing` when the provider refuses our token, or `lost` when it delivers nothing to us. */
    status: text().notNull().default('active'),
    settings: jsonb().notNull().default({}),
    secrets: text().notNull(),
    lastError: text().notNull().default(''),
    lastErrorAt: at(),
    createdAt: at().notNull(),
  },
  (t) => [
    uniqueIndex('channel_connections_agent').on(t.agentId, t.channel),
    uniqueIndex('channel_connections_account').on(t.channel, t.account),
    index('channel_connections_workspace').on(t.workspaceId),
  ],
)

/**
 * A person on a channel. `visitorHash`, like that of a widget's key, merges contacts; `conversationId` is the current
 * one.
 */
export const externalIdentities = snakeCase.table(
  'external_identities',
  {
    id: text().primaryKey(),
    workspaceId: text().notNull(),
    agentId: text().notNull(),
    connectionId: text()
      .notNull()
      .references(() => channelConnections.id, { onDelete: 'cascade' }),
    externalId: text().notNull(),
    thread: text().notNull(),
    isGroup: boolean().notNull().default(false),
    visitorHash: text().notNull(),
    name: text().notNull().default(''),
    language: text().notNull().default(''),
    conversationId: text(),
    /** A form being filled in question by question. */
    form: jsonb(),
    /** Further data needed to write to the thread. */
    details: jsonb().notNull().default({}),
    /** At the provider, the message in which an answer shows while it is written. */
    draft: text(),
    isBlocked: boolean().notNull().default(false),
    /** When that was said, by the provider's clock: late events change nothing. */
    blockedAt: at(),
    /** When they agreed to the agent's terms, if it asks for that. */
    consentedAt: at(),
    lastInboundAt: at(),
    /** Inbound items within 24 hours from `receivedSince`. */
    received: integer().notNull().default(0),
    receivedSince: at(),
    createdAt: at().notNull(),
    /** The process that handles inbound items or sends; none once the lease is over. */
    laneNode: text().notNull().default(''),
    laneUntil: at(),
    sendNode: text().notNull().default(''),
    sendUntil: at(),
  },
  (t) => [
    uniqueIndex('external_identities_thread').on(t.connectionId, t.thread),
    index('external_identities_external').on(t.connectionId, t.externalId),
    index('external_identities_conversation').on(t.conversationId),
    index('external_identities_workspace').on(t.workspaceId),
  ],
)

/**
 * People who opted out of messages that they did not ask for, known by what their threads share; and those who opted out
 * of a channel of phone numbers that is disconnected now.
 */
export const channelOptOuts = snakeCase.table(
  'channel_opt_outs',
  {
    agentId: text().notNull(),
    channel: text().notNull(),
    sender: text().notNull(),
    workspaceId: text().notNull(),
    /** The disconnected number, which may be connected to another agent; empty for opt-outs by link. */
    account: text().notNull().default(''),
    at: at().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.channel, t.sender] }),
    index('channel_opt_outs_workspace').on(t.workspaceId),
  ],
)

export const channelInbound = snakeCase.table(
  'channel_inbound',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    connectionId: text()
      .notNull()
      .references(() => channelConnections.id, { onDelete: 'cascade' }),
    identityId: text()
      .notNull()
      .references(() => externalIdentities.id, { onDelete: 'cascade' }),
    externalId: text().notNull(),
    body: jsonb().notNull(),
    /** A stored message about what was refused. */
    note: text().notNull().default(''),
    /** Messages of a batch are one turn; the id of its message. */
    batch: text(),
    receivedAt: at().notNull(),
    doneAt: at(),
  },
  (t) => [
    uniqueIndex('channel_inbound_once').on(t.connectionId, t.externalId),
    index('channel_inbound_waiting')
      .on(t.identityId, t.id)
      .where(sql`done_at is null`),
    index('channel_inbound_received').on(t.receivedAt),
  ],
)

export const channelOutbox = snakeCase.table(
  'channel_outbox',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    connectionId: text()
      .notNull()
      .references(() => channelConnections.id, { onDelete: 'cascade' }),
    identityId: text()
      .notNull()
      .references(() => externalIdentities.id, { onDelete: 'cascade' }),
    /** Identifies the part: the same key is not sent twice. */
    key: text().notNull(),
    request: jsonb().notNull(),
    /** `queued`, `sending`, `sent`, `delivered`, `read`, `failed` or `unknown`. */
    state: text().notNull().default('queued'),
    attempts: integer().notNull().default(0),
    nextAt: at().notNull(),
    /** The end of the campaign's hours: afterwards it is not sent. */
    notAfter: at(),
    providerId: text().notNull().default(''),
    error: text().notNull().default(''),
    /** When it was queued, or a person sent it again. */
    createdAt: at().notNull(),
    sentAt: at(),
  },
  (t) => [
    uniqueIndex('channel_outbox_once').on(t.identityId, t.key),
    index('channel_outbox_due')
      .on(t.nextAt)
      .where(sql`state in ('queued', 'sending')`),
    index('channel_outbox_unsent')
      .on(t.identityId, t.id)
      .where(sql`state in ('queued', 'sending')`),
    index('channel_outbox_provider').on(t.connectionId, t.providerId),
    index('channel_outbox_created').on(t.createdAt),
  ],
)

/** Emoji of a visitor, or of our side, on a message of a conversation. */
export const channelReactions = snakeCase.table(
  'channel_reactions',
  {
    identityId: text()
      .notNull()
      .references(() => externalIdentities.id, { onDelete: 'cascade' }),
    conversationId: text().notNull(),
    seq: integer().notNull(),
    /** `visitor` or `workspace`. */
    by: text().notNull(),
    emoji: text().notNull(),
    /** By the provider's clock: late events change nothing. */
    at: at().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.conversationId, t.seq, t.by] }),
    index('channel_reactions_identity').on(t.identityId),
  ],
)

/** Numbers of a workspace's own Twilio account. The agent for messages is in the connection. */
export const phoneNumbers = snakeCase.table(
  'phone_numbers',
  {
    id: text().primaryKey(),
    workspaceId: text().notNull(),
    phoneNumber: text().notNull(),
    label: text().notNull().default(''),
    accountSid: text().notNull(),
    phoneSid: text().notNull(),
    sms: boolean().notNull().default(true),
    mms: boolean().notNull().default(false),
    voice: boolean().notNull().default(true),
    /** The agent that answers and makes calls with it. */
    callAgentId: text(),
    /** The auth token, sealed. */
    secrets: text().notNull(),
    createdAt: at().notNull(),
  },
  (t) => [
    uniqueIndex('phone_numbers_once').on(t.workspaceId, t.phoneNumber),
    index('phone_numbers_call_agent')
      .on(t.callAgentId)
      .where(sql`call_agent_id is not null`),
  ],
)
