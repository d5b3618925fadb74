// Indexes documents by meaning: embeds every chunk and charges for it.
import { pagesOf } from '@parlance/contract/knowledge/schemas'
import { MILLI, type Milli } from '@parlance/contract/lib/money'
import type { Ctx } from '../../../lib/ctx.ts'
import * as repository from './indexing.repository.ts'
import { emitKnowledgeChanged } from '../documents/document-views.ts'
import { beginPayment, INDEX_JOB, OutOfCredits, type Payment, resumePaused } from './pay-for-indexing.ts'
import { EmbedError, type Embedded, SANDBOX } from '../ports.ts'
import { bumpCollection, lockExisting } from '../repository.ts'
import type { KnowledgeDeps } from '../deps.ts'
import { toBytes } from '../vectors.ts'
import { inSequence, type MessageDescriptor, msg } from '@parlance/i18n/messages'
import { storedMessage } from '../../../lib/stored-message.ts'

export { INDEX_JOB } from './pay-for-indexing.ts'
/** Tries of a job before the document fails. */
export const TRIES = 4
const INLINE_TIMEOUT_MS = 2000
/** Models reject texts above some 8,000 tokens; of longer chunks only the beginning is embedded. */
const MAX_EMBEDDED = 6000
/** Delay before a failed document is retried automatically. */
const RETRY_MS = 15 * 60_000
const SWEEP = 200
/** Chunks embedded, charged and stored together. */
const AT_ONCE = 64
/** A job works this long on a document, then lets others run before it continues. */
const BUDGET_MS = 10_000
/** Share of the progress bar for reading a file or page. */
export const READ_PERCENT = 40

export interface Indexer {
  /** Creates missing vectors. Idempotent. Throws while tries are left; otherwise the document gets the reason. */
  readonly index: (ctx: Ctx, docId: string) => Promise<void>
  /** Tries for two seconds; otherwise a job does it. */
  readonly indexNow: (ctx: Ctx, docId: string) => Promise<void>
  readonly enqueue: (ctx: Ctx, docId: string) => Promise<void>
  /** Marks the agent's documents with vectors of another model for indexing. Returns how many. */
  readonly reindex: (ctx: Ctx, agentId: string) => Promise<number>
  /** The current embedding model of the agent. */
  readonly embedding: (ctx: Ctx, agentId: string) => Promise<{ model: string; sandbox: boolean }>
  /** Resumes documents of a workspace that are paused for lack of credits, as far as its credits allow. Returns how many. */
  readonly resumePaused: (ctx: Ctx, workspaceId: string) => Promise<number>
  /** Enqueues documents of the region that were left behind or can be paid now. */
  readonly sweep: (ctx: Ctx) => Promise<number>
}

type IndexingDeps = Pick<KnowledgeDeps, 'agents' | 'charge' | 'embedder' | 'jobs'>

