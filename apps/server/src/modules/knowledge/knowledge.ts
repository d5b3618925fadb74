// Owns what agents know: documents, the chunks they are cut into, and finding the passages that answer a question.
import type { Document, DocumentSummary, Passage } from '@parlance/core/knowledge/knowledge'
import { AppError } from '@parlance/core/kit/errors'
import type { Ctx } from '../../platform/ctx.ts'
import { asDocument, asSummary, found } from './knowledge.documents.ts'
import { createIndexing, type Indexing } from './knowledge.indexing.ts'
import type { Charge, Embedder, VectorIndex } from './knowledge.port.ts'
import { createSearch } from './knowledge.search.ts'
import * as store from './knowledge.store.ts'
import { createWriting } from './knowledge.writing.ts'

interface AgentSettings {
  /** Longest chunk in characters. */
  readonly maxChunkSize: number
  /** Numbers per vector. */
  readonly dimensions: number
}

export interface KnowledgeDeps {
  readonly embedder: Embedder
  readonly vectors: VectorIndex
  readonly agents: { readonly settingsOf: (ctx: Ctx, agentId: string) => Promise<AgentSettings> }
  /** Inside a transaction the job exists exactly when it commits. */
  readonly jobs: {
    readonly enqueue: (ctx: Ctx, name: string, data: Readonly<Record<string, unknown>>) => Promise<void>
  }
  readonly charge: Charge
}

/**
 * Every call acts inside `ctx.workspaceId` and answers NOT_FOUND for a document of another workspace or agent. That the
 * agent belongs to the workspace is checked by the caller; its collection never changes hands.
 */
export interface Knowledge extends Pick<Indexing, 'index' | 'reindex' | 'sweep'> {
  /** Newest first. INVALID_INPUT for a cursor that is not ours. */
  readonly list: (
    ctx: Ctx,
    query: {
      agentId: string
      search?: string | undefined
      cursor?: string | undefined
      limit?: number | undefined
    },
  ) => Promise<{ items: DocumentSummary[]; nextCursor: string | null }>
  readonly get: (ctx: Ctx, of: { agentId: string; docId: string }) => Promise<Document>
  /**
   * Stores a document: its words are found from then on. A short one is embedded at once where that takes no more than two
   * seconds, otherwise a job follows; so do not call it inside a longer transaction.
   */
  readonly create: (ctx: Ctx, input: { agentId: string; name: string; content: string }) => Promise<Document>
  /** Renames, or rewrites: only then it is cut anew. The same content again retries what failed. */
  readonly update: (
    ctx: Ctx,
    input: { agentId: string; docId: string; name?: string | undefined; content?: string | undefined },
  ) => Promise<Document>
  /** Removes the document with its chunks, words and vectors. */
  readonly remove: (ctx: Ctx, of: { agentId: string; docId: string }) => Promise<void>
  /**
   * The best passages, by words and by meaning, of documents with one of the tags where any are given; see `relevant` in core
   * for what of them a model may see.
   */
  readonly search: (
    ctx: Ctx,
    query: { agentId: string; query: string; limit: number; tags?: readonly string[] | undefined },
  ) => Promise<Passage[]>
  /** Harmless when it exists; a name then renames it. */
  readonly createCollection: (
    ctx: Ctx,
    input: { agentId: string; name?: string | undefined },
  ) => Promise<{ name: string }>
  /** Makes a document of a text, named after its first words unless a name is given. */
  readonly addPoint: (
    ctx: Ctx,
    input: { agentId: string; text: string; name?: string | undefined },
  ) => Promise<{ docId: string; points: number }>
  readonly onAgentDeleted: (ctx: Ctx, agentId: string) => Promise<void>
  /** Copies every document with its vectors to another agent of the workspace, free of charge. Harmless to repeat. */
  readonly copyAll: (ctx: Ctx, fromAgent: string, toAgent: string) => Promise<void>
}

/** A page as the crawler read it. */
export interface CrawledPage {
  readonly agentId: string
  readonly crawlId: string
  /** Its address as the crawler knows it; one document per agent, job and address. */
  readonly url: string
  readonly title: string
  readonly markdown: string
  /** Bytes of what the server sent. */
  readonly bytes: number
  /** As the server sent them; empty without. */
  readonly etag: string
  readonly lastModified: string
  readonly tags: readonly string[]
}

/**
 * What the crawler writes. Acts inside `ctx.workspaceId`; harmless to repeat. The fetch is paid by the crawler, the
 * embedding by knowledge. NOT_FOUND for an agent whose knowledge is another workspace's; LIMIT_REACHED when the agent
 * holds as many documents as it may.
 */
export interface CrawledPages {
  /**
   * Makes the document of a page or, where the page changed, rewrites it and keeps what it held as a version.
   * `changed` is false when the page reads as it did: only the time of the fetch is written then. Its words are found at
   * once; a job gives it vectors.
   */
  readonly putPage: (ctx: Ctx, page: CrawledPage) => Promise<{ docId: string; changed: boolean }>
  /** The page is gone from the site. Answers whether there was a document. */
  readonly removePage: (
    ctx: Ctx,
    of: { readonly agentId: string; readonly crawlId: string; readonly url: string },
  ) => Promise<boolean>
  /** Removes the documents of a job from every agent of the workspace. Answers how many there were. */
  readonly removeCrawl: (ctx: Ctx, crawlId: string) => Promise<number>
}

const PAGE = 25

export function createKnowledge(deps: KnowledgeDeps): Knowledge {
  const indexing = createIndexing(deps)
  return {
    list,
    get: async (ctx, { agentId, docId }) => asDocument(await found(ctx, agentId, docId)),
    ...createWriting(deps, indexing),
    search: createSearch(deps, indexing),
    index: indexing.index,
    reindex: indexing.reindex,
    sweep: indexing.sweep,
  }
}

const list: Knowledge['list'] = async (ctx, { agentId, search, cursor, limit = PAGE }) => {
  const rows = await store.listDocuments(ctx.db, {
    agentId,
    workspaceId: ctx.workspaceId,
    search: search?.trim() ?? '',
    after: cursor === undefined ? undefined : readCursor(cursor),
    limit: limit + 1,
  })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { items: shown.map(asSummary), nextCursor: rows.length > limit && last ? writeCursor(last) : null }
}

const writeCursor = (row: { createdAt: Date; id: string }) =>
  Buffer.from(`${row.createdAt.getTime()}.${row.id}`).toString('base64url')

function readCursor(cursor: string): { createdAt: Date; id: string } {
  const match = /^(\d{1,15})\.(\w{1,40})$/.exec(Buffer.from(cursor, 'base64url').toString())
  if (!match?.[1] || !match[2]) throw new AppError('INVALID_INPUT', 'The cursor is not valid.')
  return { createdAt: new Date(Number(match[1])), id: match[2] }
}
