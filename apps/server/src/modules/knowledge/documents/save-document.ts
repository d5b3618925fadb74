// Creates and updates documents. They are chunked in the same transaction, so that words are found at once.
import { AppError } from '@parlance/contract/lib/errors'
import { MAX_DOCUMENTS, MAX_TAGS } from '@parlance/contract/knowledge/schemas'
import { nextFetch } from '@parlance/contract/knowledge/refresh'
import type { Refresh } from '@parlance/contract/knowledge/refresh'
import type { Document, DocumentSummary } from '@parlance/contract/knowledge/schemas'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../../lib/ctx.ts'
import * as chunks from '../ingestion/chunks.repository.ts'
import {
  MAX_INLINE_CHUNKS,
  assertCharacterQuota,
  cleanText,
  lockCollection,
  insertWithContent,
  nameFromText,
  newDocumentHead,
  awaitingIndexing,
  prepareContent,
  type Prepared,
  replaceContent,
  afterSave,
} from './write-content.ts'
import { emitKnowledgeChanged, toDocument, toSummary, requireDocument, requireDocumentHead } from './document-views.ts'
import type { Indexer } from '../ingestion/index-documents.ts'
import * as repository from '../repository.ts'
import type { KnowledgeDeps } from '../deps.ts'
import { countDocuments, lockAdding } from '../ingestion/sources.repository.ts'

type WriterDeps = Pick<KnowledgeDeps, 'agents' | 'storage' | 'assertCharacters'>

/** Acts inside `ctx.workspaceId`. @throws NOT_FOUND for a document of another workspace or agent */
export interface DocumentWriter {
  /**
   * Its words are found from then on. A short one is embedded at once within two seconds, else by a job. Not for long
   * transactions.
   */
  readonly create: (
    ctx: Ctx,
    input: { agentId: string; name: string; content: string; tags?: readonly string[] | undefined },
  ) => Promise<Document>
  /**
   * A rewritten document is chunked again, with a version of the old content. The same content retries failed indexing.
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
  /** Idempotent; a name renames an existing one. */
  readonly createCollection: (
    ctx: Ctx,
    input: { agentId: string; name?: string | undefined },
  ) => Promise<{ name: string }>
  /** Creates a document from a text, named after its first words unless a name is given. */
  readonly addPoint: (
    ctx: Ctx,
    input: { agentId: string; text: string; name?: string | undefined },
  ) => Promise<{ docId: string; points: number }>
  /** Adds tags to those that exist, and returns how many. @throws LIMIT_REACHED if one would have too many */
  readonly addTags: (ctx: Ctx, agentId: string, docIds: readonly string[], tags: readonly string[]) => Promise<number>
  readonly addQa: (
    ctx: Ctx,
    input: {
      readonly tags?: readonly string[] | undefined
      readonly agentId: string
      readonly pairs: readonly { readonly question: string; readonly answer: string }[]
    },
  ) => Promise<{ items: DocumentSummary[] }>
}

/** Throws LIMIT_REACHED if the agent may not have this many more. Serializes adding until the transaction ends. */
export async function assertDocumentQuota(tx: Ctx, agentId: string, more: number): Promise<void> {
  await lockAdding(tx.db, `documents:${agentId}`)
  const held = await countDocuments(tx.db, { agentId, workspaceId: tx.workspaceId })
  if (held + more > MAX_DOCUMENTS)
    throw new AppError('LIMIT_REACHED', msg('too_many_documents', { max: MAX_DOCUMENTS }))
}

export function createDocumentWriter(deps: WriterDeps, indexing: Indexer): DocumentWriter {
  const create: DocumentWriter['create'] = async (ctx, input) => {
    const prepared = await prepareContent(deps, ctx, input.agentId, input.content)
    const row = await ctx.tx(async (tx) => {
      await tx.assertStill?.(tx)
      await assertDocumentQuota(tx, input.agentId, 1)
      await assertCharacterQuota(deps, tx, prepared.size)
      const head = newDocumentHead(tx, input.agentId, { name: cleanText(input.name), tags: [...(input.tags ?? [])] })
      const made = await insertWithContent(tx, head, prepared)
      await afterSave(tx, made, indexing)
      return made
    })
    return { ...toDocument({ ...(await embedded(ctx, row, indexing)), content: prepared.content }) }
  }

  return {
    create,
    update: createUpdate(deps, indexing),
    createCollection: async (ctx, { agentId, name }) => ({ name: (await lockCollection(ctx, agentId, name)).name }),
    async addPoint(ctx, { agentId, text, name }) {
      const made = await create(ctx, { agentId, name: name ?? nameFromText(text), content: text })
      return { docId: made.ID, points: made.chunkCount }
    },
    addTags: (ctx, agentId, docIds, tags) =>
      ctx.tx(async (tx) => {
        const rows = await repository.lockDocuments(tx.db, { agentId, workspaceId: tx.workspaceId }, docIds)
        for (const row of rows) {
          const own = new Set(row.tags.map((tag) => tag.toLowerCase()))
          const all = [...row.tags, ...tags.filter((tag) => !own.has(tag.toLowerCase()))]
          if (all.length > MAX_TAGS) throw new AppError('LIMIT_REACHED', msg('document_tags_invalid'))
          await repository.updateDocument(tx.db, { ...row, tags: all, updatedAt: tx.now() })
        }
        const [first] = rows
        if (first) await emitKnowledgeChanged(tx, first)
        return rows.length
      }),
    async addQa(ctx, { agentId, pairs, tags = [] }) {
      const answers: Prepared[] = []
      for (const { answer } of pairs) answers.push(await prepareContent(deps, ctx, agentId, answer))
      return ctx.tx(async (tx) => {
        await tx.assertStill?.(tx)
        await assertDocumentQuota(tx, agentId, pairs.length)
        const more = answers.reduce((sum, { size }) => sum + size, 0)
        await assertCharacterQuota(deps, tx, more)
        const items = []
        for (const [at, { question }] of pairs.entries()) {
          const prepared = answers[at]
          if (!prepared) continue
          const head = newDocumentHead(tx, agentId, { name: cleanText(question), sourceType: 'qa', tags: [...tags] })
          const made = await insertWithContent(tx, head, prepared)
          await afterSave(tx, made, indexing, 0)
          items.push(toSummary(made))
        }
        return { items }
      })
    },
  }
}

