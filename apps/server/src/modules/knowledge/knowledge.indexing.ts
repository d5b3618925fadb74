// Indexing by meaning: gives every chunk a vector, pays for it, and says why where it cannot.
import { pagesOf } from '@parlance/core/knowledge/knowledge'
import { AppError } from '@parlance/core/kit/errors'
import { randomId } from '@parlance/core/kit/ids'
import { MILLI } from '@parlance/core/kit/money'
import type { Ctx } from '../../platform/ctx.ts'
import * as store from './indexing.store.ts'
import { EmbedError, type Embedded } from './knowledge.port.ts'
import { bumpCollection, lockExisting } from './knowledge.store.ts'
import type { KnowledgeDeps } from './knowledge.ts'
import { toBytes } from './knowledge.vectors.ts'

export const INDEX_JOB = 'knowledge.index'
/** Tries of a job before the document says that it failed. */
export const TRIES = 4
const NOW_MS = 2000
/** Models refuse texts above some 8,000 tokens, which dense scripts reach early; a longer chunk is known by its beginning. */
const MAX_EMBEDDED = 6000
/** A document that failed is tried again by itself: what was down comes back, and credits are bought. */
const RETRY_MS = 15 * 60_000
const SWEEP = 200

export interface Indexing {
  /**
   * Gives a document the vectors it lacks. Harmless to repeat. Throws what may go away by itself while tries are left;
   * after that, and for what will not, the document carries the reason and the call returns.
   */
  readonly index: (ctx: Ctx, docId: string) => Promise<void>
  /** Tries within two seconds; whatever comes in between is left to a job. */
  readonly indexNow: (ctx: Ctx, docId: string) => Promise<void>
  readonly enqueue: (ctx: Ctx, docId: string) => Promise<void>
  /** Gives the agent's documents vectors of the model used now, where they have others. Answers how many need them. */
  readonly reindex: (ctx: Ctx, agentId: string) => Promise<number>
  /** Hands documents of the region that were left behind to jobs. */
  readonly sweep: (ctx: Ctx) => Promise<number>
}

export function createIndexing(deps: KnowledgeDeps): Indexing {
  const enqueue = (ctx: Ctx, docId: string) =>
    deps.jobs.enqueue(ctx, INDEX_JOB, { workspaceId: ctx.workspaceId, docId })

  return {
    enqueue,
    async index(ctx, docId) {
      const claimed = await store.claim(ctx.db, ctx.workspaceId, docId, ctx.now())
      if (!claimed) return
      try {
        await embedMissing(deps, ctx, claimed)
      } catch (error) {
        if (await failed(ctx, claimed, error)) throw error
      }
    },
    async indexNow(ctx, docId) {
      const claimed = await store.claim(ctx.db, ctx.workspaceId, docId, ctx.now())
      if (!claimed) return
      try {
        await embedMissing(deps, ctx, claimed, AbortSignal.timeout(NOW_MS))
      } catch (error) {
        if (isFinal(error)) await failed(ctx, claimed, error)
        else {
          ctx.log.info({ err: error, docId }, 'a document is left to a job')
          await store.finish(ctx.db, claimed, { status: 'indexing', reason: '', attempts: 0, dueAt: soon(ctx) })
          await enqueue(ctx, docId)
        }
      }
    },
    async reindex(ctx, agentId) {
      const { dimensions } = await deps.agents.settingsOf(ctx, agentId)
      const model = await deps.embedder.modelOf(ctx, { workspaceId: ctx.workspaceId, dimensions })
      const ids = await store.outdate(ctx.db, { agentId, workspaceId: ctx.workspaceId }, model, ctx.now())
      for (const id of ids) await enqueue(ctx, id)
      return ids.length
    },
    async sweep(ctx) {
      const due = await store.takeDue(ctx.db, ctx.now(), SWEEP)
      for (const { id, workspaceId } of due) await deps.jobs.enqueue(ctx, INDEX_JOB, { workspaceId, docId: id })
      return due.length
    },
  }
}

