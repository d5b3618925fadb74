// Exact search over vectors that the database keeps: loaded per agent on first use, brought up to date by their version.
import { setImmediate as nextTick } from 'node:timers/promises'
import type { Ctx } from '../../platform/ctx.ts'
import type { VectorHit, VectorIndex, VectorQuery, VectorStore } from '../../modules/knowledge/knowledge.port.ts'
import type { Engine } from './engine.ts'
import { Rows } from './rows.ts'

interface Loaded {
  rows: Rows
  /** Of the agent's vectors when they were last read. */
  version: number
  /** The last row read. */
  after: { version: number; id: number }
}

const CAP_BYTES = 256 * 1024 * 1024
const PAGE = 500

export interface VectorIndexOptions {
  readonly store: VectorStore
  readonly engine: Engine
  /** Memory for vectors; an agent that alone needs more is read from the database for each question. */
  readonly capBytes?: number
}

export function createVectorIndex({ store, engine, capBytes = CAP_BYTES }: VectorIndexOptions): VectorIndex & {
  /** Bytes of vectors in memory. */
  readonly bytes: () => number
} {
  const cache = createCache(capBytes)
  const running = new Map<string, Promise<Loaded>>()

  /** Searches that come together share one reading. */
  function current(ctx: Ctx, key: string, query: VectorQuery, state: State): Promise<Loaded> {
    const busy = running.get(key)
    if (busy) return busy.then((loaded) => (loaded.version >= state.version ? loaded : current(ctx, key, query, state)))
    const loading = refresh(store, ctx, cache.get(key), query, state).finally(() => running.delete(key))
    running.set(key, loading)
    return loading
  }

  return {
    bytes: cache.bytes,
    async search(ctx, query) {
      const dimensions = query.vector.length
      const state = await store.state(ctx.db, query.agentId)
      if (!state || dimensions === 0) return []
      const vector = unit(query.vector)
      if (state.vectors * dimensions * 4 > capBytes) return searchStored(store, engine, ctx, { ...query, vector })
      const key = [ctx.region, query.agentId, query.model, dimensions].join('|')
      const loaded = await current(ctx, key, query, state)
      cache.put(key, loaded)
      const hits = new Nearest(query.k)
      for (const { data, ids } of loaded.rows.filled()) {
        hits.add(engine.nearest(data, vector, query.k).map(({ at, similarity }) => ({ id: ids[at] ?? 0, similarity })))
        // Many vectors never hold up other requests for longer than one block takes.
        await nextTick()
      }
      return hits.list
    },
  }
}

type State = { version: number; vectors: number }

/** Reads what is new; all of it when too many of the rows in memory are of chunks that are gone. */
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
  const of = { agentId, model, dimensions: vector.length }
  for (;;) {
    const page = await store.page(ctx.db, of, loaded.after, PAGE)
    for (const row of page) loaded.rows.put(row, state.vectors)
    const last = page.at(-1)
    if (last) loaded.after = { version: last.version, id: last.id }
    if (page.length < PAGE) break
  }
  loaded.version = Math.max(loaded.version, state.version)
  return loaded
}

/** For agents with more vectors than memory is given: page by page, none kept. */
async function searchStored(
  store: VectorStore,
  engine: Engine,
  ctx: Ctx,
  { agentId, model, vector, k }: VectorQuery,
): Promise<VectorHit[]> {
  const hits = new Nearest(k)
  for (let after = { version: -1, id: 0 }; ;) {
    const page = await store.page(ctx.db, { agentId, model, dimensions: vector.length }, after, PAGE)
    const rows = new Rows(vector.length)
    for (const row of page) rows.put(row, page.length)
    for (const { data, ids } of rows.filled())
      hits.add(engine.nearest(data, vector, k).map(({ at, similarity }) => ({ id: ids[at] ?? 0, similarity })))
    const last = page.at(-1)
    if (!last || page.length < PAGE) return hits.list
    after = { version: last.version, id: last.id }
  }
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

/** The least recently used goes first. */
function createCache(capBytes: number) {
  const entries = new Map<string, Loaded>()
  const bytes = () => [...entries.values()].reduce((sum, { rows }) => sum + rows.bytes, 0)
  return {
    bytes,
    get: (key: string) => entries.get(key),
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
  const length = Math.hypot(...vector)
  return length > 0 ? vector.map((value) => value / length) : vector
}
