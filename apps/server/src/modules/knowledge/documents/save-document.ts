// Writing documents: cut into chunks in the transaction that stores them, so that words are found at once.
import { AppError } from '@parlance/contract/lib/errors'
import { MAX_DOCUMENTS } from '@parlance/contract/knowledge/schemas'
import { nextFetch } from '@parlance/contract/knowledge/refresh'
import type { Ctx } from '../../../lib/ctx.ts'
import * as chunks from '../ingestion/chunks.repository.ts'
import {
  AT_ONCE,
  clean,
  collection,
  insertWithContent,
  nameOf,
  newHead,
  pending,
  prepare,
  type Prepared,
  replaceContent,
  saved,
} from './write-content.ts'
import { asDocument, asSummary, found, foundHead } from './document-views.ts'
import type { Indexing } from '../ingestion/index-documents.ts'
import * as repository from '../repository.ts'
import type { DocumentCalls, KnowledgeDeps } from '../types.ts'
import { countDocuments, lockAdding } from '../ingestion/sources.repository.ts'
import type { Sources } from '../ingestion/sources.ts'

type Writing = Pick<DocumentCalls, 'create' | 'update' | 'createCollection' | 'addPoint'> & Pick<Sources, 'addQa'>

/** Throws LIMIT_REACHED when so many more are more than an agent may have. Holds others who add until the transaction ends. */
export async function assertRoom(tx: Ctx, agentId: string, more: number): Promise<void> {
  await lockAdding(tx.db, `documents:${agentId}`)
  const held = await countDocuments(tx.db, { agentId, workspaceId: tx.workspaceId })
  if (held + more > MAX_DOCUMENTS)
    throw new AppError('LIMIT_REACHED', `An agent can hold ${MAX_DOCUMENTS.toLocaleString('en')} documents.`)
}

export function createWriting(deps: KnowledgeDeps, indexing: Indexing): Writing {
  const create: DocumentCalls['create'] = async (ctx, input) => {
    const prepared = await prepare(deps, ctx, input.agentId, input.content)
    const row = await ctx.tx(async (tx) => {
      await tx.assertStill?.(tx)
      await assertRoom(tx, input.agentId, 1)
      const head = newHead(tx, input.agentId, { name: clean(input.name), tags: [...(input.tags ?? [])] })
      const made = await insertWithContent(tx, head, prepared)
      await saved(tx, made, indexing)
      return made
    })
    return { ...asDocument({ ...(await embedded(ctx, row, indexing)), content: prepared.content }) }
  }

  return {
    create,
    update: createUpdate(deps, indexing),
    createCollection: async (ctx, { agentId, name }) => ({ name: (await collection(ctx, agentId, name)).name }),
    async addPoint(ctx, { agentId, text, name }) {
      const made = await create(ctx, { agentId, name: name ?? nameOf(text), content: text })
      return { docId: made.ID, points: made.chunkCount }
    },
    async addQa(ctx, { agentId, pairs, tags = [] }) {
      const answers: Prepared[] = []
      for (const { answer } of pairs) answers.push(await prepare(deps, ctx, agentId, answer))
      return ctx.tx(async (tx) => {
        await tx.assertStill?.(tx)
        await assertRoom(tx, agentId, pairs.length)
        const items = []
        for (const [at, { question }] of pairs.entries()) {
          const prepared = answers[at]
          if (!prepared) continue
          const head = newHead(tx, agentId, { name: clean(question), sourceType: 'qa', tags: [...tags] })
          const made = await insertWithContent(tx, head, prepared)
          await saved(tx, made, indexing, 0)
          items.push(asSummary(made))
        }
        return { items }
      })
    },
  }
}

/** What is short is embedded now, so that a first question finds it. */
async function embedded(ctx: Ctx, row: repository.DocumentHead, indexing: Indexing): Promise<repository.DocumentHead> {
  if (row.status !== 'indexing' || row.chunkCount > AT_ONCE) return row
  await indexing.indexNow(ctx, row.id)
  return foundHead(ctx, row.agentId, row.id)
}

function createUpdate(deps: KnowledgeDeps, indexing: Indexing): DocumentCalls['update'] {
  return async (ctx, input) => {
    const { agentId, docId } = input
    const rewriting = await preparedFor(deps, ctx, input)
    const fileKeys: string[] = []
    const row = await ctx.tx(async (tx) => {
      await tx.assertStill?.(tx)
      const before = await foundHead(tx, agentId, docId, true)
      const after = withChanges(tx, before, input)
      // Its words are the question's too: with another question the same answer is cut anew.
      const again = before.sourceType === 'qa' && after.name !== before.name
      const rewritten = rewriting !== undefined && (again || rewriting.contentHash !== before.contentHash)
      if (rewritten || (before.status === 'failed' && before.chunkCount > 0)) Object.assign(after, pending(tx))
      if (!rewritten) {
        await repository.updateDocument(tx.db, after)
        if (after.name !== before.name) await rename(tx, after)
        await saved(tx, after, indexing)
        return after
      }
      // What people write takes the place of a file that was not read yet.
      if (before.fileKey) fileKeys.push(before.fileKey)
      const stored = await replaceContent(tx, before, { ...after, fileKey: '' }, rewriting, 'edit')
      await saved(tx, stored, indexing)
      return stored
    })
    for (const key of fileKeys) await deps.storage.bucket(ctx.region).delete(key)
    await embedded(ctx, row, indexing)
    return asDocument(await found(ctx, agentId, docId))
  }
}

type Change = Parameters<DocumentCalls['update']>[1]

/** The content to write: what was sent, or what is there where a question gets another wording. */
async function preparedFor(deps: KnowledgeDeps, ctx: Ctx, input: Change): Promise<Prepared | undefined> {
  const { agentId, docId, name, content } = input
  if (content !== undefined) return prepare(deps, ctx, agentId, content)
  if (name === undefined) return undefined
  const row = await found(ctx, agentId, docId)
  return row.sourceType === 'qa' ? prepare(deps, ctx, agentId, row.content) : undefined
}

function withChanges(
  ctx: Ctx,
  before: repository.DocumentHead,
  { name, tags, refresh }: Change,
): repository.DocumentHead {
  const after = { ...before, updatedAt: ctx.now() }
  if (name !== undefined) after.name = clean(name)
  if (tags !== undefined) after.tags = [...tags]
  if (refresh === undefined || refresh === before.refresh) return after
  if (before.sourceType !== 'url' || before.crawlId !== '')
    throw new AppError(
      'INVALID_INPUT',
      before.crawlId === ''
        ? 'Only pages added by their address are read again by themselves.'
        : 'The crawler reads this page again: change its job instead.',
    )
  return { ...after, refresh, nextFetchAt: nextFetch(refresh, before.fetchedAt ?? ctx.now()) }
}

/** The name is searched along with the text. */
async function rename(tx: Ctx, row: repository.DocumentHead): Promise<void> {
  const ids = await chunks.idsOf(tx.db, row.agentId, row.id)
  await collection(tx, row.agentId)
  await chunks.retitle(tx.db, row.agentId, ids, row.name)
}
