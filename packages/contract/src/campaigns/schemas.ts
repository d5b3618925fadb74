import { z } from 'zod'
import { isTimeZone } from '../analytics/time-zones.ts'
import { MESSAGING_CHANNELS } from '../channels/list.ts'
import { TEMPLATE_MEDIA } from '../channels/whatsapp-lists.ts'
import { Person } from '../conversations/schemas.ts'
import { messageRef, rule } from '../lib/rules.ts'
import { oneLine, storable } from '../lib/text.ts'

export const MAX_CAMPAIGNS = 100
export const MAX_RECIPIENTS = 20_000
export const CREDITS_PER_MESSAGE = 1

/** Credits per called lead; minutes and answers cost the same as in every call. */
export const CREDITS_PER_CALLED_LEAD = 1
export const HELD_MINUTES = 1
export const MAX_SLOTS = 20

export const CAMPAIGN_CHANNELS = [...MESSAGING_CHANNELS, 'voice'] as const
export type CampaignChannel = (typeof CAMPAIGN_CHANNELS)[number]

export const CAMPAIGN_STATES = ['draft', 'running', 'paused', 'done', 'stopped'] as const
export type CampaignState = (typeof CAMPAIGN_STATES)[number]
export const MESSAGE_STATES = ['waiting', 'queued', 'sent', 'delivered', 'read', 'failed', 'skipped'] as const
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

/**
 * An approved WhatsApp template; its only variable, if any, is the lead's name. `media` is what it shows above its text,
 * of the kind that was approved.
 */
export const CampaignTemplate = z.strictObject({
  name: z.string().regex(/^[a-z0-9_]{1,512}$/, rule('campaign_template_invalid')),
  language: z.string().regex(/^[a-z]{2,3}(_[A-Z]{2})?$/, rule('campaign_template_invalid')),
  hasName: z.boolean().default(false),
  media: z
    .strictObject({ kind: z.enum(TEMPLATE_MEDIA), url: z.url({ protocol: /^https?$/ }).max(2000) })
    .nullable()
    .default(null),
})

export type CampaignTemplate = z.infer<typeof CampaignTemplate>

export const CampaignMail = z.strictObject({
  subject: line(200).min(1, rule('campaign_subject_required')),
  /** Name and postal address of the sender, shown at the bottom; the agency's when empty. */
  sender: z.string().overwrite(storable).trim().max(300).default(''),
})
export type CampaignMail = z.infer<typeof CampaignMail>

export const ON_MACHINE = ['hang_up', 'leave_message', 'talk'] as const

export const CallRules = z.strictObject({
  /** Concurrent calls; the plan's lines limit them too. */
  slots: z.int().min(1).max(MAX_SLOTS),
  delaySeconds: z.int().min(0).max(600),
  onMachine: z.enum(ON_MACHINE),
  /** Left on a machine. `{name}` is the lead's name. */
  machineMessage: z.string().overwrite(storable).trim().max(500),
})
export type CallRules = z.infer<typeof CallRules>

export const CALL_DEFAULTS: CallRules = { slots: 1, delaySeconds: 0, onMachine: 'hang_up', machineMessage: '' }

export const CampaignPlan = z.object({
  name: line(100).min(1, rule('campaign_name_required')),
  channel: z.enum(CAMPAIGN_CHANNELS),
  group: line(100),
  /**
   * The message, or the agent's first words in a call. `{name}` is the lead's name, `{city}` its variable `city`. With a
   * template, its text from the start on.
   */
  text: z.string().overwrite(storable).trim().min(1, rule('message_required')).max(1100),
  /** Required by WhatsApp for people who have not written to the agent within 24 hours. */
  template: CampaignTemplate.nullable(),
  mail: CampaignMail.nullable(),
  /** Local hours of the recipient: in the time zone of the lead's variable `timezone`, else in this one. */
  timeZone: z.string().max(60).refine(isTimeZone, rule('time_zone_unknown')),
  from: time,
  until: time,
  /** 1 is Monday. */
  days: z.array(z.int().min(1).max(7)).min(1, rule('campaign_day_required')).max(7),
  perMinute: z.int().min(1).max(60),
  /** Retries after a failed delivery, no answer or a busy line. */
  retries: z.int().min(0).max(3),
  calls: CallRules.nullable(),
})
export type CampaignPlan = z.infer<typeof CampaignPlan>

export const CAMPAIGN_DEFAULTS = {
  group: '',
  template: null,
  mail: null,
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
  pausedWhy: z.string(),
  pausedWhyMessage: messageRef,
  startedBy: Person.nullable(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  counts: z.record(z.enum(RECIPIENT_STATES), z.int()),
  replied: z.int(),
  /** Held while it runs; its cost afterwards, including minutes of calls. */
  credits: z.number(),
  /** `answeredSeconds`: with people, without answering machines. */
  talk: z.object({ seconds: z.int(), answeredSeconds: z.int(), credits: z.number() }),
})
export type Campaign = z.infer<typeof Campaign>

export const Recipient = z.object({
  leadId: z.string(),
  name: z.string(),
  address: z.string(),
  state: z.enum(RECIPIENT_STATES),
  reason: z.string(),
  reasonMessage: messageRef,
  replied: z.boolean(),
  sentAt: z.string().nullable(),
  conversationId: z.string().nullable(),
  callId: z.string().nullable(),
  attempts: z.int(),
  seconds: z.int(),
})
export type Recipient = z.infer<typeof Recipient>

export const CampaignReach = z.object({
  recipients: z.int(),
  withoutAddress: z.int(),
  /** Reachable, but without the name that the template says. */
  withoutName: z.int(),
  optedOut: z.int(),
  credits: z.number(),
  /** Of who pays; null for people of an organisation whose agency pays. */
  available: z.number().nullable(),
  isAffordable: z.boolean(),
  creditsPerMinute: z.number().nullable(),
  /** Its mails name no sender, so it can’t start. */
  lacksSender: z.boolean(),
})
export type CampaignReach = z.infer<typeof CampaignReach>

/** What new campaigns can use. */
export const CampaignMeans = z.object({
  /** Connected messaging channels, and `voice` where the agent has a number. */
  channels: z.array(z.string()),
  /** Named by mails whose campaign names no sender; empty: each must name one. */
  sender: z.string(),
})
export type CampaignMeans = z.infer<typeof CampaignMeans>

export const BlockedNumber = z.object({
  phone: z.string(),
  at: z.string(),
  by: Person.nullable(),
})
export type BlockedNumber = z.infer<typeof BlockedNumber>
