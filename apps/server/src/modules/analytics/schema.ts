// Business events of a region. They are kept when the agent is deleted.
import { sql } from 'drizzle-orm'
import {
  bigint,
  date,
  doublePrecision,
  index,
  primaryKey,
  snakeCase,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

/** Business events that are counted: exact names, recorded once each. */
export const ANALYTICS_EVENTS = [
  'new_agent_created',
  'instagram_channel_added',
  'discord_channel_added',
  'telegram_channel_added',
  'whatsapp_channel_added',
  'handoff_requested',
  'lead_captured',
  'subscription_started',
] as const
export type AnalyticsEvent = (typeof ANALYTICS_EVENTS)[number]

export const analyticsEvents = snakeCase.table(
  'analytics_events',
  {
    id: text().primaryKey(),
    name: text().$type<AnalyticsEvent>().notNull(),
    workspaceId: text().notNull(),
    agentId: text().notNull(),
    /** Identifies the occasion: an event is recorded once per occasion. */
    occasion: text().notNull(),
    at: timestamp({ withTimezone: true, precision: 3 }).notNull(),
    /** For conversions: the value in whole units of the currency. */
    value: doublePrecision(),
    currency: text(),
  },
  (t) => [
    uniqueIndex('analytics_events_once').on(t.name, t.occasion),
    index('analytics_events_workspace').on(t.workspaceId, t.at),
  ],
)

/** Widget counts of agents by UTC day, without visitors' data. */
export const agentCounts = snakeCase.table(
  'agent_counts',
  {
    agentId: text().notNull(),
    day: date({ mode: 'string' }).notNull(),
    /** `loads`, `opens`, `chats` or `messages`. */
    record: text().notNull(),
    /** Empty for the sum, otherwise the dimension: `country`, `browser`, `platform`, `channel`. */
    kind: text().notNull(),
    value: text().notNull(),
    count: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.day, t.record, t.kind, t.value] }),
    index('agent_counts_sums')
      .on(t.agentId, t.day)
      .where(sql`kind = ''`),
  ],
)

/** Sites on which an agent's widget was loaded, by origin. */
export const agentSites = snakeCase.table(
  'agent_sites',
  {
    agentId: text().notNull(),
    origin: text().notNull(),
    loads: bigint({ mode: 'number' }).notNull().default(0),
    firstAt: timestamp({ withTimezone: true }).notNull(),
    lastAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.origin] })],
)
