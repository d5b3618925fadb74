// Campaigns of an agent: one message to many leads over a messaging channel, or a call to each, at the hours and the pace that
// were chosen.
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

/** Per lead that is called; minutes and answers cost what they do in every call. */
export const CREDITS_PER_CALLED_LEAD = 1
/** Of each call, so many minutes are held beforehand. */
export const HELD_MINUTES = 1
export const MAX_SLOTS = 20

/** `voice` calls people; the others write to them. */
export const CAMPAIGN_CHANNELS = [...MESSAGING_CHANNELS, 'voice'] as const
export type CampaignChannel = (typeof CAMPAIGN_CHANNELS)[number]

export const CAMPAIGN_STATES = ['draft', 'running', 'paused', 'done', 'stopped'] as const
export type CampaignState = (typeof CAMPAIGN_STATES)[number]
/** Of messages. */
export const MESSAGE_STATES = ['waiting', 'queued', 'sent', 'delivered', 'read', 'failed', 'skipped'] as const
/** Of calls: `voicemail` where a machine answered. */
export const CALLED_STATES = [
  'waiting',
  'calling',
  'talking',
  'answered',
  'voicemail',
  'busy',
  'no_answer',
  'failed',
  'skipped',
] as const
export const RECIPIENT_STATES = [
  'waiting',
  'queued',
  'calling',
  'talking',
  'sent',
  'delivered',
  'read',
  'answered',
  'voicemail',
  'busy',
  'no_answer',
  'failed',
  'skipped',
] as const
export type RecipientState = (typeof RECIPIENT_STATES)[number]

const line = (max: number) => z.string().overwrite(storable).overwrite(oneLine).trim().max(max)
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, rule('campaign_time_invalid'))

/** A template of WhatsApp that was approved; its one variable, if it has one, is the name of the lead. */
export const CampaignTemplate = z.strictObject({
  name: z.string().regex(/^[a-z0-9_]{1,512}$/, rule('campaign_template_invalid')),
  language: z.string().regex(/^[a-z]{2,3}(_[A-Z]{2})?$/, rule('campaign_template_invalid')),
  hasName: z.boolean().default(false),
})

export const ON_MACHINE = ['hang_up', 'leave_message', 'talk'] as const

export const CallRules = z.strictObject({
  /** Calls at the same time; the lines of the plan bound them too. */
  slots: z.int().min(1).max(MAX_SLOTS),
  /** Between the beginnings of two calls. */
  delaySeconds: z.int().min(0).max(600),
  onMachine: z.enum(ON_MACHINE),
  /** Left on a machine. `{name}` stands for the name of the lead. */
  machineMessage: z.string().overwrite(storable).trim().max(500),
})
export type CallRules = z.infer<typeof CallRules>

export const CALL_DEFAULTS: CallRules = { slots: 1, delaySeconds: 0, onMachine: 'hang_up', machineMessage: '' }

export const CampaignPlan = z.object({
  name: line(100).min(1, rule('campaign_name_required')),
  channel: z.enum(CAMPAIGN_CHANNELS),
  /** Of leads; empty for all of them. */
  group: line(100),
  /** What is written, or what the agent says first in a call. `{name}` stands for the name of the lead. */
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
  /** How often it is tried again: where the provider says that it did not arrive, nobody answered or the line was busy. */
  retries: z.int().min(0).max(3),
  /** Null where it writes. */
  calls: CallRules.nullable(),
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
  calls: null,
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
  /** Credits that are held while it runs, and what it cost afterwards, minutes of calls included. */
  credits: z.number(),
  /** Of calls: how long was spoken, in seconds, and what the minutes cost. */
  talk: z.object({ seconds: z.int(), credits: z.number() }),
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
  /** Of calls. */
  callId: z.string().nullable(),
  attempts: z.int(),
  seconds: z.int(),
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
  /** Of calls, beside the answers; null where it writes. */
  creditsPerMinute: z.number().nullable(),
})
export type CampaignReach = z.infer<typeof CampaignReach>

/** A number that no campaign of the workspace calls. */
export const BlockedNumber = z.object({
  phone: z.string(),
  at: z.string(),
  by: Person.nullable(),
})
export type BlockedNumber = z.infer<typeof BlockedNumber>
