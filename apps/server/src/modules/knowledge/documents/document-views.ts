// Maps documents for responses, and checks access to them.
import type { Document, DocumentSummary } from '@parlance/contract/knowledge/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { toCredits } from '@parlance/contract/lib/money'
import { unixSeconds } from '@parlance/contract/lib/time'
import type { Ctx } from '../../../lib/ctx.ts'
import { withRef } from '@parlance/i18n/messages'
import * as repository from '../repository.ts'
import { readMessage } from '../../../lib/stored-message.ts'

export interface DocumentRef {
  readonly agentId: string
  readonly docId: string
}

/** @throws NOT_FOUND for a document of another agent or workspace */
export async function requireDocument(ctx: Ctx, agentId: string, docId: string): Promise<repository.DocumentRow> {
  const row = await repository.findDocument(ctx.db, { agentId, workspaceId: ctx.workspaceId }, docId)
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

/** The same without the content; optionally locked until the transaction ends. */
export async function requireDocumentHead(
  ctx: Ctx,
  agentId: string,
  docId: string,
  lock = false,
): Promise<repository.DocumentHead> {
  const row = await repository.findHead(ctx.db, { agentId, workspaceId: ctx.workspaceId }, docId, lock)
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

const shared = (row: repository.DocumentHead) => ({
  ID: row.id,
  name: row.name,
  ts: unixSeconds(row.updatedAt),
  userId: row.userId,
  agentId: row.agentId,
  status: row.creditsNeeded === null ? row.status : ('paused' as const),
  ...withRef('reason', readMessage(row.reason)),
  ...withRef('warning', readMessage(row.warning)),
  creditsNeeded: row.creditsNeeded === null ? null : Math.ceil(toCredits(row.creditsNeeded)),
  mayRetry:
    (row.status === 'failed' && (row.sourceType === 'url' || row.fileKey !== '' || row.size > 0)) ||
    row.creditsNeeded !== null,
  progress: row.status === 'ready' ? 100 : row.progress,
  chunkCount: row.chunkCount,
  sourceType: row.sourceType,
  sourceUrl: row.sourceUrl,
  fileName: row.fileName,
  bytes: row.bytes,
  pages: row.pages,
  tags: row.tags,
  refresh: row.refresh,
  fetchedAt: row.fetchedAt && unixSeconds(row.fetchedAt),
  nextFetchAt: row.nextFetchAt && unixSeconds(row.nextFetchAt),
  crawlId: row.crawlId,
})
export const toSummary = (row: repository.DocumentHead): DocumentSummary => ({ ...shared(row), size: row.size })
export const toDocument = (row: repository.DocumentRow): Document => ({ ...shared(row), content: row.content })

export const emitKnowledgeChanged = (ctx: Ctx, { workspaceId, agentId }: repository.Owner): Promise<void> =>
  ctx.emit({ type: 'knowledge.changed', workspaceId, agentId })
