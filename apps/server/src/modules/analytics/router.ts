import type { analyticsApi } from '@parlance/contract/analytics/api'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { Analytics } from './service.ts'
import { csvOf } from './report.ts'
import { outcomesCsv } from './outcomes-report.ts'

export const createAnalyticsRouter = (service: Analytics): Handlers<typeof analyticsApi> => ({
  record: service.load,
  ip: service.ip,
  get: async (ctx, asked) => ({ data: await service.report(ctx, asked) }),
  overview: async (ctx, { agentId }) => ({ data: await service.overview(ctx, agentId) }),
  figures: async (ctx) => ({ items: await service.figures(ctx) }),
  csv: async (ctx, { table, ...asked }) => {
    const data = await service.report(ctx, asked)
    const name = `analytics-${table}-${data.from}-${data.to}.csv`
    ctx.request?.setHeader('content-disposition', `attachment; filename="${name}"`)
    return csvOf(data, table)
  },
  outcomes: async (ctx, asked) => ({ data: await service.outcomes(ctx, asked) }),
  outcomesCsv: async (ctx, { table, ...asked }) => {
    const data = await service.outcomes(ctx, asked)
    const name = `outcomes-${table}-${data.from}-${data.to}.csv`
    ctx.request?.setHeader('content-disposition', `attachment; filename="${name}"`)
    return outcomesCsv(data, table)
  },
})
