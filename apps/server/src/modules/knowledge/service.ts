// Owns what agents know: documents, the chunks they are cut into, and finding the passages that answer a question.
import { AppError } from '@parlance/contract/lib/errors'
import type { Ctx } from '../../lib/ctx.ts'
import { findInWorkspace } from './documents/find-documents.repository.ts'
import { copyId, createCopies } from './documents/copy-knowledge.ts'
import { type Comparing, createComparing } from './retrieval/compare-passages.ts'
import { createCrawled } from './ingestion/crawled-pages.ts'
import { asDocument, asSummary, found } from './documents/document-views.ts'
import { createIndexing, type Indexing } from './ingestion/index-documents.ts'
import { createReading } from './ingestion/read-sources.ts'
import { createRemoving } from './documents/remove-document.ts'
import { createSearch } from './retrieval/search.ts'
import type { Sources } from './ingestion/sources.ts'
import { createSources } from './ingestion/add-sources.ts'
import type { CrawledPages, DocumentCalls, KnowledgeDeps } from './types.ts'
import * as repository from './repository.ts'
import { createVersions } from './documents/versions.ts'
import { createWriting } from './documents/save-document.ts'
import { releaseAll, tagsOf } from './ingestion/sources.repository.ts'

/** See `DocumentCalls` for what holds of every call. */
export interface Knowledge
  extends DocumentCalls, Pick<Indexing, 'index' | 'reindex' | 'embedding'>, Sources, CrawledPages, Comparing {}

const PAGE = 25
const FOUND = 10

export function createKnowledge(deps: KnowledgeDeps): Knowledge {
  const indexing = createIndexing(deps)
  const reading = createReading(deps, indexing)
  return {
    list,
    listWorkspace: (ctx, query) => listWorkspace(deps.agents, ctx, query),
    get: async (ctx, { agentId, docId }) => asDocument(await found(ctx, agentId, docId)),
    tags: async (ctx, { agentId }) => ({ items: await tagsOf(ctx.db, { agentId, workspaceId: ctx.workspaceId }) }),
    ...createWriting(deps, indexing),
    ...createRemoving(deps, indexing, reading),
    ...createSources(deps, indexing, reading),
    ...createVersions(deps, indexing),
    ...createCrawled(deps, indexing),
    ...createCopies(deps),
    ...createComparing(deps),
    copiedId: copyId,
    names: (ctx, { agentId, docIds }) => repository.namesOf(ctx.db, { agentId, workspaceId: ctx.workspaceId }, docIds),
    ...createSearch(deps, indexing),
    index: indexing.index,
    reindex: indexing.reindex,
    async resumePaused(ctx) {
      if ((await indexing.resumePaused(ctx, ctx.workspaceId)) > 0) reading.begin(ctx)
    },
    embedding: indexing.embedding,
    readWaiting: reading.begin,
    sweep: async (ctx) => (await indexing.sweep(ctx)) + (await reading.sweep(ctx)),
    recover: (ctx) => releaseAll(ctx.db, ctx.now()),
    close: reading.close,
  }
}

const list: Knowledge['list'] = async (ctx, query) => {
  const { agentId, search, cursor, limit = PAGE } = query
  const rows = await repository.listDocuments(ctx.db, {
    agentId,
    workspaceId: ctx.workspaceId,
    search: search?.trim() ?? '',
    status: query.status,
    sourceType: query.sourceType,
    tag: query.tag?.trim() || undefined,
    crawlId: query.crawlId,
    after: cursor === undefined ? undefined : readCursor(cursor),
    limit: limit + 1,
  })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { items: shown.map(asSummary), nextCursor: rows.length > limit && last ? writeCursor(last) : null }
}

async function listWorkspace(
  agents: KnowledgeDeps['agents'],
  ctx: Ctx,
  { search, limit = FOUND }: { search: string; limit?: number | undefined },
) {
  const found = await findInWorkspace(ctx.db, { workspaceId: ctx.workspaceId, search, limit })
  const titles = await agents.titles(ctx, [...new Set(found.map(({ agentId }) => agentId))])
  return { items: found.map(({ id, ...rest }) => ({ ID: id, ...rest, agentTitle: titles.get(rest.agentId) ?? '' })) }
}

const writeCursor = (row: { createdAt: Date; id: string }) =>
  Buffer.from(`${row.createdAt.getTime()}.${row.id}`).toString('base64url')

function readCursor(cursor: string): { createdAt: Date; id: string } {
  const match = /^(\d{1,14})\.(\w{1,40})$/.exec(Buffer.from(cursor, 'base64url').toString())
  if (!match?.[1] || !match[2]) throw new AppError('INVALID_INPUT', 'The cursor is not valid.')
  return { createdAt: new Date(Number(match[1])), id: match[2] }
}