export function createIndexer(deps: IndexingDeps): Indexer {
  const enqueue = (ctx: Ctx, docId: string) =>
    deps.jobs.enqueue(ctx, INDEX_JOB, { workspaceId: ctx.workspaceId, docId })
  const continueLater = async (ctx: Ctx, claimed: repository.Claimed) => {
    await repository.finish(ctx.db, claimed, { status: 'indexing', reason: '', attempts: 0, dueAt: soon(ctx) })
    await enqueue(ctx, claimed.id)
  }

  const modelOf = async (ctx: Ctx, agentId: string) => {
    const { dimensions } = await deps.agents.settingsOf(ctx, agentId)
    return deps.embedder.modelOf(ctx, { workspaceId: ctx.workspaceId, dimensions })
  }

  return {
    enqueue,
    async index(ctx, docId) {
      const claimed = await repository.claim(ctx.db, ctx.workspaceId, docId, ctx.now())
      if (!claimed) return
      try {
        if (!(await embedMissing(deps, ctx, claimed))) await continueLater(ctx, claimed)
      } catch (error) {
        if (isNoCredits(error)) await pause(ctx, claimed, error)
        else if (await failed(ctx, claimed, error)) throw error
      }
      // Credits that it does not need may resume others.
      await resumePaused(deps, ctx, ctx.workspaceId)
    },
    async indexNow(ctx, docId) {
      const claimed = await repository.claim(ctx.db, ctx.workspaceId, docId, ctx.now())
      if (!claimed) return
      try {
        if (!(await embedMissing(deps, ctx, claimed, AbortSignal.timeout(INLINE_TIMEOUT_MS))))
          await continueLater(ctx, claimed)
      } catch (error) {
        if (isNoCredits(error)) await pause(ctx, claimed, error)
        else if (isRefused(error)) await failed(ctx, claimed, error)
        else {
          ctx.log.info({ err: error, docId }, 'inline indexing failed, left to a job')
          await repository.finish(ctx.db, claimed, { status: 'indexing', reason: '', attempts: 0, dueAt: soon(ctx) })
          await enqueue(ctx, docId)
        }
      }
    },
    async embedding(ctx, agentId) {
      const model = await modelOf(ctx, agentId)
      return { model, sandbox: model.startsWith(SANDBOX) }
    },
    async reindex(ctx, agentId) {
      const model = await modelOf(ctx, agentId)
      const ids = await repository.outdate(ctx.db, { agentId, workspaceId: ctx.workspaceId }, model, ctx.now())
      for (const id of ids) await enqueue(ctx, id)
      return ids.length
    },
    async sweep(ctx) {
      const due = await repository.takeDue(ctx.db, ctx.now(), SWEEP)
      for (const { id, workspaceId } of due) await deps.jobs.enqueue(ctx, INDEX_JOB, { workspaceId, docId: id })
      let handed = due.length
      for (const workspaceId of await repository.workspacesWithPaused(ctx.db, SWEEP))
        handed += await resumePaused(deps, ctx, workspaceId)
      return handed
    },
    resumePaused: (ctx, workspaceId) => resumePaused(deps, ctx, workspaceId),
  }
}

/** A claim, whose lease is extended during the work. */
type Work = { -readonly [K in keyof repository.Claimed]: repository.Claimed[K] }

/** True if the document is ready or no longer ours; false if the time is over. */
async function embedMissing(deps: IndexingDeps, ctx: Ctx, work: Work, signal?: AbortSignal): Promise<boolean> {
  const { agentId, workspaceId } = work
  const { dimensions } = await deps.agents.settingsOf(ctx, agentId)
  const model = await deps.embedder.modelOf(ctx, { workspaceId, dimensions })
  const { missing, all } = await repository.chunksToEmbed(ctx.db, work, model)
  const over = Date.now() + BUDGET_MS
  // Overlaps are not charged twice. Each part costs what it adds to the number of started pages, so that the
  // total does not depend on how the work is split or interrupted.
  const costOf = (chars: number): Milli => pagesOf(Math.min(work.size, chars)) * MILLI
  let left = missing.reduce((sum, { chars }) => sum + chars, 0)
  const payment = await beginPayment(deps, ctx, work, costOf(left))
  if (!payment) return true
  try {
    for (let at = 0; at < missing.length; at += AT_ONCE) {
      if (at > 0 && Date.now() > over) return false
      const some = missing.slice(at, at + AT_ONCE)
      const before = left
      left -= some.reduce((sum, { chars }) => sum + chars, 0)
      const ids = some.map(({ id }) => id)
      const done = (all - missing.length + at + some.length) / all
      const part = { ids, cost: costOf(before) - costOf(left), rest: costOf(left), dimensions, done, signal }
      if (!(await embedSome(deps, ctx, work, payment, part))) return true
    }
  } finally {
    await payment.end(ctx)
  }
  if (await repository.finish(ctx.db, work, READY)) await emitKnowledgeChanged(ctx, work)
  return true
}

interface Part {
  readonly ids: readonly number[]
  readonly cost: Milli
  /** Cost of the remaining parts. */
  readonly rest: Milli
  readonly dimensions: number
  readonly done: number
  readonly signal: AbortSignal | undefined
}

