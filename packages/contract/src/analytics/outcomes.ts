import { z } from 'zod'
import { CHANNELS } from '../conversations/schemas.ts'
import { rule } from '../lib/rules.ts'
import { isTimeZone } from './time-zones.ts'

const count = z.number().int()
const day = z.iso.date()

export const VISITOR_CHANNELS = CHANNELS.filter((channel) => channel !== 'test')

/** `visitor` asked for a person · `agent` handed off at the named step · `person` took over unasked. */
export const HANDOFF_REASONS = ['visitor', 'agent', 'person'] as const
export type HandoffReason = (typeof HANDOFF_REASONS)[number]

/** In seconds; null without any. */
export const Durations = z.object({ count, median: z.number().nullable(), p90: z.number().nullable() })
export type Durations = z.infer<typeof Durations>

export const OutcomesFilter = {
  orgId: z.string().max(100).optional(),
  agentId: z.string().max(100).optional(),
  channel: z.enum(VISITOR_CHANNELS).optional(),
  from: day.optional(),
  to: day.optional(),
  timeZone: z.string().max(60).refine(isTimeZone, rule('time_zone_unknown')).default('UTC'),
}

export const Outcomes = z.object({
  from: z.string(),
  to: z.string(),
  timeZone: z.string(),
  /** Conversations that started in the period, and those without a hand-off request or a person. */
  conversations: count,
  withoutPeople: count,
  /** Those without people in which the agent had at least one answer: «answered without a human» everywhere. */
  answered: count,
  previous: z.object({ conversations: count, withoutPeople: count, answered: count }),
  handoffs: z.object({
    count,
    answered: count,
    /** Most frequent first; `step` is the agent's node, empty when it did not hand off. */
    reasons: z.array(z.object({ reason: z.enum(HANDOFF_REASONS), step: z.string(), count })),
  }),
  /** From the hand-off request to the first reply of a person. */
  firstResponse: Durations,
  /** From the request, or from taking over, until the person handed back or the chat ended. */
  resolution: Durations,
  satisfaction: z.object({
    count,
    average: z.number().nullable(),
    scores: z.array(count).length(5),
    previousAverage: z.number().nullable(),
  }),
  /** One entry per day of the period, oldest first. */
  days: z.array(z.object({ day: z.string(), conversations: count, withoutPeople: count })),
  /** Conversations by start time: seven weekdays from Monday, 24 hours each. */
  hours: z.array(z.array(count).length(24)).length(7),
  /** Client users without the page *Chats* get neither `asked` nor `unanswered`. */
  mayReadQuestions: z.boolean(),
  /** Most frequent first questions of conversations; those that differ only in case and punctuation are merged. */
  asked: z.array(z.object({ question: z.string(), count })),
  /** Most frequent questions that the knowledge could not answer, and their total number. */
  unanswered: z.array(z.object({ question: z.string(), count, agentId: z.string() })),
  unansweredCount: count,
})
export type Outcomes = z.infer<typeof Outcomes>

export const OUTCOME_TABLES = ['summary', 'days', 'reasons', 'hours', 'asked', 'unanswered'] as const
export type OutcomeTable = (typeof OUTCOME_TABLES)[number]
