// Keeps exports and searches from slowing everything else: few at once, on separate connections, with a time limit.
import type { Readable } from 'node:stream'
import { AppError } from '@parlance/contract/lib/errors'
import type { OpMeta } from '@parlance/contract/lib/operation'
import type { Region } from '@parlance/contract/lib/regions'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../ctx.ts'
import { type Db, openDb, openPool, PG, pgError } from '../../db/pool.ts'

/** Per process. Searches wait for a slot, exports are refused. */
export const MOST_AT_ONCE = {
  exportsOfPerson: 1,
  exportsOfWorkspace: 2,
  searchesOfWorkspace: 1,
  searchesOfRegion: 2,
} as const
export const SEARCH_MS = 2000
/** A client that reads too slowly is disconnected. */
const EXPORT_MS = 10 * 60_000
const EXPORT_BUSY_S = 5
const SEARCH_BUSY_S = 2

export interface ReadPool {
  readonly exports: Db
  readonly searches: Db
  readonly close: () => Promise<void>
}

/** Connections that chats and sign-ins never wait for. */
export function openReadPool(
  url: string,
  options: { readonly searchMs: number; readonly onIdleError: (error: Error) => void },
): ReadPool {
  const { onIdleError } = options
  const exports = openPool(url, { max: 3, applicationName: 'parlance-exports', onIdleError })
  const searches = openPool(url, {
    max: MOST_AT_ONCE.searchesOfRegion,
    applicationName: 'parlance-searches',
    statementTimeoutMs: options.searchMs,
    onIdleError,
  })
  return {
    exports: openDb(exports),
    searches: openDb(searches),
    close: async () => void (await Promise.all([exports.end(), searches.end()])),
  }
}

export type HeavyKind = 'export' | 'search'

/** Undefined for all other calls. */
export function heavyKindOf(method: string, meta: OpMeta, input: unknown): HeavyKind | undefined {
  if (meta.scope !== 'region') return undefined
  if (meta.isExport) return 'export'
  const search = (input as { readonly search?: unknown } | undefined)?.search
  return method === 'GET' && typeof search === 'string' && search.trim() !== '' ? 'search' : undefined
}

export interface HeavyReads {
  /** Runs `read` on its own pool; an export until its stream ends. @throws RATE_LIMITED, UNAVAILABLE (slow search) */
  readonly run: <T>(kind: HeavyKind, ctx: Ctx, person: string, read: (ctx: Ctx) => Promise<T>) => Promise<T>
  readonly close: () => Promise<void>
}

export function createHeavyReads(
  pools: Readonly<Record<Region, ReadPool>>,
  options: { readonly searchMs?: number } = {},
): HeavyReads {
  const searchMs = options.searchMs ?? SEARCH_MS
  const running = new Map<string, number>()
  const add = (key: string, count: number) => {
    const now = (running.get(key) ?? 0) + count
    if (now > 0) running.set(key, now)
    else running.delete(key)
  }
  const take = (places: readonly (readonly [key: string, most: number])[]): (() => void) | undefined => {
    if (places.some(([key, most]) => (running.get(key) ?? 0) >= most)) return undefined
    for (const [key] of places) add(key, 1)
    let isFree = false
    return () => {
      if (isFree) return
      isFree = true
      for (const [key] of places) add(key, -1)
      wake()
    }
  }

  async function runExport<T>(ctx: Ctx, person: string, read: (ctx: Ctx) => Promise<T>): Promise<T> {
    const free = take([
      [`person|${ctx.region}|${person}`, MOST_AT_ONCE.exportsOfPerson],
      [`workspace|${ctx.region}|${ctx.workspaceId || person}`, MOST_AT_ONCE.exportsOfWorkspace],
    ])
    if (!free) throw new AppError('RATE_LIMITED', msg('export_running'), { retryAfter: EXPORT_BUSY_S })
    try {
      const output = await read({ ...ctx, db: pools[ctx.region].exports })
      if (isStream(output)) freeWithStream(output, free)
      else free()
      return output
    } catch (error) {
      free()
      throw error
    }
  }

  const waiting = new Set<() => boolean>()
  const wake = () => {
    for (const start of waiting) if (start()) waiting.delete(start)
  }

  const place = (ctx: Ctx, person: string, tooLate: Promise<never>): Promise<() => void> => {
    const { promise, resolve } = Promise.withResolvers<() => void>()
    const start = () => {
      const free = take([
        [`search|${ctx.region}|${ctx.workspaceId || person}`, MOST_AT_ONCE.searchesOfWorkspace],
        [`search|${ctx.region}`, MOST_AT_ONCE.searchesOfRegion],
      ])
      if (free) resolve(free)
      return free !== undefined
    }
    if (!start()) waiting.add(start)
    return Promise.race([promise, tooLate]).finally(() => waiting.delete(start))
  }

  async function runSearch<T>(ctx: Ctx, person: string, read: (ctx: Ctx) => Promise<T>): Promise<T> {
    const { promise: tooLate, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(tooSlow()), searchMs)
    tooLate.catch(() => undefined)
    try {
      const free = await place(ctx, person, tooLate)
      // A late read keeps its slot until the database has ended it.
      const work = read({ ...ctx, db: pools[ctx.region].searches }).finally(free)
      work.catch(() => undefined)
      return await Promise.race([work, tooLate])
    } catch (error) {
      throw pgError(error)?.code === PG.queryCanceled ? tooSlow() : error
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    run: (kind, ctx, person, read) => (kind === 'export' ? runExport : runSearch)(ctx, person, read),
    close: async () => void (await Promise.all(Object.values(pools).map((pool) => pool.close()))),
  }
}

const tooSlow = () => new AppError('UNAVAILABLE', msg('search_too_slow'), { retryAfter: SEARCH_BUSY_S })

const isStream = (output: unknown): output is Readable =>
  typeof output === 'object' && output !== null && 'destroy' in output && 'once' in output

function freeWithStream(stream: Readable, free: () => void): void {
  const timer = setTimeout(() => stream.destroy(), EXPORT_MS)
  timer.unref()
  stream.once('close', () => {
    clearTimeout(timer)
    free()
  })
}
