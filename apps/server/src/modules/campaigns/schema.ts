import { type CampaignPlan, RECIPIENT_STATES } from '@parlance/contract/campaigns/schemas'
import type { Person } from '@parlance/contract/conversations/schemas'
import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, primaryKey, snakeCase, text, timestamp } from 'drizzle-orm/pg-core'

const at = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' })

export const campaigns = snakeCase.table(
  'campaigns',
  {
    id: text().primaryKey(),
    workspaceId: text().notNull(),
    agentId: text().notNull(),
    plan: jsonb().$type<CampaignPlan>().notNull(),
    state: text({ enum: ['draft', 'running', 'paused', 'done', 'stopped'] }).notNull(),
    pausedWhy: text().notNull().default(''),
    startedBy: jsonb().$type<Person>(),
    /** The workspace or organisation that pays; empty before the start. */
    payerId: text().notNull().default(''),
    /** Milli-credits: the hold while it runs, the charge afterwards. */
    cost: bigint({ mode: 'number' }).notNull().default(0),
    /** For calls: milli-credits held per remaining recipient, in total, and the number of the hold. */
    perRecipient: integer().notNull().default(0),
    held: bigint({ mode: 'number' }).notNull().default(0),
    holdNumber: integer().notNull().default(0),
    /** Recipients charged so far: of calls, or of messages when it was done before. */
    charged: integer().notNull().default(0),
    /** Results when it was last resumed or its failures retried, which no longer pause it. */
    failedBefore: integer().notNull().default(0),
    endedBefore: integer().notNull().default(0),
    createdAt: at().notNull(),
    startedAt: at(),
    endedAt: at(),
  },
  (t) => [
    index('campaigns_agent').on(t.agentId, t.createdAt.desc(), t.id),
    index('campaigns_running')
      .on(t.id)
      .where(sql`state = 'running'`),
    index('campaigns_workspace').on(t.workspaceId),
  ],
)
export type CampaignRow = typeof campaigns.$inferSelect

export interface CountedCall {
  readonly durationMs: number
  /** Milli-credits. */
  readonly cost: number
}
export const campaignRecipients = snakeCase.table(
  'campaign_recipients',
  {
    campaignId: text()
      .notNull()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    leadId: text().notNull(),
    workspaceId: text().notNull(),
    name: text().notNull(),
    address: text().notNull(),
    /** The lead's time zone; empty if unknown. */
    timeZone: text().notNull().default(''),
    state: text({ enum: RECIPIENT_STATES }).notNull(),
    reason: text().notNull().default(''),
    replied: integer().notNull().default(0),
    attempts: integer().notNull().default(0),
    nextAt: at().notNull(),
    sentAt: at(),
    identityId: text(),
    conversationId: text(),
    outKey: text(),
    /** For calls: the last call, and totals of all calls. */
    callId: text(),
    durationMs: integer().notNull().default(0),
    cost: integer().notNull().default(0),
    /** What the totals contain of each call, by its id: its minutes may be charged later. */
    counted: jsonb().$type<Readonly<Record<string, CountedCall>>>().notNull().default({}),
  },
  (t) => [
    primaryKey({ columns: [t.campaignId, t.leadId] }),
    index('campaign_recipients_due')
      .on(t.campaignId, t.nextAt)
      .where(sql`state = 'waiting'`),
    index('campaign_recipients_calling')
      .on(t.campaignId)
      .where(sql`state in ('calling', 'talking')`),
    index('campaign_recipients_workspace').on(t.workspaceId),
  ],
)
export type RecipientRow = typeof campaignRecipients.$inferSelect

export const doNotCall = snakeCase.table(
  'do_not_call',
  {
    agentId: text().notNull(),
    phone: text().notNull(),
    workspaceId: text().notNull(),
    at: at().notNull(),
    by: jsonb().$type<Person>(),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.phone] }),
    index('do_not_call_list').on(t.agentId, t.at, t.phone),
    index('do_not_call_workspace').on(t.workspaceId),
  ],
)
export type DoNotCallRow = typeof doNotCall.$inferSelect
