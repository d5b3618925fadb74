import { AppError } from '@parlance/contract/lib/errors'
import { MAX_SOURCE_CHARS } from '@parlance/contract/knowledge/schemas'
import type { Document, DocumentSummary } from '@parlance/contract/knowledge/schemas'
import type { ChunkView, DocumentVersion } from '@parlance/contract/knowledge/sources-api'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../../lib/ctx.ts'
import * as chunks from '../ingestion/chunks.repository.ts'
import {
  assertCharacterQuota,
  cleanText,
  awaitingIndexing,
  prepareContent,
  type Prepared,
  replaceContent,
  afterSave,
} from './write-content.ts'
import { toDocument, toSummary, type DocumentRef, requireDocument, requireDocumentHead } from './document-views.ts'
import type { Indexer } from '../ingestion/index-documents.ts'
import * as repository from '../repository.ts'
import type { KnowledgeDeps } from '../deps.ts'
import * as versions from './document-history.repository.ts'

const PAGE = 25

/** Acts inside `ctx.workspaceId`. @throws NOT_FOUND for a document of another workspace or agent */
export interface DocumentHistory {
  readonly chunks: (
    ctx: Ctx,
    query: DocumentRef & { readonly cursor?: string | undefined; readonly limit?: number | undefined },
  ) => Promise<{ items: ChunkView[]; nextCursor: string | null }>
  /** @throws STALE if the chunk is not `before` any more */
  readonly updateChunk: (
    ctx: Ctx,
    input: DocumentRef & { readonly n: number; readonly before: string; readonly text: string },
  ) => Promise<DocumentSummary>
  readonly versions: (ctx: Ctx, of: DocumentRef) => Promise<{ items: DocumentVersion[] }>
  readonly version: (
    ctx: Ctx,
    of: DocumentRef & { readonly versionId: string },
  ) => Promise<DocumentVersion & { content: string }>
  /** Restores a version; the current content becomes a version. */
  readonly restoreVersion: (ctx: Ctx, of: DocumentRef & { readonly versionId: string }) => Promise<Document>
}

export function createDocumentHistory(
  deps: Pick<KnowledgeDeps, 'agents' | 'assertCharacters'>,
  indexing: Indexer,
): DocumentHistory {
  /** Replaces a content unless it changed since it was read. */
  const replace = (
    ctx: Ctx,
    read: repository.DocumentRow,
    prepared: Prepared,
    cause: versions.VersionRow['cause'],
  ): Promise<repository.DocumentHead> =>
    ctx.tx(async (tx) => {
      await tx.assertStill?.(tx)
      const before = await requireDocumentHead(tx, read.agentId, read.id, true)
      if (before.contentHash !== read.contentHash) throw stale()
      await assertCharacterQuota(deps, tx, prepared.size - before.size)
      const after = { ...before, ...awaitingIndexing(tx), warning: '', updatedAt: tx.now() }
      const stored = await replaceContent(tx, before, after, prepared, cause)
      await afterSave(tx, stored, indexing, 0)
      return stored
    })

  return {
    chunks: listChunks,
    async updateChunk(ctx, { agentId, docId, n, before, text }) {
      const row = await requireDocument(ctx, agentId, docId)
      await locate(ctx, row)
      const [chunk] = await chunks.pageOfChunks(ctx.db, agentId, docId, { from: n, limit: 1 })
      if (chunk?.n !== n) throw new AppError('NOT_FOUND', msg('chunk_not_found'))
      if (chunk.text !== before || row.content.slice(chunk.start, chunk.end) !== chunk.text) throw stale()
      const content = spliced(row.content, chunk, cleanText(text))
      if (content.length > MAX_SOURCE_CHARS) throw new AppError('INVALID_INPUT', msg('document_would_be_too_long'))
      const prepared = await prepareContent(deps, ctx, agentId, content)
      return toSummary(await replace(ctx, row, prepared, 'edit'))
    },
    async versions(ctx, { agentId, docId }) {
      await requireDocumentHead(ctx, agentId, docId)
      return { items: await versions.listVersions(ctx.db, { agentId, workspaceId: ctx.workspaceId }, docId) }
    },
    version: findVersion,
    async restoreVersion(ctx, { agentId, docId, versionId }) {
      const { content } = await findVersion(ctx, { agentId, docId, versionId })
      const row = await requireDocument(ctx, agentId, docId)
      const prepared = await prepareContent(deps, ctx, agentId, content)
      const stored = prepared.contentHash === row.contentHash ? row : await replace(ctx, row, prepared, 'restore')
      return toDocument({ ...stored, content: prepared.content })
    },
  }
}

const stale = () => new AppError('STALE', msg('document_changed'))

const findVersion: DocumentHistory['version'] = async (ctx, { agentId, docId, versionId }) => {
  const owner = { agentId, workspaceId: ctx.workspaceId }
  const version = await versions.findVersion(ctx.db, owner, docId, versionId)
  if (!version) throw new AppError('NOT_FOUND')
  return version
}

/** The content with a chunk replaced by another text; an empty text leaves one blank line between its neighbours. */
function spliced(content: string, { start, end }: { start: number; end: number }, text: string): string {
  const [head, tail] = [content.slice(0, start), content.slice(end)]
  const whole = text.trim() ? `${head}${text}${tail}` : `${head.trimEnd()}\n\n${tail.trimStart()}`
  if (!whole.trim()) throw new AppError('INVALID_INPUT', msg('document_would_be_empty'))
  return text.trim() ? whole : whole.trim()
}

const listChunks: DocumentHistory['chunks'] = async (ctx, { agentId, docId, cursor, limit = PAGE }) => {
  const from = Number(cursor ?? 0)
  if (!Number.isSafeInteger(from) || from < 0 || from > 2_000_000_000)
    throw new AppError('INVALID_INPUT', msg('cursor_not_valid'))
  await requireDocumentHead(ctx, agentId, docId)
  const read = () => chunks.pageOfChunks(ctx.db, agentId, docId, { from, limit: limit + 1 })
  let rows = await read()
  if (rows.some((row) => row.end === 0)) {
    await locate(ctx, await requireDocument(ctx, agentId, docId))
    rows = await read()
  }
  const next = rows[limit]
  const items = rows
    .slice(0, limit)
    .map(({ n, heading, text, embedded, start, end }) => ({ n, heading, text, embedded, start, end }))
  return { items, nextCursor: next ? String(next.n) : null }
}

/** Chunks of an earlier release have no offsets; these are computed once, on first access. */
async function locate(ctx: Ctx, row: repository.DocumentRow): Promise<void> {
  await ctx.tx(async (tx) => {
    const before = await requireDocumentHead(tx, row.agentId, row.id, true)
    const all = await chunks.chunksOf(tx.db, row.agentId, row.id)
    if (before.contentHash !== row.contentHash || all.every(({ end }) => end > 0)) return
    let last = { start: -1, end: 0 }
    for (const chunk of all) {
      const start = placeOf(row.content, chunk.text, last)
      if (start < 0) return
      last = { start, end: start + chunk.text.length }
      Object.assign(chunk, last)
    }
    await chunks.place(tx.db, all)
  })
}

/** The offsets of a chunk that follows the previous one with only white space in between. */
function placeOf(content: string, text: string, last: { start: number; end: number }): number {
  const overlap = Math.ceil((last.end - last.start) / 2)
  const start = content.indexOf(text, Math.max(last.start + 1, last.end - overlap))
  return content.slice(last.end, Math.max(last.end, start)).trim() === '' ? start : -1
}
