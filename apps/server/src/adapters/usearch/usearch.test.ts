import { afterEach, describe, expect, it } from 'vitest'
import type { Ctx } from '../../lib/ctx.ts'
import type { StoredVector, VectorStore } from '../../modules/knowledge/ports.ts'
import { type Engine, javascriptEngine, openEngine, usearchEngine } from './engine.ts'
import { quantise } from './rows.ts'
import { createVectorIndex } from './usearch.ts'

const engines: Engine[] = [javascriptEngine, await usearchEngine()]
const ctx = { region: 'eu', db: {} } as Ctx

function numbers(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 31 - 1
  }
}
function vectorOf(seed: number, size: number): Float32Array {
  const next = numbers(seed)
  const raw = Float32Array.from({ length: size }, next)
  const length = Math.hypot(...raw)
  return raw.map((value) => value / length)
}
const bytes = (vector: Float32Array) => {
  const buffer = Buffer.alloc(vector.length * 4)
  for (const [at, value] of vector.entries()) buffer.writeFloatLE(value, at * 4)
  return buffer
}
const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)

class Store implements VectorStore {
  rows: (StoredVector & { agentId: string; model: string; tag: string; vector: Float32Array })[] = []
  version = 0
  reads = 0
  readonly state: VectorStore['state'] = async (_db, agentId) => {
    const vectors = this.rows.filter((row) => row.agentId === agentId).length
    return vectors > 0 ? { version: this.version, vectors } : undefined
  }
  readonly page: VectorStore['page'] = async (_db, { agentId, model, dimensions }, after, limit) => {
    this.reads += 1
    await new Promise((resolve) => setTimeout(resolve, 1))
    return this.rows
      .filter((row) => row.agentId === agentId && row.model === model && row.vector.length === dimensions)
      .filter((row) => row.version > after.version || (row.version === after.version && row.id > after.id))
      .toSorted((a, b) => a.version - b.version || a.id - b.id)
      .slice(0, limit)
  }
  readonly some: VectorStore['some'] = async (_db, { agentId, model, dimensions }, { ids, tags, limit }) =>
    ids
      .flatMap((id) => this.rows.filter((row) => row.id === id))
      .filter((row) => row.agentId === agentId && row.model === model && row.vector.length === dimensions)
      .filter((row) => tags.length === 0 || tags.includes(row.tag))
      .slice(0, limit)
  add(ids: readonly number[], { agentId = 'a', model = 'm', size = 8, seed = 0, tag = '' } = {}): void {
    this.version += 1
    for (const id of ids) {
      const vector = vectorOf(id + seed, size)
      this.rows = this.rows.filter((row) => row.id !== id)
      this.rows.push({ id, version: this.version, embedding: bytes(vector), agentId, model, tag, vector })
    }
  }
  remove(ids: readonly number[]): void {
    this.version += 1
    this.rows = this.rows.filter((row) => !ids.includes(row.id))
  }
  expected(vector: Float32Array, k: number, agentId = 'a'): number[] {
    return this.rows
      .filter((row) => row.agentId === agentId && row.vector.length === vector.length)
      .toSorted((a, b) => dot(b.vector, vector) - dot(a.vector, vector))
      .slice(0, k)
      .map((row) => row.id)
  }
}
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

