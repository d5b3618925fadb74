// Business events of a region. They stay when the agent goes: they count what happened.
import type { AnalyticsEvent } from '@parlance/core/analytics/analytics'
import { index, snakeCase, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

export const analyticsEvents = snakeCase.table(
  'analytics_events',
  {
    id: text().primaryKey(),
    name: text().$type<AnalyticsEvent>().notNull(),
    workspaceId: text().notNull(),
    /** Empty for events that concern no agent. */
    agentId: text().notNull(),
    /** Names the one occasion: the same event of the same occasion is recorded once. */
    occasion: text().notNull(),
    at: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  },
  (t) => [
    uniqueIndex('analytics_events_once').on(t.name, t.occasion),
    index('analytics_events_workspace').on(t.workspaceId, t.at),
  ],
)
export type AnalyticsRow = typeof analyticsEvents.$inferSelect
