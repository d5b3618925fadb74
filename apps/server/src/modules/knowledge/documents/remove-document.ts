import { AppError } from '@parlance/contract/lib/errors'
import { sql } from 'drizzle-orm'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../../lib/ctx.ts'
import { notRestorable } from '../../trash/service.ts'
import * as chunkStore from '../ingestion/chunks.repository.ts'
import { chunksToEmbed } from '../ingestion/indexing.repository.ts'
import { lockCollection, awaitingIndexing, removeDocument, afterSave } from './write-content.ts'
import { requireDocumentHead } from './document-views.ts'
import type { Indexer } from '../ingestion/index-documents.ts'
import { READ_JOB, type SourceReader } from '../ingestion/read-sources.ts'
import * as repository from '../repository.ts'
import { chunks, documents, documentVersions } from '../schema.ts'
import type { KnowledgeDeps } from '../deps.ts'
import { assertDocumentQuota } from './save-document.ts'
import { pagesAt } from '../ingestion/sources.repository.ts'

type RemoverDeps = Pick<KnowledgeDeps, 'trash' | 'storage' | 'assertStorageQuota' | 'assertCharacters' | 'jobs'>

/** Acts inside `ctx.workspaceId`. @throws NOT_FOUND for a document of another workspace or agent */
export interface DocumentRemover {
  /** Removes the document with its chunks, words and vectors; it can be restored for an hour. */
  readonly remove: (ctx: Ctx, of: { agentId: string; docId: string }) => Promise<void>
  /** Removes those that exist, and returns how many. */
  readonly removeMany: (ctx: Ctx, agentId: string, docIds: readonly string[]) => Promise<number>
  /** Restores it with its vectors, free of charge; an unread one is read on. @throws CONFLICT, LIMIT_REACHED, PLAN_LIMIT */
  readonly restore: (ctx: Ctx, of: { agentId: string; docId: string }) => Promise<void>
  /** Restores as many as possible; throws the first reason if any could not be restored. */
  readonly restoreMany: (ctx: Ctx, agentId: string, docIds: readonly string[]) => Promise<void>
}

export function createDocumentRemover(
  deps: RemoverDeps,
  indexing: Indexer,
  reading: Pick<SourceReader, 'stop'>,
): DocumentRemover {
  const remove: DocumentRemover['remove'] = async (ctx, { agentId, docId }) => {
    await ctx.tx(async (tx) => {
      const row = await requireDocumentHead(tx, agentId, docId, true)
      // Vectors are written under this lock, so the copy is complete.
      await lockCollection(tx, agentId)
      await keepInTrash(deps, tx, row)
      await removeDocument(tx, row)
    })
    reading.stop(docId)
  }
  const restore: DocumentRemover['restore'] = async (ctx, { agentId, docId }) => {
    const { model } = await indexing.embedding(ctx, agentId)
    await ctx.tx(async (tx) => {
      await tx.assertStill?.(tx)
      const owner = { agentId, workspaceId: tx.workspaceId }
      await assertDocumentQuota(tx, agentId, 1)
      // Already done, e.g. in another tab.
      if (await repository.findHead(tx.db, owner, docId)) return
      const item = { kind: 'document', agentId, itemId: docId } as const
      if (!(await deps.trash.restore(tx, item, [documents, documentVersions, chunks]))) throw notRestorable()
      const row = await requireDocumentHead(tx, agentId, docId, true)
      await assertSinglePage(tx, row)
      if (row.fileKey) await deps.assertStorageQuota(tx, 0)
      // Its own characters are counted already.
      if (row.size > 0) await deps.assertCharacters(tx, 0, () => repository.charactersOf(tx.db, tx.workspaceId))
      await countChunks(tx, row)
      const isOutdated = (await chunksToEmbed(tx.db, row, model)).missing.length > 0
      await resumeProcessing(deps, tx, indexing, row, isOutdated)
    })
  }
  return {
    remove,
    restore,
    async removeMany(ctx, agentId, docIds) {
      let removed = 0
      for (const docId of new Set(docIds)) {
        const error = await remove(ctx, { agentId, docId }).then(() => undefined, reasonOf)
        if (!error) removed += 1
        else if (error.code !== 'NOT_FOUND') throw error
      }
      return removed
    },
    async restoreMany(ctx, agentId, docIds) {
      let first: AppError | undefined
      for (const docId of new Set(docIds)) {
        const error = await restore(ctx, { agentId, docId }).then(() => undefined, reasonOf)
        first ??= error
      }
      if (first) throw first
    },
  }
}

function reasonOf(error: unknown): AppError {
  if (error instanceof AppError) return error
  throw error
}

async function keepInTrash(deps: RemoverDeps, tx: Ctx, row: repository.DocumentHead): Promise<void> {
  // An unfinished upload can't be restored.
  if (row.fileKey && row.bytes === 0) return deps.storage.bucket(tx.region).delete(row.fileKey)
  const item = { kind: 'document', agentId: row.agentId, itemId: row.id } as const
  const ofDocument = sql`document_id = ${row.id} and agent_id = ${row.agentId}`
  await deps.trash.put(
    tx,
    item,
    [
      { table: documents, where: sql`id = ${row.id} and agent_id = ${row.agentId}` },
      { table: documentVersions, where: ofDocument },
      { table: chunks, where: ofDocument },
    ],
    row.fileKey ? [row.fileKey] : [],
  )
}

async function assertSinglePage(tx: Ctx, row: repository.DocumentHead): Promise<void> {
  if (row.sourceType !== 'url' || row.sourceUrl === '') return
  const pages = await pagesAt(tx.db, row, [row.sourceUrl], row.crawlId)
  if (pages.length > 1) throw new AppError('CONFLICT', msg('restore_page_exists'))
}

/** The chunks have new ids, so caches treat them as new, and words and vectors are counted again. */
async function countChunks(tx: Ctx, row: repository.DocumentHead): Promise<void> {
  const ids = await chunkStore.idsOf(tx.db, row.agentId, row.id)
  const { version } = await lockCollection(tx, row.agentId)
  const vectors = await chunkStore.versionVectors(tx.db, row.agentId, ids, version)
  await chunkStore.countWords(tx.db, row.agentId, ids)
  await repository.bumpCollection(tx.db, row.agentId, ids.length, vectors)
}

/** Its job has ended: reading starts again, and indexing continues for chunks without a vector of the current model. */
async function resumeProcessing(
  deps: RemoverDeps,
  tx: Ctx,
  indexing: Indexer,
  row: repository.DocumentHead,
  isOutdated: boolean,
): Promise<void> {
  const isUnread = row.status === 'queued' || row.status === 'reading'
  const after = { ...row, leaseUntil: null }
  if (isUnread) Object.assign(after, { status: 'queued', progress: 0, dueAt: tx.now() })
  else if (row.status === 'indexing' || (row.status === 'ready' && isOutdated))
    Object.assign(after, awaitingIndexing(tx))
  await repository.updateDocument(tx.db, after)
  await afterSave(tx, after, indexing, 0)
  if (isUnread) await deps.jobs.enqueue(tx, READ_JOB, { workspaceId: tx.workspaceId })
}
