// Stores pages of crawls: one document per agent, crawl and URL.
import { AppError } from '@parlance/contract/lib/errors'
import { MAX_TAGS, Tags } from '@parlance/contract/knowledge/schemas'
import type { Ctx } from '../../../lib/ctx.ts'
import {
  assertCharacterQuota,
  cleanName,
  insertWithContent,
  newDocumentHead,
  awaitingIndexing,
  prepareContent,
  type Prepared,
  removeDocument,
  replaceContent,
  afterSave,
} from '../documents/write-content.ts'
import { type Indexer, READ_PERCENT } from './index-documents.ts'
import * as repository from '../repository.ts'
import type { KnowledgeDeps } from '../deps.ts'
import { assertDocumentQuota } from '../documents/save-document.ts'
import { pageName } from './page-addresses.ts'
import * as sources from './sources.repository.ts'

export interface CrawledPage {
  readonly agentId: string
  readonly crawlId: string
  /** URL in the crawl; one document per agent, crawl and URL. */
  readonly url: string
  readonly title: string
  readonly markdown: string
  readonly bytes: number
  /** As the server sent them; empty if absent. */
  readonly etag: string
  readonly lastModified: string
  readonly tags: readonly string[]
}

/** Acts inside `ctx.workspaceId`; idempotent. The crawler pays for fetching. @throws NOT_FOUND, LIMIT_REACHED, PLAN_LIMIT */
export interface CrawledPages {
  /**
   * Creates or updates the document of a page and keeps the old content as a version. Without a change only the time of
   * the fetch is stored. A job embeds it.
   */
  readonly putPage: (ctx: Ctx, page: CrawledPage) => Promise<{ docId: string; changed: boolean }>
  /** The page was fetched and has not changed: only the time of the fetch is stored. */
  readonly confirmPage: (
    ctx: Ctx,
    of: { readonly agentIds: readonly string[]; readonly crawlId: string; readonly url: string },
  ) => Promise<void>
  /** The page was removed from the site. Returns whether there was a document. */
  readonly removePage: (
    ctx: Ctx,
    of: { readonly agentId: string; readonly crawlId: string; readonly url: string },
  ) => Promise<boolean>
  /** Removes the documents of a crawl from all agents of the workspace. Returns how many there were. */
  readonly removeCrawl: (ctx: Ctx, crawlId: string) => Promise<number>
}

const AT_ONCE = 50

export function createCrawledPages(
  deps: Pick<KnowledgeDeps, 'agents' | 'assertCharacters'>,
  indexing: Indexer,
): CrawledPages {
  return {
    async putPage(ctx, page) {
      const { agentId, crawlId, url } = page
      if (!(await deps.agents.exists(ctx, agentId))) throw new AppError('NOT_FOUND')
      const prepared = await prepareContent(deps, ctx, agentId, page.markdown)
      return ctx.tx(async (tx) => {
        const owner = { agentId, workspaceId: tx.workspaceId }
        await sources.lockAdding(tx.db, `documents:${agentId}`)
        const [known] = await sources.pagesAt(tx.db, owner, [url], crawlId)
        const before = known && (await repository.findHead(tx.db, owner, known.id, true))
        if (before?.sourceHash !== prepared.contentHash)
          await assertCharacterQuota(deps, tx, prepared.size - (before?.size ?? 0))
        if (before) return rewritePage(tx, indexing, before, page, prepared)
        await assertDocumentQuota(tx, agentId, 1)
        const name = cleanName(page.title, pageName(url))
        const head = newDocumentHead(tx, agentId, {
          name,
          sourceType: 'url',
          sourceUrl: url,
          crawlId,
          tags: [...page.tags],
          ...pageMetadata(tx, page, prepared),
        })
        const made = await insertWithContent(tx, { ...head, progress: READ_PERCENT }, prepared)
        await afterSave(tx, made, indexing, 0)
        return { docId: made.id, changed: true }
      })
    },
    confirmPage: (ctx, page) => sources.setFetched(ctx.db, { ...page, workspaceId: ctx.workspaceId }, ctx.now()),
    removePage: (ctx, { agentId, crawlId, url }) =>
      ctx.tx(async (tx) => {
        const owner = { agentId, workspaceId: ctx.workspaceId }
        const [known] = await sources.pagesAt(tx.db, owner, [url], crawlId)
        const row = known && (await repository.findHead(tx.db, owner, known.id, true))
        if (row) await removeDocument(tx, row)
        return row !== undefined
      }),
    async removeCrawl(ctx, crawlId) {
      for (let removed = 0; ;) {
        const some = await sources.ofCrawl(ctx.db, ctx.workspaceId, crawlId, AT_ONCE)
        if (some.length === 0) return removed
        for (const { id, agentId } of some)
          await ctx.tx(async (tx) => {
            const row = await repository.findHead(tx.db, { agentId, workspaceId: ctx.workspaceId }, id, true)
            if (row) await removeDocument(tx, row)
          })
        removed += some.length
      }
    },
  }
}

const pageMetadata = (tx: Ctx, page: CrawledPage, { contentHash }: Prepared) => ({
  bytes: page.bytes,
  etag: page.etag,
  lastModified: page.lastModified,
  fetchedAt: tx.now(),
  sourceHash: contentHash,
  mediaType: 'text/html',
})

async function rewritePage(
  tx: Ctx,
  indexing: Indexer,
  before: repository.DocumentHead,
  page: CrawledPage,
  prepared: Prepared,
): Promise<{ docId: string; changed: boolean }> {
  // Tags set by people are kept in addition to those of the crawl.
  const tags = Tags.parse([...before.tags, ...page.tags].slice(0, MAX_TAGS))
  const after = { ...before, ...pageMetadata(tx, page, prepared), tags }
  // A manual edit is kept until the page itself changes.
  const isChanged = before.sourceHash !== prepared.contentHash
  if (isChanged) {
    Object.assign(after, awaitingIndexing(tx), { updatedAt: tx.now(), progress: READ_PERCENT })
    await afterSave(tx, await replaceContent(tx, before, after, prepared, 'refresh'), indexing, 0)
  } else await repository.updateDocument(tx.db, after)
  return { docId: before.id, changed: isChanged }
}
