// Vector search in memory: the vectors of an agent are loaded from the database on first use and refreshed by version.
// In memory they are quantised to one byte per dimension; the best candidates are ranked again with the stored vectors.
import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '../../lib/ctx.ts'
import type {
  StoredVector,
  VectorHit,
  VectorIndex,
  VectorQuery,
  VectorsOf,
  VectorStore,
} from '../../modules/knowledge/ports.ts'
import type { Engine } from './engine.ts'
import { floatsOf, quantise, Rows } from './rows.ts'

interface Loaded {
  rows: Rows
  /** Version of the agent's vectors at the last refresh. */
  version: number
  after: { version: number; id: number }
}

const CAP_BYTES = 256 * 1024 * 1024
/** Rows per read: adding them blocks other requests for a few milliseconds. */
const PAGE = 200
/** Extra candidates that are ranked again as stored, because quantised vectors may be in the wrong order. */
const SPARE = 14
/** Factor by which the search widens if too few candidates may be returned. */
const DEEPER = 16
const PATIENCE_MS = 3000

export interface VectorIndexOptions {
  readonly store: VectorStore
  readonly engine: Engine
  /** Memory for vectors; an agent that needs more by itself is read from the database for each search. */
  readonly capBytes?: number
  /** How long a search waits for vectors that are being loaded; 3 seconds when absent. */
  readonly patienceMs?: number
}

export function createVectorIndex({
  store,
  engine,
  capBytes = CAP_BYTES,
  patienceMs = PATIENCE_MS,
}: VectorIndexOptions): VectorIndex & {
  readonly bytes: () => number
} {
  const cache = createCache(capBytes)
  const running = new Map<string, Promise<Loaded>>()

  /** Concurrent searches share one refresh. */
  function current(ctx: Ctx, key: string, query: VectorQuery, state: State): Promise<Loaded> {
    const busy = running.get(key)
    if (busy) return busy.then((loaded) => (loaded.version >= state.version ? loaded : current(ctx, key, query, state)))
    const loading = refresh(store, ctx, cache.get(key), query, state)
      .then((loaded) => {
        cache.put(key, loaded)
        return loaded
      })
      .finally(() => running.delete(key))
    running.set(key, loading)
    return loading
  }

  return {
    bytes: cache.bytes,
    async search(ctx, query) {
      const dimensions = query.vector.length
      const state = await store.state(ctx.db, query.agentId)
      if (!state || dimensions === 0 || query.k < 1) return []
      const wanted = { ...query, vector: unit(query.vector) }
      if (state.vectors * dimensions > capBytes) return searchStored(store, ctx, wanted)
      const key = [ctx.region, query.agentId, query.model, dimensions].join('|')
      const loaded = await patiently(current(ctx, key, query, state), patienceMs)
      if (!loaded) {
        ctx.log.info(
          { agentId: query.agentId, vectors: state.vectors },
          'found nothing because vectors are still being loaded',
        )
        return []
      }
      cache.touch(key)
      return nearestIn(ctx, { store, engine, rows: loaded.rows }, wanted)
    },
  }
}

type State = { version: number; vectors: number }

async function patiently<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  const enough = new AbortController()
  // The refresh continues in the background for the next search.
  work.catch(() => undefined)
  try {
    return await Promise.race([work, sleep(ms, undefined, { signal: enough.signal })])
  } finally {
    enough.abort()
  }
}

/** The nearest quantised rows, ranked again as stored; widens the search while too many are deleted or have other tags. */
async function nearestIn(
  ctx: Ctx,
  { store, engine, rows }: { store: VectorStore; engine: Engine; rows: Rows },
  query: VectorQuery,
): Promise<VectorHit[]> {
  const { agentId, model, vector, k, tags = [] } = query
  const bytes = quantise(vector)
  const limit = k + SPARE
  for (let depth = limit; ; depth *= DEEPER) {
    const near = new Nearest(depth)
    for (const { data, ids } of rows.filled()) {
      near.add(engine.nearest(data, bytes, depth).map(({ at, similarity }) => ({ id: ids[at] ?? 0, similarity })))
      // Other requests wait for one block at most.
      await nextTick()
    }
    const ids = near.list.map(({ id }) => id)
    const stored = await store.some(ctx.db, { agentId, model, dimensions: vector.length }, { ids, tags, limit })
    if (stored.length >= k || depth >= rows.count) return compared(stored, query)
  }
}

