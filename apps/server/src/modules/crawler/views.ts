import type { Crawl, CrawlPage } from '@parlance/contract/crawler/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { unixSeconds } from '@parlance/contract/lib/time'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import * as repository from './repository.ts'
import * as pages from './pages.repository.ts'
import { pageOf, readCursor } from '../../lib/cursor.ts'
import { messageOf } from '../../lib/stored-message.ts'

const PAGE_SIZE = 25

interface PageInput {
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}
export interface CrawlRef {
  readonly crawlId: string
}

export async function listCrawls(
  ctx: Ctx,
  { search, cursor, limit = PAGE_SIZE }: PageInput & { search?: string | undefined },
) {
  const rows = await repository.list(ctx.db, {
    workspaceId: ctx.workspaceId,
    search: search?.trim() ?? '',
    after: readCursor(cursor),
    limit: limit + 1,
  })
  const { items, nextCursor } = pageOf(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }))
  return { items: items.map(toCrawl), nextCursor }
}

export async function listPages(
  ctx: Ctx,
  { crawlId, status, cursor, limit = PAGE_SIZE }: PageInput & CrawlRef & { status?: CrawlPage['status'] | undefined },
) {
  await findCrawl(ctx, crawlId)
  const key = readCursor(cursor)
  if (key && !/^\d{1,15}$/.test(key.id)) throw new AppError('INVALID_INPUT', msg('cursor_not_valid'))
  const after = key && { at: key.at, n: Number(key.id) }
  const rows = await pages.listPages(ctx.db, { crawlId, status, after, limit: limit + 1 })
  const { items, nextCursor } = pageOf(rows, limit, ({ fetchedAt, n }) => ({
    at: fetchedAt ?? new Date(0),
    id: String(n),
  }))
  return { items: items.map(toPage), nextCursor }
}

/** @throws NOT_FOUND for a crawl of another workspace or a deleted one */
export async function findCrawl(ctx: Ctx, crawlId: string, lock = false): Promise<repository.CrawlRow> {
  const row = await repository.find(ctx.db, ctx.workspaceId, crawlId, lock)
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

const reasonOf = (stored: string) => {
  const { text: reason, message: reasonMessage } = messageOf(stored)
  return { reason, ...(reasonMessage && { reasonMessage }) }
}

const seconds = (at: Date | null): number | null => at && unixSeconds(at)

export function toCrawl(row: repository.CrawlRow): Crawl {
  const { id, name, kind, startUrls, include, exclude, maxDepth, maxPages, stayOnDomain, refresh, agentIds, tags } = row
  const { status, reason, pagesFound, pagesRead, pagesFailed, pagesSkipped } = row
  return {
    id,
    name,
    kind,
    startUrls,
    include,
    exclude,
    maxDepth,
    maxPages,
    stayOnDomain,
    refresh,
    agentIds,
    tags,
    status,
    ...reasonOf(reason),
    pagesFound,
    pagesRead,
    pagesFailed,
    pagesSkipped,
    ts: unixSeconds(row.createdAt),
    startedAt: seconds(row.startedAt),
    endedAt: seconds(row.endedAt),
    nextRunAt: seconds(row.nextRunAt),
  }
}

function toPage({ url, title, depth, status, reason, code, bytes, ms, fetchedAt }: pages.PageRow): CrawlPage {
  return { url, title, depth, status, ...reasonOf(reason), code, bytes, ms, fetchedAt: seconds(fetchedAt) }
}