/** Embeds short documents at once, so that the first question finds them. */
async function embedded(ctx: Ctx, row: repository.DocumentHead, indexing: Indexer): Promise<repository.DocumentHead> {
  if (row.status !== 'indexing' || row.chunkCount > MAX_INLINE_CHUNKS) return row
  await indexing.indexNow(ctx, row.id)
  return requireDocumentHead(ctx, row.agentId, row.id)
}

function createUpdate(deps: WriterDeps, indexing: Indexer): DocumentWriter['update'] {
  return async (ctx, input) => {
    const { agentId, docId } = input
    const rewriting = await preparedFor(deps, ctx, input)
    const fileKeys: string[] = []
    const row = await ctx.tx(async (tx) => {
      await tx.assertStill?.(tx)
      const before = await requireDocumentHead(tx, agentId, docId, true)
      const after = withChanges(tx, before, input)
      // The question is part of the chunks, so a changed question requires chunking again.
      const again = before.sourceType === 'qa' && after.name !== before.name
      const rewritten = rewriting !== undefined && (again || rewriting.contentHash !== before.contentHash)
      if (rewritten || (before.status === 'failed' && before.chunkCount > 0)) Object.assign(after, awaitingIndexing(tx))
      if (!rewritten) {
        await repository.updateDocument(tx.db, after)
        if (after.name !== before.name) await rename(tx, after)
        await afterSave(tx, after, indexing)
        return after
      }
      await assertCharacterQuota(deps, tx, rewriting.size - before.size)
      // A manual edit replaces a file that was not read yet.
      if (before.fileKey) fileKeys.push(before.fileKey)
      const stored = await replaceContent(tx, before, { ...after, fileKey: '', warning: '' }, rewriting, 'edit')
      await afterSave(tx, stored, indexing)
      return stored
    })
    for (const key of fileKeys) await deps.storage.bucket(ctx.region).delete(key)
    await embedded(ctx, row, indexing)
    return toDocument(await requireDocument(ctx, agentId, docId))
  }
}

type Change = Parameters<DocumentWriter['update']>[1]

/** The content to write: the sent one, or the existing one if only the question changes. */
async function preparedFor(deps: WriterDeps, ctx: Ctx, input: Change): Promise<Prepared | undefined> {
  const { agentId, docId, name, content } = input
  if (content !== undefined) return prepareContent(deps, ctx, agentId, content)
  if (name === undefined) return undefined
  const row = await requireDocument(ctx, agentId, docId)
  return row.sourceType === 'qa' ? prepareContent(deps, ctx, agentId, row.content) : undefined
}

function withChanges(
  ctx: Ctx,
  before: repository.DocumentHead,
  { name, tags, refresh }: Change,
): repository.DocumentHead {
  const after = { ...before, updatedAt: ctx.now() }
  if (name !== undefined) after.name = cleanText(name)
  if (tags !== undefined) after.tags = [...tags]
  if (refresh === undefined || refresh === before.refresh) return after
  if (before.sourceType !== 'url' || before.crawlId !== '')
    throw new AppError('INVALID_INPUT', before.crawlId === '' ? msg('only_pages_reread') : msg('page_read_by_crawler'))
  return { ...after, refresh, nextFetchAt: nextFetch(refresh, before.fetchedAt ?? ctx.now()) }
}

/** The name is searched along with the text. */
async function rename(tx: Ctx, row: repository.DocumentHead): Promise<void> {
  const ids = await chunks.idsOf(tx.db, row.agentId, row.id)
  await lockCollection(tx, row.agentId)
  await chunks.retitle(tx.db, row.agentId, ids, row.name)
}
