// Manages golden questions: each is evaluated when it is created or changed.
import { type GoldenQuestion, MAX_RETRIEVAL_QUESTIONS } from '@parlance/contract/retrieval-evals/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { unixSeconds } from '@parlance/contract/lib/time'
import { msg } from '@parlance/i18n/messages'
import { sha256 } from '../../lib/crypto.ts'
import { pageOf, readCursor } from '../../lib/cursor.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { notRestorable } from '../trash/service.ts'
import { rankOfExpected, ownerOf, type Searching } from './runs.ts'
import * as repository from './repository.ts'
import { goldenQuestions } from './schema.ts'
import type { RetrievalEvalsDeps } from './ports.ts'

const PAGE = 25

interface Listing {
  readonly agentId: string
  readonly search?: string | undefined
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}
interface Expecting {
  readonly question: string
  readonly docId: string
  readonly quote?: string | undefined
}
type Found = RetrievalEvalsDeps['knowledge']

export function createQuestions(deps: Searching & Pick<RetrievalEvalsDeps, 'trash'>) {
  const { knowledge, trash } = deps
  return {
    async list(ctx: Ctx, { agentId, search = '', cursor, limit = PAGE }: Listing) {
      const page = { after: readCursor(cursor), limit: limit + 1, search: search.trim() }
      const rows = await repository.listQuestions(ctx.db, { ...ownerOf(ctx, agentId), ...page })
      const { items, nextCursor } = pageOf(rows, limit, repository.cursorOf)
      return { items: await toQuestions(knowledge, ctx, agentId, items), nextCursor }
    },
    /** @throws LIMIT_REACHED at the maximum */
    async create(ctx: Ctx, { agentId, question, docId, quote = '' }: Expecting & { agentId: string }) {
      await assertDocument(knowledge, ctx, agentId, docId)
      const owner = ownerOf(ctx, agentId)
      const rank = await rankOfExpected(deps, ctx, agentId, { question, docId, quote })
      const [createdAt, askedAt] = [ctx.now(), ctx.now()]
      const row = { id: randomId(16), ...owner, question, docId, quote, rank, askedAt, createdAt }
      await ctx.tx(async (tx) => {
        await assertQuestionQuota(tx, owner)
        await repository.addQuestions(tx.db, [row])
      })
      return { data: await toQuestion(knowledge, ctx, row) }
    },
    async update(
      ctx: Ctx,
      { agentId, goldenId, ...change }: Partial<Expecting> & { agentId: string; goldenId: string },
    ) {
      const before = await repository.findQuestion(ctx.db, ownerOf(ctx, agentId), goldenId)
      if (!before) throw new AppError('NOT_FOUND')
      const { question = before.question, docId = before.docId, quote = before.quote } = change
      if (docId !== before.docId) await assertDocument(knowledge, ctx, agentId, docId)
      const rank = await rankOfExpected(deps, ctx, agentId, { question, docId, quote })
      const row = { ...before, question, docId, quote, rank, askedAt: ctx.now() }
      if (!(await repository.updateQuestion(ctx.db, row))) throw new AppError('NOT_FOUND')
      return { data: await toQuestion(knowledge, ctx, row) }
    },
    delete: (ctx: Ctx, { agentId, goldenId }: { agentId: string; goldenId: string }) =>
      ctx.tx(async (tx) => {
        const owner = ownerOf(tx, agentId)
        await repository.lock(tx.db, owner)
        if (!(await repository.findQuestion(tx.db, owner, goldenId))) throw new AppError('NOT_FOUND')
        const where = repository.isQuestion(owner, goldenId)
        await trash.put(tx, { kind: 'golden', agentId, itemId: goldenId }, [{ table: goldenQuestions, where }])
        await repository.deleteQuestion(tx.db, owner, goldenId)
        return { success: true as const }
      }),
    /** Restores a question deleted within the last hour. @throws LIMIT_REACHED at the maximum */
    restore: (ctx: Ctx, { agentId, goldenId }: { agentId: string; goldenId: string }) =>
      ctx.tx(async (tx) => {
        await tx.assertStill?.(tx)
        const owner = ownerOf(tx, agentId)
        await repository.lock(tx.db, owner)
        // Already done, e.g. in another tab.
        if (await repository.findQuestion(tx.db, owner, goldenId)) return { success: true as const }
        if (!(await trash.restore(tx, { kind: 'golden', agentId, itemId: goldenId }, [goldenQuestions])))
          throw notRestorable()
        await assertQuestionQuota(tx, owner, 0)
        return { success: true as const }
      }),
    removeOfAgent: (ctx: Ctx, agentId: string) => ctx.tx((tx) => repository.deleteOfAgent(tx.db, ownerOf(tx, agentId))),
  }
}

/** Serializes adding questions until the transaction ends. */
async function assertQuestionQuota(tx: Ctx, owner: repository.Owner, more = 1): Promise<void> {
  await repository.lock(tx.db, owner)
  if ((await repository.countQuestions(tx.db, owner)) + more > MAX_RETRIEVAL_QUESTIONS)
    throw new AppError('LIMIT_REACHED', msg('too_many_golden_questions', { max: MAX_RETRIEVAL_QUESTIONS }))
}

export async function copyQuestions(knowledge: Found, ctx: Ctx, from: string, to: string): Promise<void> {
  const rows = await repository.allQuestions(ctx.db, ownerOf(ctx, from))
  await repository.addQuestions(
    ctx.db,
    rows.map((row) => ({
      ...row,
      ...ownerOf(ctx, to),
      id: sha256(`${to}/${row.id}`).slice(0, row.id.length),
      docId: knowledge.copiedId(row.docId, to),
      rank: null,
      askedAt: null,
    })),
  )
}

async function toQuestions(knowledge: Found, ctx: Ctx, agentId: string, rows: readonly repository.QuestionRow[]) {
  const names = await knowledge.names(ctx, { agentId, docIds: rows.map(({ docId }) => docId) })
  return rows.map(({ id, question, docId, quote, rank, askedAt }): GoldenQuestion => {
    const asked = { rank, askedAt: askedAt && unixSeconds(askedAt) }
    return { id, question, docId, docName: names.get(docId) ?? '', quote, ...asked }
  })
}

async function toQuestion(knowledge: Found, ctx: Ctx, row: repository.QuestionRow): Promise<GoldenQuestion> {
  const [one] = await toQuestions(knowledge, ctx, row.agentId, [row])
  if (!one) throw new AppError('NOT_FOUND')
  return one
}

async function assertDocument(knowledge: Found, ctx: Ctx, agentId: string, docId: string): Promise<void> {
  if (!(await knowledge.names(ctx, { agentId, docIds: [docId] })).has(docId)) throw new AppError('NOT_FOUND')
}
