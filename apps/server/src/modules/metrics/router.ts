// Calls of metrics. The access rule of the call has checked that the caller owns the agent.
import type { metricsApi } from '@parlance/contract/metrics/api'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { Metrics } from './service.ts'

export const createMetricsRouter = (service: Metrics): Handlers<typeof metricsApi> => ({
  list: service.list,
  summaries: service.summaries,
  ofCampaign: service.ofCampaign,
  create: service.create,
  update: service.update,
  delete: service.delete,
  trial: service.trial,
  tryOut: service.tryOut,
  report: service.report,
  judgements: service.judgements,
  csv: service.csv,
  label: service.label,
})