/** Reads new vectors; all of them if too many rows in memory belong to deleted chunks. */
async function refresh(
  store: VectorStore,
  ctx: Ctx,
  known: Loaded | undefined,
  { agentId, model, vector }: VectorQuery,
  state: State,
): Promise<Loaded> {
  if (known?.version === state.version) return known
  const wasteful = known !== undefined && known.rows.count > state.vectors * 1.25 + PAGE
  const loaded: Loaded =
    known && !wasteful ? known : { rows: new Rows(vector.length), version: -1, after: { version: -1, id: 0 } }
  for await (const page of pagesOf(store, ctx, { agentId, model, dimensions: vector.length }, loaded.after)) {
    for (const row of page) loaded.rows.put(row, state.vectors)
    loaded.after = placeOf(page) ?? loaded.after
  }
  loaded.version = Math.max(loaded.version, state.version)
  return loaded
}

/** Pages in order; the next is requested while one is processed. */
async function* pagesOf(
  store: VectorStore,
  ctx: Ctx,
  of: VectorsOf,
  from: { version: number; id: number },
): AsyncGenerator<StoredVector[]> {
  let coming: Promise<StoredVector[]> | undefined = store.page(ctx.db, of, from, PAGE)
  while (coming) {
    const page: StoredVector[] = await coming
    const last = placeOf(page)
    coming = last && page.length === PAGE ? store.page(ctx.db, of, last, PAGE) : undefined
    coming?.catch(() => undefined)
    yield page
    await nextTick()
  }
}

function placeOf(page: readonly StoredVector[]): { version: number; id: number } | undefined {
  const last = page.at(-1)
  return last && { version: last.version, id: last.id }
}

/** For agents whose vectors exceed the memory: scans page by page and keeps none. */
async function searchStored(store: VectorStore, ctx: Ctx, query: VectorQuery): Promise<VectorHit[]> {
  const { agentId, model, vector, k, tags = [] } = query
  const hits = new Nearest(k)
  const of = { agentId, model, dimensions: vector.length }
  for await (const page of pagesOf(store, ctx, of, { version: -1, id: 0 })) {
    const ids = tags.length > 0 ? page.map(({ id }) => id) : []
    hits.add(compared(tags.length > 0 ? await store.some(ctx.db, of, { ids, tags, limit: PAGE }) : page, query))
  }
  return hits.list
}

function compared(stored: readonly StoredVector[], { vector, k }: VectorQuery): VectorHit[] {
  const hits = new Nearest(k)
  hits.add(
    stored
      .filter(({ embedding }) => embedding.length === vector.length * 4)
      .map(({ id, embedding }) => ({ id, similarity: dot(floatsOf(embedding), vector) })),
  )
  return hits.list
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0)
  return sum
}

class Nearest {
  list: VectorHit[] = []
  readonly #k: number
  constructor(k: number) {
    this.#k = k
  }
  add(hits: readonly VectorHit[]): void {
    this.list = [...this.list, ...hits].sort((a, b) => b.similarity - a.similarity || a.id - b.id).slice(0, this.#k)
  }
}

function createCache(capBytes: number) {
  const entries = new Map<string, Loaded>()
  const bytes = () => [...entries.values()].reduce((sum, { rows }) => sum + rows.bytes, 0)
  return {
    bytes,
    get: (key: string) => entries.get(key),
    touch(key: string): void {
      const entry = entries.get(key)
      if (!entry) return
      entries.delete(key)
      entries.set(key, entry)
    },
    put(key: string, loaded: Loaded): void {
      entries.delete(key)
      entries.set(key, loaded)
      let held = bytes()
      for (const [other, { rows }] of entries) {
        if (held <= capBytes || other === key) break
        entries.delete(other)
        held -= rows.bytes
      }
    },
  }
}

function unit(vector: Float32Array): Float32Array {
  let sum = 0
  for (const value of vector) sum += value * value
  const length = Math.sqrt(sum)
  return length > 0 ? vector.map((value) => value / length) : vector
}