/** False if the document is no longer ours. */
async function embedSome(deps: IndexingDeps, ctx: Ctx, work: Work, payment: Payment, part: Part): Promise<boolean> {
  const { agentId, workspaceId } = work
  const chunks = await repository.textsOf(ctx.db, agentId, part.ids)
  // Changed or removed meanwhile.
  if (chunks.length !== part.ids.length) return false
  const texts = chunks.map(({ heading, text }) =>
    (heading ? `${heading}\n\n${text}` : text).slice(0, MAX_EMBEDDED).toWellFormed(),
  )
  const { signal, dimensions } = part
  const embedded = await deps.embedder.embed(ctx, { workspaceId, texts, dimensions, ...(signal ? { signal } : {}) })
  let isPaid = true
  const stored = await ctx.tx(async (tx) => {
    if (!(await storeVectors(tx, work, chunks, embedded))) return false
    isPaid = await payment.pay(tx, part)
    return true
  })
  if (stored && part.done < 1) await reportProgress(ctx, work, part.done)
  if (stored && !isPaid) throw new OutOfCredits(part.rest)
  return stored
}

/** Extends the lease for the next part, and stores the progress. */
async function reportProgress(ctx: Ctx, work: Work, done: number): Promise<void> {
  const from = work.isSource ? READ_PERCENT : 0
  const progress = Math.min(99, Math.round(from + (100 - from) * done))
  await ctx.tx(async (tx) => {
    if (await repository.stillOurs(tx.db, work))
      work.leaseUntil = await repository.extendLease(tx.db, work, ctx.now(), progress)
  })
  work.attempts = 0
}

const READY: repository.Outcome = { status: 'ready', reason: '', attempts: 0, dueAt: null }

/** False if the document was changed, removed or taken over meanwhile; the vectors are dropped then. */
async function storeVectors(
  tx: Ctx,
  claimed: repository.Claimed,
  chunks: readonly { readonly id: number }[],
  { vectors, model }: Embedded,
): Promise<boolean> {
  if (!(await repository.stillOurs(tx.db, claimed))) return false
  const locked = await lockExisting(tx.db, claimed)
  if (!locked) return false
  const made = chunks.flatMap(({ id }, at) => {
    const vector = vectors[at]
    return vector ? [{ id, embedding: toBytes(vector) }] : []
  })
  if (made.length !== chunks.length) throw new EmbedError('garbled', 'the model answered another number of vectors')
  const how = { model, dimensions: vectors[0]?.length ?? 0, version: locked.version + 1 }
  const fresh = await repository.writeVectors(tx.db, claimed.agentId, made, how)
  await bumpCollection(tx.db, claimed.agentId, 0, fresh)
  return true
}

const soon = (ctx: Ctx, ms = 60_000) => new Date(ctx.now().getTime() + ms)
const isNoCredits = (error: unknown): error is OutOfCredits => error instanceof OutOfCredits
const isRefused = (error: unknown) => error instanceof EmbedError && error.kind === 'refused'

/** Pauses the document; existing vectors are kept. */
async function pause(ctx: Ctx, claimed: repository.Claimed, { cost }: OutOfCredits): Promise<void> {
  ctx.log.info({ docId: claimed.id, workspaceId: claimed.workspaceId, cost }, 'indexing was paused for lack of credits')
  const outcome = {
    status: 'indexing',
    reason: storedMessage(inSequence(msg('indexing_without_credits'), BY_WORDS)),
    attempts: 0,
    dueAt: null,
  } as const
  await repository.finish(ctx.db, claimed, { ...outcome, creditsNeeded: cost })
}

/** Stores a failed try. True if it is to be retried. */
async function failed(ctx: Ctx, claimed: repository.Claimed, error: unknown): Promise<boolean> {
  const attempts = claimed.attempts + 1
  const over = isRefused(error) || attempts >= TRIES
  ctx.log.warn({ err: error, docId: claimed.id, agentId: claimed.agentId, attempts }, 'indexing a document failed')
  await repository.finish(
    ctx.db,
    claimed,
    over
      ? { status: 'failed', reason: storedMessage(reasonOf(error)), attempts, dueAt: soon(ctx, RETRY_MS) }
      : { status: 'indexing', reason: '', attempts, dueAt: soon(ctx) },
  )
  return !over
}

const BY_WORDS = msg('found_by_words_meanwhile')
function reasonOf(error: unknown): MessageDescriptor {
  if (isRefused(error)) return inSequence(msg('embedding_refused'), BY_WORDS)
  const failure = error instanceof EmbedError ? msg('embedding_unreachable') : msg('indexing_failed')
  return inSequence(failure, BY_WORDS, msg('tried_again'))
}
