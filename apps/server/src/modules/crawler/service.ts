// Owns crawls: jobs that read web sites into the knowledge of agents.
import type { CrawlSettings } from '@parlance/contract/crawler/schemas'
import { isRunning, isUnfinished } from '@parlance/contract/crawler/run'
import { AppError } from '@parlance/contract/lib/errors'
import { nextFetch } from '@parlance/contract/knowledge/refresh'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import { changesAfter, createRuns, DELETE_JOB, resume, RUN_JOB, type RunsDeps, start } from './runs.ts'
import { validateSettings, withoutUndefined, isDifferent, newRow, SCOPE_SETTINGS } from './job-settings.ts'
import { creditCauseOf } from './crawl-batch.ts'
import * as repository from './repository.ts'
import { findCrawl, listCrawls, listPages, type CrawlRef, toCrawl } from './views.ts'
import * as pages from './pages.repository.ts'
import { storedMessage } from '../../lib/stored-message.ts'

export { DELETE_JOB, RUN_JOB }

const MAX_CRAWLS = 200

/** Every call acts inside `ctx.workspaceId` and returns NOT_FOUND for another workspace's job. */
export function createCrawler(deps: RunsDeps) {
  const runs = createRuns(deps)
  return {
    ...runs,
    list: listCrawls,
    get: async (ctx: Ctx, { crawlId }: CrawlRef) => ({ data: toCrawl(await findCrawl(ctx, crawlId)) }),
    pages: listPages,

    async create(ctx: Ctx, { name, kind, ...input }: CrawlSettings) {
      const settings = { name, kind, ...(await validateSettings(deps, ctx, input)) }
      await assertCredits(deps, ctx)
      const row = await ctx.tx(async (tx) => {
        await repository.lockAdding(tx.db, ctx.workspaceId)
        if ((await repository.countCrawls(tx.db, ctx.workspaceId)) >= MAX_CRAWLS)
          throw new AppError('LIMIT_REACHED', msg('too_many_crawl_jobs', { max: MAX_CRAWLS }))
        const fresh = newRow(ctx, settings)
        await repository.insert(tx.db, fresh)
        return start(deps, tx, fresh)
      })
      return { data: toCrawl(row) }
    },

    /** Applies to the next run; a running one uses the new settings from the next page on. */
    async update(ctx: Ctx, { crawlId, ...input }: Partial<CrawlSettings> & CrawlRef) {
      await findCrawl(ctx, crawlId)
      const change = { ...withoutUndefined(input), ...(await validateSettings(deps, ctx, input)) }
      const row = await ctx.tx(async (tx) => {
        const before = await findCrawl(tx, crawlId, true)
        const now = tx.now()
        const refresh = change.refresh ?? before.refresh
        const schedule =
          isUnfinished(before) || refresh === before.refresh ? {} : { nextRunAt: nextFetch(refresh, now) }
        await repository.update(tx.db, crawlId, { ...change, ...schedule, updatedAt: now })
        const teaches = isDifferent(change.agentIds, before.agentIds) || isDifferent(change.tags, before.tags)
        if (teaches || SCOPE_SETTINGS.some((key) => isDifferent(change[key], before[key])))
          await pages.clearVersions(tx.db, crawlId, teaches)
        return { ...before, ...change, ...schedule }
      })
      return { data: toCrawl(row) }
    },

    async run(ctx: Ctx, { crawlId }: CrawlRef) {
      await findCrawl(ctx, crawlId)
      await assertCredits(deps, ctx)
      const row = await ctx.tx(async (tx) => {
        const before = await findCrawl(tx, crawlId, true)
        if (isRunning(before)) throw new AppError('CONFLICT', msg('crawl_job_running'))
        if (before.agentIds.length === 0) throw new AppError('CONFLICT', msg('crawl_job_agents_deleted'))
        return before.status === 'paused' ? resume(deps, tx, before) : start(deps, tx, before)
      })
      return { data: toCrawl(row) }
    },

    /** Pages read so far are kept. Idempotent. */
    cancel: (ctx: Ctx, { crawlId }: CrawlRef) =>
      ctx.tx(async (tx) => ({ data: toCrawl(await stop(tx, await findCrawl(tx, crawlId, true), '')) })),

    ...ending(deps),
  }
}
export type Crawler = ReturnType<typeof createCrawler>

function ending(deps: RunsDeps) {
  return {
    /** With `documents`, a job removes its documents first; the crawl is hidden from now on. */
    async delete(ctx: Ctx, { crawlId, documents }: CrawlRef & { documents: boolean }) {
      await ctx.tx(async (tx) => {
        const row = await findCrawl(tx, crawlId, true)
        if (row.holdKey)
          await deps.payments.settle(tx, { key: row.holdKey, cause: creditCauseOf(row), pages: row.holdPages })
        if (!documents) return repository.remove(tx.db, crawlId)
        await stop(tx, row, '')
        await repository.update(tx.db, crawlId, {
          deletedAt: tx.now(),
          nextRunAt: null,
          holdKey: '',
          updatedAt: tx.now(),
        })
        await deps.enqueue(tx, DELETE_JOB, { workspaceId: ctx.workspaceId, crawlId })
      })
      return { success: true as const }
    },

    /** Removes the documents of a deleted crawl, then the crawl. Idempotent. */
    async forget(ctx: Ctx, crawlId: string) {
      const row = await repository.findDeleted(ctx.db, ctx.workspaceId, crawlId)
      if (!row) return
      await deps.pageStore.removeCrawl(ctx, crawlId)
      // A stopped run may still store one page, so the crawl is kept until its lease ends; the sweep deletes it then.
      const isWorkedOn = row.status === 'cancelled' && row.leaseUntil !== null && row.leaseUntil > ctx.now()
      if (!isWorkedOn) await repository.remove(ctx.db, crawlId)
    },

    /** Deletes all crawls of the context's workspace and releases their holds. Documents are deleted with the agents. */
    async onWorkspaceDeleted(ctx: Ctx) {
      await ctx.tx(async (tx) => {
        for (const row of await repository.holdsOf(tx.db, tx.workspaceId))
          await deps.payments.settle(tx, { key: row.holdKey, cause: creditCauseOf(row), pages: row.holdPages })
        await repository.removeAll(tx.db, tx.workspaceId)
      })
    },

    async onAgentDeleted(ctx: Ctx, agentId: string) {
      await ctx.tx(async (tx) => {
        for (const row of await repository.removeAgent(tx.db, ctx.workspaceId, agentId))
          await repository.update(tx.db, row.id, {
            ...changesAfter(row, { type: 'cancelled', reason: storedMessage(msg('crawl_agents_deleted')) }),
            refresh: 'never',
            nextRunAt: null,
            endedAt: row.endedAt ?? tx.now(),
          })
      })
    },
  }
}

async function assertCredits({ payments }: RunsDeps, ctx: Ctx): Promise<void> {
  if ((await payments.affordablePages(ctx)) < 1) throw new AppError('CREDITS_EXHAUSTED')
}

async function stop(tx: Ctx, row: repository.CrawlRow, reason: string): Promise<repository.CrawlRow> {
  if (!isUnfinished(row)) return row
  const at = tx.now()
  const change = {
    ...changesAfter(row, { type: 'cancelled', reason }),
    endedAt: at,
    updatedAt: at,
    nextRunAt: nextFetch(row.refresh, at),
  }
  await repository.update(tx.db, row.id, change)
  return { ...row, ...change }
}
