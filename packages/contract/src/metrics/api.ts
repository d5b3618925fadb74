import { z } from 'zod'
import { isTimeZone } from '../analytics/time-zones.ts'
import { limitInput, page, pageInput, regional, success } from '../lib/operation.ts'
import { rule } from '../lib/rules.ts'
import { CampaignMetric, Judgement, Metric, MetricChange, MetricReport, MetricSummary, NewMetric } from './schemas.ts'

const tag = 'Analytics'
const agentId = z.string().max(100)
const metricId = z.string().max(100)
const access = { by: ['session', 'workspace', 'agency'], agent: 'agentId' } as const
/** Client users see the figures, but not the question, its cost, or single conversations. */
const shared = { by: [...access.by, 'client'], agent: 'agentId', client: { tabs: ['/metrics'] } } as const
const named = z.strictObject({ agentId, metricId })
const answer = z.object({ data: Metric })
const day = z.iso.date()
const period = {
  from: day.optional(),
  to: day.optional(),
  timeZone: z.string().max(60).refine(isTimeZone, rule('time_zone_unknown')).default('UTC'),
}

export const metricsApi = {
  list: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/metrics',
    tag,
    access,
    summary: 'List an agent’s metrics',
  })
    .input(z.strictObject({ agentId, ...limitInput }))
    .output(z.object({ items: z.array(Metric) })),
  summaries: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/metric-summaries',
    tag,
    access: shared,
    summary: 'List metrics that are on or have results, by name and type',
  })
    .input(z.strictObject({ agentId, ...limitInput }))
    .output(z.object({ items: z.array(MetricSummary) })),
  ofCampaign: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/campaigns/{campaignId}/metrics',
    tag,
    access: shared,
    summary: 'List metric results of a campaign’s conversations',
  })
    .input(z.strictObject({ agentId, campaignId: z.string().max(100), ...limitInput }))
    .output(z.object({ items: z.array(CampaignMetric) })),
  create: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/metrics',
    tag,
    access,
    errors: ['LIMIT_REACHED'],
    summary: 'Create a metric; it’s off until you turn it on',
  })
    .input(NewMetric.safeExtend({ agentId }))
    .output(answer),
  update: regional({
    method: 'PATCH',
    path: '/v2/agents/{agentId}/metrics/{metricId}',
    tag,
    access,
    summary: 'Update a metric or turn it on or off; absent fields stay unchanged',
    description: 'After a change of question, type or choices, earlier results no longer count.',
  })
    .input(MetricChange.extend({ agentId, metricId }))
    .output(answer),
  delete: regional({
    method: 'DELETE',
    path: '/v2/agents/{agentId}/metrics/{metricId}',
    tag,
    access,
    summary: 'Delete a metric with all its results',
  })
    .input(named)
    .output(success),
  trial: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/metrics/{metricId}/trial',
    tag,
    access,
    errors: ['MODEL_UNAVAILABLE'],
    summary: 'Estimate the cost of a trial on recent conversations',
  })
    .input(named)
    .output(z.object({ conversations: z.number().int(), credits: z.number() })),
  tryOut: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/metrics/{metricId}/trial',
    tag,
    access: { ...access, limit: 'search' },
    errors: ['CREDITS_EXHAUSTED', 'LIMIT_REACHED', 'MODEL_UNAVAILABLE'],
    summary: 'Evaluate the last ten conversations now',
  })
    .input(named)
    .output(z.object({ items: z.array(Judgement), credits: z.number() })),
  report: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/metrics/{metricId}/report',
    tag,
    access: shared,
    summary: 'Get results by day, and how often people agree with them',
  })
    .input(named.extend(period))
    .output(z.object({ data: MetricReport })),
  judgements: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/metrics/{metricId}/judgements',
    tag,
    access,
    summary: 'List evaluated conversations, most recently ended first',
  })
    .input(named.extend({ ...period, value: z.string().max(60).optional(), ...pageInput }))
    .output(page(Judgement)),
  csv: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/metrics/{metricId}/judgements.csv',
    tag,
    isExport: true,
    text: 'text/csv; charset=utf-8',
    access,
    summary: 'Export evaluated conversations of a period as CSV, max 10,000',
  })
    .input(named.extend(period))
    .output(z.string()),
  label: regional({
    method: 'PUT',
    path: '/v2/agents/{agentId}/metrics/{metricId}/judgements/{conversationId}/label',
    tag,
    access: { ...access, audit: 'together' },
    summary: 'Correct a result; null removes the correction',
  })
    .input(named.extend({ conversationId: z.string().max(100), label: z.string().max(60).nullable() }))
    .output(z.object({ data: Judgement })),
}
