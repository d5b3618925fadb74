// What callers may do with sources, documents' chunks and their earlier contents.
import type { Document, DocumentSummary } from '@parlance/contract/knowledge/schemas'
import type { Refresh } from '@parlance/contract/knowledge/refresh'
import type { ChunkView, DocumentVersion } from '@parlance/contract/knowledge/sources-api'
import type { Ctx } from '../../../lib/ctx.ts'

interface Named {
  readonly agentId: string
  readonly docId: string
}
type Tagged = { readonly tags?: readonly string[] | undefined }

/** Like `Knowledge`, of which it is a part: inside `ctx.workspaceId`, NOT_FOUND for what is another's. */
export interface Sources {
  /**
   * Takes the file that was sent with the request, and answers its queued document. INVALID_INPUT for an ending that is
   * not read, PAYLOAD_TOO_LARGE above 50 MB, LIMIT_REACHED beyond the limits of a day or of the agent.
   */
  readonly upload: (
    ctx: Ctx,
    input: { readonly agentId: string; readonly name: string; readonly tags?: string | undefined },
  ) => Promise<DocumentSummary>
  /** Queues pages; those the agent has already are answered as they are, and what is no page of the internet is refused. */
  readonly addUrls: (
    ctx: Ctx,
    input: Tagged & {
      readonly agentId: string
      readonly urls: readonly string[]
      readonly refresh?: Refresh | undefined
    },
  ) => Promise<{ items: DocumentSummary[]; refused: { url: string; reason: string }[] }>
  /** INVALID_INPUT for no address of the internet; UPSTREAM_FAILED with the reason where it cannot be read. */
  readonly readSitemap: (
    ctx: Ctx,
    input: { readonly agentId: string; readonly url: string },
  ) => Promise<{ items: { url: string; lastModified: string }[]; more: boolean }>
  readonly addQa: (
    ctx: Ctx,
    input: Tagged & {
      readonly agentId: string
      readonly pairs: readonly { readonly question: string; readonly answer: string }[]
    },
  ) => Promise<{ items: DocumentSummary[] }>
  /** Reads a page again, or tries once more what failed; otherwise nothing happens. */
  readonly refetch: (ctx: Ctx, of: Named) => Promise<DocumentSummary>
  /** Stops reading; a document that never held anything goes. Nothing happens to one that is not read. */
  readonly cancel: (ctx: Ctx, of: Named) => Promise<void>
  readonly tags: (
    ctx: Ctx,
    of: { readonly agentId: string },
  ) => Promise<{ items: { tag: string; documents: number }[] }>
  readonly chunks: (
    ctx: Ctx,
    query: Named & { readonly cursor?: string | undefined; readonly limit?: number | undefined },
  ) => Promise<{ items: ChunkView[]; nextCursor: string | null }>
  /** STALE when the chunk is not `before` any more. */
  readonly updateChunk: (
    ctx: Ctx,
    input: Named & { readonly n: number; readonly before: string; readonly text: string },
  ) => Promise<DocumentSummary>
  readonly versions: (ctx: Ctx, of: Named) => Promise<{ items: DocumentVersion[] }>
  readonly version: (
    ctx: Ctx,
    of: Named & { readonly versionId: string },
  ) => Promise<DocumentVersion & { content: string }>
  /** Brings an earlier content back; what the document holds now becomes a version itself. */
  readonly restoreVersion: (ctx: Ctx, of: Named & { readonly versionId: string }) => Promise<Document>
}