describe.each(engines)('vectors searched by $name', (engine) => {
  const setup = (capBytes?: number) => {
    const store = new Store()
    const index = createVectorIndex({ store, engine, ...(capBytes ? { capBytes } : {}) })
    const search = (vector: Float32Array, k = 5, agentId = 'a', model = 'm') =>
      index.search(ctx, { agentId, model, vector, k })
    const ids = async (...query: Parameters<typeof search>) => (await search(...query)).map((hit) => hit.id)
    return { store, index, search, ids }
  }

  it('returns the nearest with their cosines, in order', async () => {
    const { store, search } = setup()
    store.add(range(1, 60))
    const query = vectorOf(1000, 8)
    const hits = await search(query, 7)
    expect(hits.map((hit) => hit.id)).toEqual(store.expected(query, 7))
    for (const hit of hits)
      expect(hit.similarity).toBeCloseTo(dot(store.rows.find((row) => row.id === hit.id)?.vector ?? query, query), 4)
    expect(
      (
        await search(
          vectorOf(17, 8).map((value) => value * 42),
          1,
        )
      )[0],
    ).toMatchObject({ id: 17 })
    expect((await search(vectorOf(17, 8), 1))[0]?.similarity).toBeCloseTo(1, 4)
  })
  it('returns fewer when there are fewer, and none when empty', async () => {
    const { store, search } = setup()
    expect(await search(vectorOf(1, 8))).toEqual([])
    store.add([1, 2])
    expect(await search(vectorOf(1, 8), 50)).toHaveLength(2)
    expect(await search(new Float32Array(8), 5)).toHaveLength(2)
    expect(await search(new Float32Array(0), 5)).toEqual([])
  })
  it('searches many blocks and pages', async () => {
    const { store, ids } = setup()
    store.add(range(1, 2501))
    store.add(range(2501, 5001))
    for (const seed of [7000, 8000, 9000]) {
      const query = vectorOf(seed, 8)
      expect(await ids(query, 10)).toEqual(store.expected(query, 10))
    }
  })
  it('are only those of the agent, the model and the length', async () => {
    const { store, ids } = setup()
    store.add([1, 2])
    store.add([3], { agentId: 'b' })
    store.add([4], { model: 'other' })
    store.add([5], { size: 16 })
    expect(new Set(await ids(vectorOf(3, 8), 9))).toEqual(new Set([1, 2]))
    expect(await ids(vectorOf(3, 8), 9, 'b')).toEqual([3])
    expect(await ids(vectorOf(3, 8), 9, 'a', 'other')).toEqual([4])
    expect(await ids(vectorOf(3, 16), 9)).toEqual([5])
    expect(await ids(vectorOf(3, 8), 9, 'nobody')).toEqual([])
  })
  it('follows additions and replacements, and reads only new ones', async () => {
    const { store, ids } = setup()
    store.add(range(1, 1200))
    await ids(vectorOf(1, 8))
    const before = store.reads
    await ids(vectorOf(1, 8))
    expect(store.reads).toBe(before)
    store.add([5000])
    expect((await ids(vectorOf(5000, 8)))[0]).toBe(5000)
    expect(store.reads).toBe(before + 1)
    store.add([7], { seed: 90_000 })
    expect((await ids(vectorOf(90_007, 8)))[0]).toBe(7)
    expect(await ids(vectorOf(7, 8), 1)).not.toEqual([7])
  })
  it('reloads all when most in memory are deleted', async () => {
    const { store, index, search } = setup()
    store.add(range(1, 4001))
    await search(vectorOf(1, 8))
    const full = index.bytes()
    store.remove(range(100, 4001))
    const hits = await search(vectorOf(50, 8), 50)
    expect(hits.every((hit) => hit.id < 100)).toBe(true)
    expect(index.bytes()).toBeLessThan(full / 2)
  })
  it('stays within its memory, and evicts the least recently used', async () => {
    const { store, index, ids } = setup(1500)
    for (const agentId of ['a', 'b', 'c', 'd', 'e', 'f']) {
      store.add(range(agentId.charCodeAt(0) * 1000, agentId.charCodeAt(0) * 1000 + 64), { agentId })
      expect(await ids(vectorOf(1, 8), 3, agentId)).toHaveLength(3)
      expect(index.bytes()).toBeLessThanOrEqual(1500)
    }
    const reads = store.reads
    await ids(vectorOf(1, 8), 3, 'f')
    expect(store.reads).toBe(reads)
    await ids(vectorOf(1, 8), 3, 'a')
    expect(store.reads).toBe(reads + 1)
  })
  it('reads from the database when one agent exceeds the memory', async () => {
    const { store, index, ids } = setup(5000)
    store.add(range(1, 1201))
    const query = vectorOf(4711, 8)
    expect(await ids(query, 10)).toEqual(store.expected(query, 10))
    expect(index.bytes()).toBe(0)
  })
  it('reads once for concurrent searches', async () => {
    const { store, ids } = setup()
    store.add(range(1, 100))
    await Promise.all(Array.from({ length: 8 }, () => ids(vectorOf(1, 8))))
    expect(store.reads).toBe(1)
  })
})

describe('the engine', () => {
  const errors: unknown[] = []
  afterEach(() => errors.splice(0))
  it('is the native one here', async () => {
    expect((await openEngine((error) => errors.push(error))).name).toBe('usearch')
    expect(errors).toEqual([])
  })
  it('gives the same results in both implementations', () => {
    const size = 64
    const rows = new Int8Array(300 * size)
    for (let row = 0; row < 300; row += 1) rows.set(quantise(vectorOf(row + 1, size)), row * size)
    for (const seed of [11, 12, 13]) {
      const [plain, native] = engines.map((engine) => engine.nearest(rows, quantise(vectorOf(seed * 999, size)), 20))
      expect(native?.map((near) => near.at)).toEqual(plain?.map((near) => near.at))
      for (const [at, near] of (native ?? []).entries())
        expect(near.similarity).toBeCloseTo(plain?.[at]?.similarity ?? 0, 4)
    }
    for (const engine of engines) {
      const one = quantise(vectorOf(1, 8))
      expect(engine.nearest(new Int8Array(0), one, 3)).toEqual([])
      expect(engine.nearest(one, one, 0)).toEqual([])
      expect(engine.nearest(new Int8Array(24).fill(1, 8, 16), one, 3).every((near) => near.similarity <= 1)).toBe(true)
    }
  })
})
