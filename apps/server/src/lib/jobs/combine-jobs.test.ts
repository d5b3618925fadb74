import { expect, test } from 'vitest'
import type { Ctx } from '../ctx.ts'
import { combineJobs } from './combine-jobs.ts'

test('runs all jobs with the same data, and fails when one of them does', async () => {
  const ran: unknown[] = []
  const { run } = combineJobs('all', [
    { name: 'first', run: async () => Promise.reject(new Error('out of order')) },
    { name: 'second', run: async (_ctx, data) => void ran.push(data) },
  ])
  await expect(run({} as Ctx, { workspaceId: 'w' })).rejects.toThrow('out of order')
  expect(ran).toEqual([{ workspaceId: 'w' }])
})
