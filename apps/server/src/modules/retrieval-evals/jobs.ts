import type { Job } from '../../lib/jobs/jobs.ts'
import { type RetrievalEvals, RUN_JOB } from './service.ts'

const named = (value: unknown): string => (typeof value === 'string' ? value : '')

export const retrievalEvalsJobs = (service: RetrievalEvals): Job[] => [
  { name: RUN_JOB, run: (ctx, data) => service.execute(ctx, named(data['agentId']), named(data['runId'])) },
  {
    name: 'goldens.sweep',
    cron: '* * * * *',
    run: async (ctx) => {
      const lost = await service.sweep(ctx)
      if (lost > 0) ctx.log.warn({ lost }, 'lost retrieval eval runs were ended')
    },
  },
  { name: 'goldens.knowledge-changed', run: (ctx, data) => service.onKnowledgeChanged(ctx, named(data['agentId'])) },
  { name: 'goldens.agent-deleted', run: (ctx, data) => service.removeOfAgent(ctx, named(data['agentId'])) },
  {
    name: 'goldens.agent-copied',
    run: (ctx, { agentId, copyOf }) => service.copyAll(ctx, named(copyOf), named(agentId)),
  },
]
