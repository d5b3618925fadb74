// Reads sources in the background: a few concurrently, fairly between workspaces, each under a lease until stored.
import type { Ctx } from '../../../lib/ctx.ts'
import { createFetchSource, type Fetched } from './fetch-source.ts'
import { type Indexer, READ_PERCENT } from './index-documents.ts'
import type { DocumentHead } from '../repository.ts'
import type { KnowledgeDeps } from '../deps.ts'
import { afterFailure, createStoreSource, READ_TRIES } from './store-source.ts'
import { ParseError, type ParseErrorKind } from '../parsing.ports.ts'
import * as repository from './sources.repository.ts'

export const READ_JOB = 'knowledge.read'
/** Concurrent readings per process and region. One workspace can't take all of them. */
const PLACES: Record<repository.Lane, number> = { page: 4, file: 2 }
const LANES: readonly repository.Lane[] = ['page', 'file']
const BEAT_MS = 5000
/** Lease for chunking and storing the longest content. */
const STORE_MS = 180_000
const DUE_AT_ONCE = 500
const MAY_GO_WELL: ReadonlySet<string> = new Set<ParseErrorKind>(['slow', 'memory'])

export interface SourceReader {
  readonly begin: (ctx: Ctx) => void
  /** Queues pages that are due, and starts reading. Returns how many were due. */
  readonly sweep: (ctx: Ctx) => Promise<number>
  /** Stops reading a document if this process reads it; other processes notice within seconds. */
  readonly stop: (docId: string) => void
  /** Stops all readings and releases them for other processes. */
  readonly close: () => Promise<void>
}

/** A document being read, whose lease is extended during the work. */
type Work = { -readonly [K in keyof DocumentHead]: DocumentHead[K] }

/** The document was cancelled, edited, removed or taken over. */
class LeaseLost extends Error {}
class ShuttingDown extends Error {}

export function createSourceReader(deps: KnowledgeDeps, indexing: Indexer): SourceReader {
  const running = new Map<string, AbortController>()
  const loops = new Set<Promise<void>>()
  const busy = new Map<string, number>()
  let closing = false
  const readOne = createReadDocument(deps, indexing, { running, isClosing: () => closing })

  // Serialized, because each look-up counts what is running.
  let taking: Promise<unknown> = Promise.resolve()
  const take = (ctx: Ctx, lane: repository.Lane) => {
    const taken = taking.then(() => repository.takeNext(ctx.db, lane, PLACES[lane] - 1, ctx.now()))
    taking = taken.catch(() => undefined)
    return taken
  }

  async function loop(ctx: Ctx, lane: repository.Lane): Promise<void> {
    while (!closing) {
      const row = await take(ctx, lane)
      if (!row) return
      const { workspaceId } = row
      await readOne({ ...ctx, workspaceId, actor: { kind: 'system', workspaceId } }, row)
    }
  }

  const begin = (ctx: Ctx) => {
    for (const lane of LANES) {
      const name = `${ctx.region}:${lane}`
      for (let n = busy.get(name) ?? 0; n < PLACES[lane] && !closing; n += 1) {
        busy.set(name, n + 1)
        const one: Promise<void> = loop(ctx, lane)
          .catch((err: unknown) => ctx.log.warn({ err, lane }, 'a source reader stopped'))
          .finally(() => {
            busy.set(name, (busy.get(name) ?? 1) - 1)
            loops.delete(one)
          })
        loops.add(one)
      }
    }
  }

  return {
    begin,
    async sweep(ctx) {
      const due = await repository.queueDue(ctx.db, ctx.now(), DUE_AT_ONCE)
      if (due > 0 || (await repository.anyWaiting(ctx.db, ctx.now()))) begin(ctx)
      return due
    },
    stop: (docId) => running.get(docId)?.abort(new LeaseLost()),
    async close() {
      closing = true
      for (const abort of running.values()) abort.abort(new ShuttingDown())
      await Promise.all(loops)
    },
  }
}

/** Reads one document and stores the result; throws only if the database is unreachable. */
function createReadDocument(
  deps: KnowledgeDeps,
  indexing: Indexer,
  { running, isClosing }: { readonly running: Map<string, AbortController>; readonly isClosing: () => boolean },
) {
  const fetching = createFetchSource(deps)
  const storing = createStoreSource(deps, indexing)

  /** The file would fail again, so it is deleted. */
  async function deleteUnreadableFile(ctx: Ctx, work: Work, error: unknown): Promise<void> {
    if (!work.fileKey || !(error instanceof ParseError) || MAY_GO_WELL.has(error.kind)) return
    await deps.storage.bucket(ctx.region).delete(work.fileKey)
    await repository.forgetFile(ctx.db, work)
  }

  return async (ctx: Ctx, work: Work): Promise<void> => {
    const abort = new AbortController()
    const { signal } = abort
    running.set(work.id, abort)
    // Claimed while the server began to close.
    if (isClosing()) abort.abort(new ShuttingDown())
    const beat = startHeartbeat(ctx, work, abort)
    let fetched: Fetched | undefined
    try {
      if (work.attempts > READ_TRIES) throw new Error('every try ended with its process')
      signal.throwIfAborted()
      fetched = await fetching(ctx, work, signal)
      await beat.end(STORE_MS, READ_PERCENT - 5)
      signal.throwIfAborted()
      await storing(ctx, work, fetched)
    } catch (error) {
      await beat.end()
      if (signal.aborted && signal.reason instanceof LeaseLost) return
      const end = afterFailure(ctx, work, signal.aborted && signal.reason instanceof ShuttingDown ? 'again' : error)
      ctx.log.info({ err: error, docId: work.id, status: end.status }, 'reading a source failed')
      if (await repository.endReading(ctx.db, work, end)) await deleteUnreadableFile(ctx, work, error)
    } finally {
      running.delete(work.id)
      await fetched?.dispose()
    }
  }
}

/** Renews the lease while a document is fetched, and aborts once it is lost. */
function startHeartbeat(ctx: Ctx, work: Work, abort: AbortController) {
  let last: Promise<void> = Promise.resolve()
  const beat = async (ms: number, progress: number) => {
    const until = await repository.renew(ctx.db, work, new Date(ctx.now().getTime() + ms), progress)
    if (until) work.leaseUntil = until
    else abort.abort(new LeaseLost())
  }
  const timer = setInterval(() => {
    // Approaches, but never reaches, the end of the reading share.
    work.progress += Math.round((READ_PERCENT - 10 - work.progress) / 6)
    last = last.then(() => beat(repository.LEASE_MS, work.progress)).catch(() => undefined)
  }, BEAT_MS)
  return {
    /** Stops renewing; the last lease is `ms` long. */
    async end(ms?: number, progress = 0): Promise<void> {
      clearInterval(timer)
      await last
      if (ms !== undefined && !abort.signal.aborted) await beat(ms, progress)
    },
  }
}
