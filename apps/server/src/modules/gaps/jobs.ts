import type { Job } from '../../lib/jobs/jobs.ts'
import { GROUP_JOB, SCAN_JOB, type Gaps } from './service.ts'

const named = (value: unknown): string => (typeof value === 'string' ? value : '')
const all = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

export const gapsJobs = (service: Gaps): Job[] => [
  { name: GROUP_JOB, run: (ctx, data) => service.group(ctx, named(data['agentId'])) },
  { name: SCAN_JOB, run: (ctx, data) => service.execute(ctx, named(data['agentId']), named(data['scanId'])) },
  {
    name: 'gaps.sweep',
    cron: '* * * * *',
    run: async (ctx) => {
      await service.sweep(ctx)
      const lost = await service.sweepScans(ctx)
      if (lost > 0) ctx.log.warn({ lost }, 'lost conflict scans were ended')
    },
  },
  {
    name: 'gaps.credits-added',
    run: async (ctx) => {
      await service.resumeScans(ctx)
    },
  },
  { name: 'gaps.knowledge-changed', run: (ctx, data) => service.onKnowledgeChanged(ctx, named(data['agentId'])) },
  {
    name: 'gaps.conversations-deleted',
    run: (ctx, data) => service.onConversationsDeleted(ctx, all(data['conversationIds'])),
  },
  { name: 'gaps.agent-deleted', run: (ctx, data) => service.removeOfAgent(ctx, named(data['agentId'])) },
]
