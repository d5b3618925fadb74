import type { Job } from './jobs.ts'

/**
 * One job in place of several short ones: in the queue, each would cost more than its work. All run, also when one
 * fails; then all are tried again.
 */
export const combineJobs = (name: string, jobs: readonly Job[]): Job => ({
  name,
  async run(ctx, data) {
    const results = await Promise.allSettled(jobs.map((job) => job.run(ctx, data)))
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
  },
})
