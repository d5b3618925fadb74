// Work of golden questions outside requests.
import type { Job } from '../../lib/jobs/jobs.ts'
import { type RetrievalEvals, RUN_JOB } from './service.ts'

const named = (value: unknown): string => (typeof value === 'string' ? value : '')

export const retrievalEvalsJobs = (face: RetrievalEvals): Job[] => [
  { name: RUN_JOB, run: (ctx, data) => face.execute(ctx, named(data['agentId']), named(data['runId'])) },
  {
    name: 'goldens.sweep',
    cron: '* * * * *',
    run: async (ctx) => {
      const lost = await face.sweep(ctx)
      if (lost > 0) ctx.log.warn({ lost }, 'runs of golden questions were ended whose process is gone')
    },
  },
  { name: 'goldens.knowledge-changed', run: (ctx, data) => face.onKnowledgeChanged(ctx, named(data['agentId'])) },
  { name: 'goldens.agent-deleted', run: (ctx, data) => face.removeOfAgent(ctx, named(data['agentId'])) },
  {
    name: 'goldens.agent-created',
    run: async (ctx, { agentId, copyOf }) => {
      if (typeof copyOf === 'string') await face.copyAll(ctx, copyOf, named(agentId))
    },
  },
]
