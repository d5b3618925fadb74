import type { Job } from '../../lib/jobs/jobs.ts'
import { INDEX_JOB, TRIES } from './ingestion/index-documents.ts'
import { READ_JOB } from './ingestion/read-sources.ts'
import type { Knowledge } from './service.ts'

const named = (value: unknown): string => (typeof value === 'string' ? value : '')

export const knowledgeJobs = (
  knowledge: Pick<Knowledge, 'index' | 'readWaiting' | 'sweep' | 'onAgentDeleted' | 'copyAll' | 'resumePaused'>,
): Job[] => [
  { name: INDEX_JOB, retryLimit: TRIES, run: (ctx, data) => knowledge.index(ctx, named(data['docId'])) },
  // Only a signal: the queue is in the documents themselves, so that workspaces take turns.
  { name: READ_JOB, run: async (ctx) => knowledge.readWaiting(ctx) },
  {
    name: 'knowledge.sweep',
    cron: '* * * * *',
    run: async (ctx) => {
      const handed = await knowledge.sweep(ctx)
      if (handed > 0) ctx.log.info({ handed }, 'documents were queued again')
    },
  },
  { name: 'knowledge.credits-added', run: (ctx) => knowledge.resumePaused(ctx) },
  { name: 'knowledge.agent-deleted', run: (ctx, data) => knowledge.onAgentDeleted(ctx, named(data['agentId'])) },
  {
    name: 'knowledge.agent-copied',
    run: (ctx, { agentId, copyOf }) => knowledge.copyAll(ctx, named(copyOf), named(agentId)),
  },
]
