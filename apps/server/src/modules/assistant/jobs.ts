import type { Job } from '../../lib/jobs/jobs.ts'
import { STARTERS_JOB, type Starters } from './starters.ts'

const named = (value: unknown): string => (typeof value === 'string' ? value : '')

export const assistantJobs = (starters: Starters): Job[] => [
  { name: 'assistant.knowledge-changed', run: (ctx, data) => starters.wanted(ctx, named(data['agentId'])) },
  { name: 'assistant.sweep-starters', cron: '* * * * *', run: starters.sweep },
  { name: STARTERS_JOB, run: (ctx, data) => starters.make(ctx, named(data['agentId'])) },
]
