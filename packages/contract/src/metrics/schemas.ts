import { z } from 'zod'
import { line } from '../lib/operation.ts'
import { customIssue, rule } from '../lib/rules.ts'
import { msg } from '@parlance/i18n/messages'

export const METRIC_KINDS = ['yes-no', 'rating', 'category'] as const
export type MetricKind = (typeof METRIC_KINDS)[number]
/** The conversation does not say, or no quote proves it. */
export const UNCLEAR = 'unclear'
export const RATINGS = ['1', '2', '3', '4', '5'] as const
export const MAX_METRICS = 20
export const MAX_CHOICES = 10

export const metricFields = {
  name: line(80),
  question: z.string().trim().min(1, rule('question_required')).max(1000),
  kind: z.enum(METRIC_KINDS),
  /** For categories: 2 to 10 distinct choices; empty for other kinds. */
  choices: z.array(line(60)).max(MAX_CHOICES),
  /** Percentage of conversations that are judged, chosen deterministically. */
  samplePercent: z.number().int().min(1).max(100),
  /** Maximum credits per calendar month (UTC). */
  monthlyCap: z.number().int().min(1).max(1_000_000),
  enabled: z.boolean(),
}

export interface Definition {
  readonly kind: MetricKind
  readonly choices: readonly string[]
}

export function choicesProblem({ kind, choices }: Definition) {
  if (kind !== 'category') return choices.length > 0 ? msg('choices_not_taken') : undefined
  const different = new Set(choices.map((choice) => choice.toLowerCase()))
  if (different.size < 2 || different.size < choices.length || different.has(UNCLEAR)) return msg('choices_invalid')
  return undefined
}

export const NewMetric = z
  .strictObject({
    ...metricFields,
    choices: metricFields.choices.default([]),
    samplePercent: metricFields.samplePercent.default(100),
    monthlyCap: metricFields.monthlyCap.default(500),
  })
  .omit({ enabled: true })
  .superRefine((metric, context) => {
    const problem = choicesProblem(metric)
    if (problem) context.addIssue(customIssue(problem, ['choices']))
  })
export type NewMetric = z.infer<typeof NewMetric>
export const MetricChange = z.strictObject(metricFields).partial()
export type MetricChange = z.infer<typeof MetricChange>

const counts = z.record(z.string(), z.number().int())
export const Metric = z.object({
  id: z.string(),
  ...metricFields,
  createdAt: z.string(),
  /** Credits this month. */
  spent: z.number(),
  judged: z.number().int(),
  counts,
})
export type Metric = z.infer<typeof Metric>

/** Without the question and its cost. */
export const MetricSummary = Metric.pick({ id: true, name: true, kind: true, choices: true, judged: true })
export type MetricSummary = z.infer<typeof MetricSummary>

/** What it says about the conversations of one campaign. */
export const CampaignMetric = MetricSummary.omit({ judged: true }).extend({ counts })
export type CampaignMetric = z.infer<typeof CampaignMetric>

export const valuesOf = ({ kind, choices }: Definition): readonly string[] =>
  kind === 'yes-no' ? ['yes', 'no'] : kind === 'rating' ? RATINGS : choices

export const Judgement = z.object({
  conversationId: z.string(),
  title: z.string(),
  value: z.string(),
  /** Literally from the conversation; empty when the answer is unclear. */
  quote: z.string(),
  /** Sequence number of the quoted message; 0 without a quote. */
  seq: z.number().int(),
  reason: z.string(),
  label: z.string().nullable(),
  endedAt: z.string(),
  judgedAt: z.string(),
})
export type Judgement = z.infer<typeof Judgement>

export const Agreement = z.object({
  labelled: z.number().int(),
  agreed: z.number().int(),
  /** 0 to 1; null without labels. */
  share: z.number().nullable(),
  /** Cohen's kappa: 1 full agreement, 0 no better than chance; null when chance alone would always agree. */
  kappa: z.number().nullable(),
})
export type Agreement = z.infer<typeof Agreement>

export const MetricReport = z.object({
  from: z.string(),
  to: z.string(),
  timeZone: z.string(),
  counts,
  /** One entry per day of the period, oldest first. */
  days: z.array(z.object({ day: z.string(), counts })),
  agreement: Agreement,
})
export type MetricReport = z.infer<typeof MetricReport>

/** Share of «yes» or average rating; null for categories, or when no answer was clear. */
export function figureOf(kind: MetricKind, all: Readonly<Record<string, number>>): number | null {
  if (kind === 'category') return null
  const values: readonly string[] = kind === 'yes-no' ? ['yes', 'no'] : RATINGS
  const clear = values.reduce((sum, value) => sum + (all[value] ?? 0), 0)
  if (clear === 0) return null
  const weight = (value: string) => (kind === 'yes-no' ? Number(value === 'yes') : Number(value))
  return values.reduce((sum, value) => sum + weight(value) * (all[value] ?? 0), 0) / clear
}
