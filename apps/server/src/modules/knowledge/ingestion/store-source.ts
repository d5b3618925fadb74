// Stores the result of a reading: the content, or the reason of the failure.
import { AppError, errorReason } from '@parlance/contract/lib/errors'
import { nextFetch } from '@parlance/contract/knowledge/refresh'
import type { Ctx } from '../../../lib/ctx.ts'
import {
  assertCharacterQuota,
  cleanName,
  awaitingIndexing,
  prepareContent,
  replaceContent,
  afterSave,
} from '../documents/write-content.ts'
import { type Fetched, isNoCredits, PAGE_COST } from './fetch-source.ts'
import { type Indexer, READ_PERCENT } from './index-documents.ts'
import * as repository from '../repository.ts'
import type { KnowledgeDeps } from '../deps.ts'
import { PageError } from '../pages.ports.ts'
import { ParseError } from '../parsing.ports.ts'
import { pageName } from './page-addresses.ts'
import * as sources from './sources.repository.ts'
import { inSequence, type MessageDescriptor, msg } from '@parlance/i18n/messages'
import { storedMessage } from '../../../lib/stored-message.ts'

export const READ_TRIES = 3
const FIRST_WAIT_MS = 20_000
/** Maximum `Retry-After` that is honoured. */
const MAX_WAIT_MS = 3_600_000

export function createStoreSource(
  deps: Pick<KnowledgeDeps, 'agents' | 'storage' | 'assertCharacters'>,
  indexing: Indexer,
) {
  /** Stores the content, unless the document was changed, cancelled or removed meanwhile. */
  return async (ctx: Ctx, work: repository.DocumentHead, fetched: Fetched): Promise<void> => {
    const prepared =
      fetched.markdown === undefined ? undefined : await prepareContent(deps, ctx, work.agentId, fetched.markdown)
    const isStored = await ctx.tx(async (tx) => {
      const before = await repository.findHead(tx.db, work, work.id, true)
      if (before?.status !== 'reading' || before.leaseUntil?.getTime() !== work.leaseUntil?.getTime()) return false
      const isChanged = prepared !== undefined && prepared.contentHash !== before.sourceHash
      // Before paying: a page that is not stored costs nothing.
      if (isChanged) await assertCharacterQuota(deps, tx, prepared.size - before.size)
      await fetched.pay(tx, isChanged)
      const after = { ...before, ...readOf(tx, before, fetched) }
      if (!prepared || !isChanged) {
        await unchanged(tx, after, indexing)
        return true
      }
      Object.assign(after, awaitingIndexing(tx), {
        sourceHash: prepared.contentHash,
        warning: warningOf(fetched.warnings),
        updatedAt: tx.now(),
      })
      await afterSave(tx, await replaceContent(tx, before, after, prepared, 'refresh'), indexing, 0)
      return true
    })
    if (isStored && work.fileKey) {
      await deps.storage.bucket(ctx.region).delete(work.fileKey)
      await sources.forgetFile(ctx.db, work)
    }
  }
}

function readOf(
  ctx: Ctx,
  before: repository.DocumentHead,
  { title, mediaType, pages, bytes, etag, lastModified }: Fetched,
) {
  // A name set by people is kept.
  const isFirst = before.sourceType === 'url' && before.name === pageName(before.sourceUrl)
  return {
    name: isFirst ? cleanName(title, before.name) : before.name,
    mediaType,
    pages,
    bytes,
    etag,
    lastModified,
    fetchedAt: ctx.now(),
    nextFetchAt: nextFetch(before.refresh, ctx.now()),
    progress: READ_PERCENT,
  }
}

const warningOf = ([first, ...more]: readonly MessageDescriptor[]): string =>
  storedMessage(first && inSequence(first, ...more))

/** The source is unchanged: only the time of the fetch is stored, and manual edits are kept. */
async function unchanged(tx: Ctx, row: repository.DocumentHead, indexing: Indexer): Promise<void> {
  const isReady = !(await sources.hasUnembedded(tx.db, row))
  const state = isReady ? { status: 'ready' as const, dueAt: null, progress: 100 } : {}
  const after = { ...row, ...awaitingIndexing(tx), ...state, name: row.name }
  await repository.updateDocument(tx.db, after)
  if (!isReady) await indexing.enqueue(tx, after.id)
}

/** The new state of a document that could not be read. `again`: the failure was not its fault. */
export function afterFailure(ctx: Ctx, work: repository.DocumentHead, error: unknown): sources.ReadEnd {
  const now = ctx.now()
  if (error === 'again') return { status: 'queued', reason: '', attempts: 0, dueAt: now, nextFetchAt: work.nextFetchAt }
  if (isNoCredits(error)) {
    const paused = { status: 'queued', attempts: 0, dueAt: null, nextFetchAt: work.nextFetchAt } as const
    return { ...paused, reason: reasonOf(work, error), creditsNeeded: PAGE_COST }
  }
  const isFinal = error instanceof ParseError || isOverPlan(error) || (error instanceof PageError && !error.retryable)
  if (!isFinal && work.attempts < READ_TRIES) {
    const asked = error instanceof PageError ? error.retryAfterMs : 0
    const wait = Math.min(MAX_WAIT_MS, Math.max(asked, FIRST_WAIT_MS * 4 ** (work.attempts - 1)))
    const dueAt = new Date(now.getTime() + wait)
    return { status: 'queued', reason: '', attempts: work.attempts, dueAt, nextFetchAt: work.nextFetchAt }
  }
  // A page with a refresh interval is retried then.
  const nextFetchAt = nextFetch(work.refresh, now)
  return { status: 'failed', reason: reasonOf(work, error), attempts: work.attempts, dueAt: null, nextFetchAt }
}

const isOverPlan = (error: unknown): error is AppError => error instanceof AppError && error.code === 'PLAN_LIMIT'

function reasonOf(work: repository.DocumentHead, error: unknown): string {
  const reason = failureOf(error)
  return storedMessage(work.size > 0 ? inSequence(reason, msg('content_kept')) : reason)
}

function failureOf(error: unknown): MessageDescriptor {
  if (isNoCredits(error)) return msg('page_without_credits')
  if (isOverPlan(error)) return errorReason(error)
  return error instanceof ParseError || error instanceof PageError ? error.reason : msg('reading_broke_off')
}
