// Campaigns of an agent: one message to many leads over a messaging channel, at the hours and the pace that were chosen.
import { z } from 'zod'
import { isTimeZone } from '../analytics/time-zones.ts'
import { MESSAGING_CHANNELS } from '../channels/list.ts'
import { Person } from '../conversations/schemas.ts'
import { rule } from '../lib/rules.ts'
import { oneLine, storable } from '../lib/text.ts'

export const MAX_CAMPAIGNS = 100
/** Of one campaign. */
export const MAX_RECIPIENTS = 20_000
/** Per recipient, in credits; what the provider asks comes from the provider. */
export const CREDITS_PER_MESSAGE = 1

export const CAMPAIGN_STATES = ['draft', 'running', 'paused', 'done', 'stopped'] as const
export type CampaignState = (typeof CAMPAIGN_STATES)[number]
export const RECIPIENT_STATES = ['waiting', 'queued', 'sent', 'delivered', 'read', 'failed', 'skipped'] as const
export type RecipientState = (typeof RECIPIENT_STATES)[number]

const line = (max: number) => z.string().overwrite(storable).overwrite(oneLine).trim().max(max)
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, rule('campaign_time_invalid'))

/** A template of WhatsApp that was approved; its one variable, if it has one, is the name of the lead. */
export const CampaignTemplate = z.strictObject({
  name: z.string().regex(/^[a-z0-9_]{1,512}$/, rule('campaign_template_invalid')),
  language: z.string().regex(/^[a-z]{2,3}(_[A-Z]{2})?$/, rule('campaign_template_invalid')),
  hasName: z.boolean().default(false),
})

export const CampaignPlan = z.object({
  name: line(100).min(1, rule('campaign_name_required')),
  channel: z.enum(MESSAGING_CHANNELS),
  /** Of leads; empty for all of them. */
  group: line(100),
  /** `{name}` stands for the name of the lead. */
  text: z.string().overwrite(storable).trim().min(1, rule('message_required')).max(1000),
  /** WhatsApp takes nothing else from an agent that a person has not written to within 24 hours. */
  template: CampaignTemplate.nullable(),
  /** Hours at the recipient: in the time zone of the lead's variable `timezone`, else in this one. */
  timeZone: z.string().max(60).refine(isTimeZone, rule('time_zone_unknown')),
  from: time,
  until: time,
  /** 1 is Monday. */
  days: z.array(z.int().min(1).max(7)).min(1, rule('campaign_day_required')).max(7),
  perMinute: z.int().min(1).max(60),
  /** How often it is tried again where the provider says that it did not arrive. */
  retries: z.int().min(0).max(3),
})
export type CampaignPlan = z.infer<typeof CampaignPlan>

export const CAMPAIGN_DEFAULTS = {
  group: '',
  template: null,
  timeZone: 'UTC',
  from: '09:00',
  until: '18:00',
  days: [1, 2, 3, 4, 5],
  perMinute: 10,
  retries: 1,
} as const satisfies Partial<CampaignPlan>

export const Campaign = CampaignPlan.extend({
  id: z.string(),
  agentId: z.string(),
  state: z.enum(CAMPAIGN_STATES),
  /** Why it paused by itself; '' otherwise. */
  pausedWhy: z.string(),
  /** Who started it and said that the recipients agreed to be written to. */
  startedBy: Person.nullable(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** By state, and how many wrote back. */
  counts: z.record(z.enum(RECIPIENT_STATES), z.int()),
  replied: z.int(),
  /** Credits that are held while it runs, and what it cost afterwards. */
  credits: z.number(),
})
export type Campaign = z.infer<typeof Campaign>

export const Recipient = z.object({
  leadId: z.string(),
  name: z.string(),
  address: z.string(),
  state: z.enum(RECIPIENT_STATES),
  /** Why it failed or was skipped, in English; '' otherwise. */
  reason: z.string(),
  replied: z.boolean(),
  sentAt: z.string().nullable(),
  conversationId: z.string().nullable(),
})
export type Recipient = z.infer<typeof Recipient>

/** Who would get it, and for how much. */
export const CampaignReach = z.object({
  recipients: z.int(),
  /** Leads that it cannot reach, by why. */
  withoutAddress: z.int(),
  optedOut: z.int(),
  credits: z.number(),
  available: z.number(),
})
export type CampaignReach = z.infer<typeof CampaignReach>
