// Owns the crawler: jobs that read web sites into the knowledge of agents, page by page, and again when they change.
import type { CrawlSettings } from '@parlance/contract/crawler/schemas'
import { isRunning, isUnfinished } from '@parlance/contract/crawler/run'
import { AppError } from '@parlance/contract/lib/errors'
import { nextFetch } from '@parlance/contract/knowledge/refresh'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import { after, createRuns, FORGET_JOB, resume, RUN_JOB, type RunsDeps, start } from './runs.ts'
import { validateSettings, withoutUndefined, isDifferent, newRow, REACH } from './job-settings.ts'
import { causeOf } from './crawl-batch.ts'
import * as repository from './repository.ts'
import { found, list, log, type Named, toCrawl } from './views.ts'
import * as pages from './pages.repository.ts'
import { storedMessage } from '../../lib/stored-message.ts'

export { FORGET_JOB, RUN_JOB }

const MAX_CRAWLS = 200

/** Every call acts inside `ctx.workspaceId` and answers NOT_FOUND for a job of another workspace. */
export function createCrawler(deps: RunsDeps) {
  const runs = createRuns(deps)
  return {
    ...runs,
    list,
    get: async (ctx: Ctx, { crawlId }: Named) => ({ data: toCrawl(await found(ctx, crawlId)) }),
    pages: log,

    /** Makes a job and starts it. */
    async create(ctx: Ctx, { name, kind, ...input }: CrawlSettings) {
      const settings = { name, kind, ...(await validateSettings(deps, ctx, input)) }
      await assertCredits(deps, ctx)
      const row = await ctx.tx(async (tx) => {
        await repository.lockAdding(tx.db, ctx.workspaceId)
        if ((await repository.countOf(tx.db, ctx.workspaceId)) >= MAX_CRAWLS)
          throw new AppError('LIMIT_REACHED', msg('too_many_crawl_jobs', { max: MAX_CRAWLS }))
        const fresh = newRow(ctx, settings)
        await repository.insert(tx.db, fresh)
        return start(deps, tx, fresh)
      })
      return { data: toCrawl(row) }
    },

    /** The next run follows the new settings; one that goes on keeps to those it has read so far, page by page. */
    async update(ctx: Ctx, { crawlId, ...input }: Partial<CrawlSettings> & Named) {
      await found(ctx, crawlId)
      const change = { ...withoutUndefined(input), ...(await validateSettings(deps, ctx, input)) }
      const row = await ctx.tx(async (tx) => {
        const before = await found(tx, crawlId, true)
        const now = tx.now()
        const refresh = change.refresh ?? before.refresh
        const schedule =
          isUnfinished(before) || refresh === before.refresh ? {} : { nextRunAt: nextFetch(refresh, now) }
        await repository.update(tx.db, crawlId, { ...change, ...schedule, updatedAt: now })
        const teaches = isDifferent(change.agentIds, before.agentIds) || isDifferent(change.tags, before.tags)
        if (teaches || REACH.some((key) => isDifferent(change[key], before[key])))
          await pages.forgetVersions(tx.db, crawlId, teaches)
        return { ...before, ...change, ...schedule }
      })
      return { data: toCrawl(row) }
    },

    /** A paused job goes on where it stopped. */
    async run(ctx: Ctx, { crawlId }: Named) {
      await found(ctx, crawlId)
      await assertCredits(deps, ctx)
      const row = await ctx.tx(async (tx) => {
        const before = await found(tx, crawlId, true)
        if (isRunning(before)) throw new AppError('CONFLICT', msg('crawl_job_running'))
        if (before.agentIds.length === 0) throw new AppError('CONFLICT', msg('crawl_job_agents_deleted'))
        return before.status === 'paused' ? resume(deps, tx, before) : start(deps, tx, before)
      })
      return { data: toCrawl(row) }
    },

    /** What was read stays. Harmless for a job that has ended. */
    cancel: (ctx: Ctx, { crawlId }: Named) =>
      ctx.tx(async (tx) => ({ data: toCrawl(await stop(tx, await found(tx, crawlId, true), '')) })),

    ...ending(deps),
  }
}
export type Crawler = ReturnType<typeof createCrawler>

function ending(deps: RunsDeps) {
  return {
    /** With `documents`, a job removes what it brought first; it is not seen any more from now on. */
    async delete(ctx: Ctx, { crawlId, documents }: Named & { documents: boolean }) {
      await ctx.tx(async (tx) => {
        const row = await found(tx, crawlId, true)
        if (row.holdKey) await deps.payments.settle(tx, { key: row.holdKey, cause: causeOf(row), pages: row.holdPages })
        if (!documents) return repository.remove(tx.db, crawlId)
        await stop(tx, row, '')
        await repository.update(tx.db, crawlId, {
          deletedAt: tx.now(),
          nextRunAt: null,
          holdKey: '',
          updatedAt: tx.now(),
        })
        await deps.enqueue(tx, FORGET_JOB, { workspaceId: ctx.workspaceId, crawlId })
      })
      return { success: true as const }
    },

    /** Removes the documents of a deleted job, and then the job. Harmless to repeat. */
    async forget(ctx: Ctx, crawlId: string) {
      const row = await repository.findDeleted(ctx.db, ctx.workspaceId, crawlId)
      if (!row) return
      await deps.learning.removeCrawl(ctx, crawlId)
      // Where it was stopped in its work, a page that was being learnt may still come: the job stays until nobody works on
      // it, and the sweep sees to the rest.
      const isWorkedOn = row.status === 'cancelled' && row.leaseUntil !== null && row.leaseUntil > ctx.now()
      if (!isWorkedOn) await repository.remove(ctx.db, crawlId)
    },

    /** Jobs go on for the agents they still have; one without any ends. */
    /** Removes every job of the context's workspace and gives back what it holds. What they brought goes with the agents. */
    async onWorkspaceDeleted(ctx: Ctx) {
      await ctx.tx(async (tx) => {
        for (const row of await repository.holdsOf(tx.db, tx.workspaceId))
          await deps.payments.settle(tx, { key: row.holdKey, cause: causeOf(row), pages: row.holdPages })
        await repository.removeAll(tx.db, tx.workspaceId)
      })
    },

    async onAgentDeleted(ctx: Ctx, agentId: string) {
      await ctx.tx(async (tx) => {
        for (const row of await repository.dropAgent(tx.db, ctx.workspaceId, agentId))
          await repository.update(tx.db, row.id, {
            ...after(row, { type: 'cancelled', reason: storedMessage(msg('crawl_agents_deleted')) }),
            refresh: 'never',
            nextRunAt: null,
            endedAt: row.endedAt ?? tx.now(),
          })
      })
    },
  }
}

async function assertCredits({ payments }: RunsDeps, ctx: Ctx): Promise<void> {
  if ((await payments.reaches(ctx)) < 1) throw new AppError('CREDITS_EXHAUSTED')
}

async function stop(tx: Ctx, row: repository.CrawlRow, reason: string): Promise<repository.CrawlRow> {
  if (!isUnfinished(row)) return row
  const at = tx.now()
  const change = {
    ...after(row, { type: 'cancelled', reason }),
    endedAt: at,
    updatedAt: at,
    nextRunAt: nextFetch(row.refresh, at),
  }
  await repository.update(tx.db, row.id, change)
  return { ...row, ...change }
}
