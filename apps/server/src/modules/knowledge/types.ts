// What knowledge needs from outside, and the calls that its files answer together.
import type { Document, DocumentSummary, FoundDocument, Passage } from '@parlance/contract/knowledge/schemas'
import type { DocumentState, SourceType } from '@parlance/contract/knowledge/schemas'
import type { Refresh } from '@parlance/contract/knowledge/refresh'
import type { Ctx } from '../../lib/ctx.ts'
import type { Storage } from '../../lib/storage/storage.ts'
import type { Trash } from '../trash/service.ts'
import type { Charge, Embedder, VectorIndex } from './ports.ts'
import type { PageReader } from './pages.ports.ts'
import type { Parser } from './parsing.ports.ts'

interface AgentSettings {
  /** Longest chunk in characters. */
  readonly maxChunkSize: number
  /** Numbers per vector. */
  readonly dimensions: number
}

export interface KnowledgeDeps {
  readonly embedder: Embedder
  readonly vectors: VectorIndex
  readonly parser: Pick<Parser, 'parse'>
  readonly pages: Pick<PageReader, 'read' | 'sitemap'>
  /** Where uploaded files lie until they are read. */
  readonly storage: Storage
  readonly trash: Pick<Trash, 'keep' | 'restore'>
  /** Rejects for an address that does not lead to the public internet. */
  readonly checkAddress: (address: string) => Promise<void>
  readonly agents: {
    readonly settingsOf: (ctx: Ctx, agentId: string) => Promise<AgentSettings>
    /** Whether the workspace of the context has this agent. */
    readonly exists: (ctx: Ctx, agentId: string) => Promise<boolean>
    /** Of those of these agents that the workspace of the context has. */
    readonly titles: (ctx: Ctx, agentIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
  }
  /** Inside a transaction the job exists exactly when it commits. */
  readonly jobs: {
    readonly enqueue: (ctx: Ctx, name: string, data: Readonly<Record<string, unknown>>) => Promise<void>
  }
  readonly charge: Charge
  /**
   * Throws LIMIT_REACHED where so many bytes are more than all files of the context's workspace may take; holds others who
   * upload to it until the transaction ends.
   */
  readonly room: (tx: Ctx, size: number) => Promise<void>
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

/**
 * Every call acts inside `ctx.workspaceId` and answers NOT_FOUND for a document of another workspace or agent. That the
 * agent belongs to the workspace is checked by the caller; its collection never changes hands.
 */
export interface DocumentCalls {
  /** Newest first. INVALID_INPUT for a cursor that is not ours. */
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
  /** Documents of all agents of the workspace by a part of their name or address, best first; `limit` is 10 when absent. */
  readonly listWorkspace: (
    ctx: Ctx,
    query: { search: string; limit?: number | undefined },
  ) => Promise<{ items: FoundDocument[] }>
  readonly get: (ctx: Ctx, of: { agentId: string; docId: string }) => Promise<Document>
  /**
   * Stores a document: its words are found from then on. A short one is embedded at once where that takes no more than two
   * seconds, otherwise a job follows; so do not call it inside a longer transaction.
   */
  readonly create: (
    ctx: Ctx,
    input: { agentId: string; name: string; content: string; tags?: readonly string[] | undefined },
  ) => Promise<Document>
  /**
   * Renames, or rewrites: only then it is cut anew, and what it held is kept as a version. The same content again retries
   * what failed.
   */
  readonly update: (
    ctx: Ctx,
    input: {
      agentId: string
      docId: string
      name?: string | undefined
      content?: string | undefined
      tags?: readonly string[] | undefined
      refresh?: Refresh | undefined
    },
  ) => Promise<Document>
  /** Removes the document with its chunks, words and vectors; for an hour it can be restored. */
  readonly remove: (ctx: Ctx, of: { agentId: string; docId: string }) => Promise<void>
  /**
   * Brings back a document as it was, with its vectors, free of charge; what was being read is read. CONFLICT where its
   * page was added again meanwhile, LIMIT_REACHED where there is no room for it any more.
   */
  readonly restore: (ctx: Ctx, of: { agentId: string; docId: string }) => Promise<void>
  /**
   * The best passages, by words and by meaning, of documents with one of the tags where any are given; see `relevant`
   * for what of them a model may see.
   */
  readonly search: (
    ctx: Ctx,
    query: { agentId: string; query: string; limit: number; tags?: readonly string[] | undefined },
  ) => Promise<Passage[]>
  /**
   * What a model is given: relevant passages alone, neighbours joined, none where the agent does not know enough; see
   * `relevant` and `joinNeighbours`. `url` only where readers can open the document.
   */
  readonly passages: (
    ctx: Ctx,
    query: {
      agentId: string
      query: string
      limit: number
      tags?: readonly string[] | undefined
      threshold?: number | undefined
    },
  ) => Promise<{ docId: string; title: string; text: string; score: number; url?: string }[]>
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
  /** The id under which `copyAll` brings a document to another agent. */
  readonly copiedId: (docId: string, toAgent: string) => string
  /** Names by id of those of these documents that the agent has. */
  readonly names: (
    ctx: Ctx,
    of: { readonly agentId: string; readonly docIds: readonly string[] },
  ) => Promise<ReadonlyMap<string, string>>
  /** Begins to read the sources of the region that wait; answers at once. */
  readonly readWaiting: (ctx: Ctx) => void
  /** Lets documents of the context's workspace that are paused for lack of credits go on, as far as its credits reach. */
  readonly resumePaused: (ctx: Ctx) => Promise<void>
  /** Hands on what was left behind or can be paid by now, and pages whose time to be read again has come. Answers how many documents. */
  readonly sweep: (ctx: Ctx) => Promise<number>
  /** At start, where no other process works on the region: whatever was being read or indexed belongs to nobody. */
  readonly recover: (ctx: Ctx) => Promise<void>
  /** Stops what is being read; others will read it. */
  readonly close: () => Promise<void>
}