async function embedMissing(
  deps: KnowledgeDeps,
  ctx: Ctx,
  claimed: store.Claimed,
  signal?: AbortSignal,
): Promise<void> {
  const { agentId, workspaceId } = claimed
  const { dimensions } = await deps.agents.settingsOf(ctx, agentId)
  const model = await deps.embedder.modelOf(ctx, { workspaceId, dimensions })
  const missing = await store.chunksToEmbed(ctx.db, claimed, model)
  if (missing.length === 0) return store.finish(ctx.db, claimed, READY)
  const texts = missing.map(({ heading, text }) =>
    (heading ? `${heading}\n\n${text}` : text).slice(0, MAX_EMBEDDED).toWellFormed(),
  )
  // What chunks repeat of each other is not paid twice.
  const chars = Math.min(
    claimed.size,
    missing.reduce((sum, { text }) => sum + text.length, 0),
  )
  const amount = pagesOf(chars) * MILLI
  const item = {
    workspaceId,
    agentId,
    key: `knowledge:${claimed.id}:${randomId(12)}`,
    cause: `Knowledge: ${claimed.name}`,
  }
  await deps.charge.hold(ctx, { ...item, amount })
  let stored = false
  try {
    const request = { workspaceId, texts, dimensions, ...(signal ? { signal } : {}) }
    const embedded = await deps.embedder.embed(ctx, request)
    stored = await ctx.tx(async (tx) => {
      if (!(await storeVectors(tx, claimed, missing, embedded))) return false
      await deps.charge.settle(tx, { ...item, cost: amount })
      await store.finish(tx.db, claimed, READY)
      return true
    })
  } finally {
    if (!stored) await deps.charge.settle(ctx, { ...item, cost: 0 })
  }
}

const READY: store.Outcome = { status: 'ready', reason: '', attempts: 0, dueAt: null }

/** False when the document was changed, removed or taken over while its vectors were made: they belong to nothing then. */
async function storeVectors(
  tx: Ctx,
  claimed: store.Claimed,
  chunks: readonly { readonly id: number }[],
  { vectors, model }: Embedded,
): Promise<boolean> {
  const locked = await lockExisting(tx.db, claimed)
  if (!locked || !(await store.stillOurs(tx.db, claimed))) return false
  const made = chunks.flatMap(({ id }, at) => {
    const vector = vectors[at]
    return vector ? [{ id, embedding: toBytes(vector) }] : []
  })
  if (made.length !== chunks.length) throw new EmbedError('garbled', 'the model answered another number of vectors')
  const how = { model, dimensions: vectors[0]?.length ?? 0, version: locked.version + 1 }
  const fresh = await store.writeVectors(tx.db, claimed.agentId, made, how)
  await bumpCollection(tx.db, claimed.agentId, 0, fresh)
  return true
}

const soon = (ctx: Ctx, ms = 60_000) => new Date(ctx.now().getTime() + ms)
const isNoCredits = (error: unknown) => error instanceof AppError && error.code === 'CREDITS_EXHAUSTED'
const isRefused = (error: unknown) => error instanceof EmbedError && error.kind === 'refused'
const isFinal = (error: unknown) => isNoCredits(error) || isRefused(error)

/** Writes down how a try ended. True when another is due. */
async function failed(ctx: Ctx, claimed: store.Claimed, error: unknown): Promise<boolean> {
  const attempts = claimed.attempts + 1
  const over = isFinal(error) || attempts >= TRIES
  ctx.log.warn({ err: error, docId: claimed.id, agentId: claimed.agentId, attempts }, 'a document was not indexed')
  await store.finish(
    ctx.db,
    claimed,
    over
      ? { status: 'failed', reason: reasonOf(error), attempts, dueAt: soon(ctx, RETRY_MS) }
      : { status: 'indexing', reason: '', attempts, dueAt: soon(ctx) },
  )
  return !over
}

const BY_WORDS = 'The document is found by its words meanwhile.'
function reasonOf(error: unknown): string {
  if (isNoCredits(error))
    return `no credits: there are not enough credits left to index this document by meaning. ${BY_WORDS}`
  if (isRefused(error))
    return `The embedding model refused the request: check the provider's key and model. ${BY_WORDS}`
  if (error instanceof EmbedError)
    return `The embedding model could not be reached. ${BY_WORDS} It is tried again by itself.`
  return `Indexing by meaning failed. ${BY_WORDS} It is tried again by itself.`
}
