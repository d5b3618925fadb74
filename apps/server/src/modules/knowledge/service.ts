// Owns knowledge of agents: documents, their chunks, and search.
import type { Document, DocumentSummary, FoundDocument } from '@parlance/contract/knowledge/schemas'
import type { DocumentState, SourceType } from '@parlance/contract/knowledge/schemas'
import type { Ctx } from '../../lib/ctx.ts'
import type { KnowledgeDeps } from './deps.ts'
import { type AgentKnowledge, copiedDocumentId, createAgentKnowledge } from './documents/agent-knowledge.ts'
import { toDocument, toSummary, requireDocument } from './documents/document-views.ts'
import { createDocumentRemover, type DocumentRemover } from './documents/remove-document.ts'
import { createDocumentWriter, type DocumentWriter } from './documents/save-document.ts'
import { createDocumentHistory, type DocumentHistory } from './documents/document-history.ts'
import { createSourceIntake, type SourceIntake } from './ingestion/add-sources.ts'
import { type CrawledPages, createCrawledPages } from './ingestion/crawled-pages.ts'
import { createIndexer, type Indexer } from './ingestion/index-documents.ts'
import { createSourceReader } from './ingestion/read-sources.ts'
import { releaseAll, tagsOf } from './ingestion/sources.repository.ts'
import * as repository from './repository.ts'
import { createPassageComparison, type PassageComparison } from './retrieval/compare-passages.ts'
import { createSearch, type KnowledgeSearch } from './retrieval/search.ts'
import { pageOf, readCursor } from '../../lib/cursor.ts'

export type { KnowledgeDeps }

/** Acts inside `ctx.workspaceId`; NOT_FOUND for other documents. The caller checks that the agent belongs to it. */
export interface Knowledge
  extends
    DocumentWriter,
    DocumentRemover,
    DocumentHistory,
    AgentKnowledge,
    SourceIntake,
    CrawledPages,
    KnowledgeSearch,
    PassageComparison,
    Pick<Indexer, 'index' | 'reindex' | 'embedding'> {
  /** Newest first. INVALID_INPUT for an invalid cursor. */
  readonly list: (
    ctx: Ctx,
    query: {
      agentId: string
      search?: string | undefined
      status?: DocumentState | undefined
      sourceType?: SourceType | undefined
      tag?: string | undefined
      crawlId?: string | undefined
      cursor?: string | undefined
      limit?: number | undefined
    },
  ) => Promise<{ items: DocumentSummary[]; nextCursor: string | null }>
  /** Documents of all agents of the workspace by part of their name or URL, best first; `limit` defaults to 10. */
  readonly listWorkspace: (
    ctx: Ctx,
    query: { search: string; limit?: number | undefined },
  ) => Promise<{ items: FoundDocument[] }>
  readonly tags: (
    ctx: Ctx,
    of: { readonly agentId: string },
  ) => Promise<{ items: { tag: string; documents: number }[] }>
  readonly get: (ctx: Ctx, of: { agentId: string; docId: string }) => Promise<Document>
  /** The id of a document's copy by `copyAll`. */
  readonly copiedId: (docId: string, toAgent: string) => string
  /** Names by id of existing documents of the agent. */
  readonly names: (
    ctx: Ctx,
    of: { readonly agentId: string; readonly docIds: readonly string[] },
  ) => Promise<ReadonlyMap<string, string>>
  readonly readWaiting: (ctx: Ctx) => void
  /** Resumes documents of the context's workspace that are paused for lack of credits, as far as its credits allow. */
  readonly resumePaused: (ctx: Ctx) => Promise<void>
  /** Enqueues documents that were left behind or can be paid now, and pages that are due. Returns how many documents. */
  readonly sweep: (ctx: Ctx) => Promise<number>
  /** At start, if no other process works on the region: releases everything that was being read or indexed. */
  readonly recover: (ctx: Ctx) => Promise<void>
  readonly close: () => Promise<void>
}

const PAGE = 25
const FOUND = 10

export function createKnowledge(deps: KnowledgeDeps): Knowledge {
  const indexing = createIndexer(deps)
  const reading = createSourceReader(deps, indexing)
  return {
    list,
    listWorkspace: (ctx, query) => listWorkspace(deps.agents, ctx, query),
    get: async (ctx, { agentId, docId }) => toDocument(await requireDocument(ctx, agentId, docId)),
    tags: async (ctx, { agentId }) => ({ items: await tagsOf(ctx.db, { agentId, workspaceId: ctx.workspaceId }) }),
    ...createDocumentWriter(deps, indexing),
    ...createDocumentRemover(deps, indexing, reading),
    ...createSourceIntake(deps, indexing, reading),
    ...createDocumentHistory(deps, indexing),
    ...createCrawledPages(deps, indexing),
    ...createAgentKnowledge(deps),
    ...createPassageComparison(deps),
    copiedId: copiedDocumentId,
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
    after: readCursor(cursor),
    limit: limit + 1,
  })
  const { items: shown, nextCursor } = pageOf(rows, limit, (row) => ({ at: row.createdAt, id: row.id }))
  return {
    items: shown.map(toSummary),
    nextCursor,
  }
}

async function listWorkspace(
  agents: KnowledgeDeps['agents'],
  ctx: Ctx,
  { search, limit = FOUND }: { search: string; limit?: number | undefined },
) {
  const found = await repository.findInWorkspace(ctx.db, { workspaceId: ctx.workspaceId, search, limit })
  const titles = await agents.titles(ctx, [...new Set(found.map(({ agentId }) => agentId))])
  return { items: found.map(({ id, ...rest }) => ({ ID: id, ...rest, agentTitle: titles.get(rest.agentId) ?? '' })) }
}
