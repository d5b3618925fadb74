import type { Gap } from '@parlance/contract/gaps/schemas'
import type { DocumentSummary } from '@parlance/contract/knowledge/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { unixSeconds } from '@parlance/contract/lib/time'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import { pageOf } from '../../lib/cursor.ts'
import type { GapsDeps } from './ports.ts'
import * as repository from './repository.ts'

const PAGE = 25
const EXAMPLES = 5
/** Gaps with a document that are checked after a change of the knowledge. */
const LOOKED_AT = 1000

export const ownerOf = (ctx: Ctx, agentId: string): repository.Owner => ({ agentId, workspaceId: ctx.workspaceId })

export function createGapAnswers({ knowledge }: GapsDeps) {
  return {
    list,
    /** Creates a document from the answer. @throws NOT_FOUND, CONFLICT for an answered gap, LIMIT_REACHED */
    async answer(
      ctx: Ctx,
      input: { agentId: string; gapId: string; question: string; answer: string; tags?: readonly string[] | undefined },
    ): Promise<{ gap: Gap; document: DocumentSummary }> {
      const { agentId, gapId, question, answer, tags } = input
      const owner = ownerOf(ctx, agentId)
      const before = await found(ctx, agentId, gapId)
      // Claimed first, so that only one document is created.
      const taken = await repository.updateGap(ctx.db, owner, gapId, { status: 'answered', docId: '' }, [
        'open',
        'dismissed',
      ])
      if (!taken) throw new AppError('CONFLICT', msg('question_already_answered'))
      try {
        const { items } = await knowledge.addQa(ctx, { agentId, pairs: [{ question, answer }], tags })
        const [document] = items
        if (!document) throw new Error('a pair that was added has a document')
        await repository.updateGap(ctx.db, owner, gapId, { docId: document.ID })
        return { gap: await oneGap(ctx, agentId, gapId), document }
      } catch (error) {
        await repository.updateGap(ctx.db, owner, gapId, { status: before.status, docId: before.docId }, ['answered'])
        throw error
      }
    },
    async setStatus(
      ctx: Ctx,
      { agentId, gapId, status }: { agentId: string; gapId: string; status: 'open' | 'dismissed' },
    ): Promise<{ data: Gap }> {
      if (!(await repository.updateGap(ctx.db, ownerOf(ctx, agentId), gapId, { status, docId: '' })))
        throw new AppError('NOT_FOUND')
      return { data: await oneGap(ctx, agentId, gapId) }
    },
    /** Reopens gaps whose answer was deleted, and closes them when it was restored. */
    async followDocuments(ctx: Ctx, agentId: string): Promise<void> {
      const owner = ownerOf(ctx, agentId)
      const linked = await repository.withDocument(ctx.db, owner, LOOKED_AT)
      if (linked.length === 0) return
      const left = await knowledge.names(ctx, { agentId, docIds: linked.map(({ docId }) => docId) })
      for (const { id, docId, status } of linked) {
        const now = left.has(docId) ? 'answered' : 'open'
        if (now !== status) await repository.updateGap(ctx.db, owner, id, { status: now, docId }, [status])
      }
    },
  }
}

interface ListQuery {
  readonly agentId: string
  readonly status?: Gap['status'] | undefined
  readonly search?: string | undefined
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

/** Most asked first. @throws INVALID_INPUT for an invalid cursor */
async function list(
  ctx: Ctx,
  { agentId, status = 'open', search, cursor, limit = PAGE }: ListQuery,
): Promise<{ items: Gap[]; nextCursor: string | null }> {
  const rows = await repository.listGaps(ctx.db, {
    ...ownerOf(ctx, agentId),
    status,
    search: search?.trim() ?? '',
    after: cursor === undefined ? undefined : readCursor(cursor),
    limit: limit + 1,
  })
  const { items, nextCursor } = pageOf(rows, limit, writeCursor)
  return { items: await toGaps(ctx, agentId, items), nextCursor }
}

async function found(ctx: Ctx, agentId: string, gapId: string): Promise<repository.GapRow> {
  const row = await repository.findGap(ctx.db, ownerOf(ctx, agentId), gapId)
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

async function oneGap(ctx: Ctx, agentId: string, gapId: string): Promise<Gap> {
  const [gap] = await toGaps(ctx, agentId, [await found(ctx, agentId, gapId)])
  if (!gap) throw new AppError('NOT_FOUND')
  return gap
}

async function toGaps(ctx: Ctx, agentId: string, rows: readonly repository.GapRow[]): Promise<Gap[]> {
  const ids = rows.map(({ id }) => id)
  const examples = await repository.examples(ctx.db, ownerOf(ctx, agentId), ids, EXAMPLES)
  return rows.map(({ id, question, count, status, docId, firstAt, lastAt }) => ({
    id,
    question,
    count,
    status,
    // An open gap keeps the document that was deleted, which may be restored.
    docId: status === 'answered' ? docId : '',
    firstAt: unixSeconds(firstAt),
    lastAt: unixSeconds(lastAt),
    examples: examples
      .filter(({ gapId }) => gapId === id)
      .map(({ question: asked, conversationId, askedAt, similarity }) => ({
        question: asked,
        conversationId,
        ts: unixSeconds(askedAt),
        similarity,
      })),
  }))
}

const writeCursor = ({ count, lastAt, id }: repository.After) =>
  Buffer.from(`${count}.${lastAt.getTime()}.${id}`).toString('base64url')

function readCursor(cursor: string): repository.After {
  const match = /^(\d{1,9})\.(\d{1,14})\.(\w{1,40})$/.exec(Buffer.from(cursor, 'base64url').toString())
  if (!match?.[1] || !match[2] || !match[3]) throw new AppError('INVALID_INPUT', msg('cursor_not_valid'))
  return { count: Number(match[1]), lastAt: new Date(Number(match[2])), id: match[3] }
}
