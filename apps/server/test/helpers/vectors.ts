// One test suite for every vector search, on vectors stored in a database.
import { randomId } from '@parlance/contract/lib/ids'
import type { Pool } from 'pg'
import { describe, expect, it } from 'vitest'
import type { VectorIndex } from '../../src/modules/knowledge/ports.ts'
import { toBytes } from '../../src/modules/knowledge/vectors.ts'
import type { Ctx } from '../../src/lib/ctx.ts'

/** A vector from a seed, the same each time. */
export function vectorOf(seed: number, size: number): Float32Array {
  let state = seed
  const raw = Float32Array.from({ length: size }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 31 - 1
  })
  const length = Math.sqrt(raw.reduce((sum, value) => sum + value * value, 0))
  return raw.map((value) => value / length)
}
const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

interface Written {
  readonly id: number
  readonly vector: Float32Array
}

function collectionIn(pool: Pool) {
  const agentId = randomId(16)
  const write = async (seeds: readonly number[], { size = 64, model = 'm', tags = [] as string[] } = {}) => {
    const docId = randomId(16)
    await pool.query(
      `insert into collections (agent_id, workspace_id, name) values ($1, 'w', 'c') on conflict do nothing`,
      [agentId],
    )
    await pool.query(
      `insert into documents (id, agent_id, workspace_id, name, content, size, content_hash, user_id, status, chunk_count,
         created_at, updated_at, tags) values ($1, $2, 'w', 'd', '', 0, '', '', 'ready', $3, now(), now(), $4)`,
      [docId, agentId, seeds.length, tags],
    )
    const vectors = seeds.map((seed) => vectorOf(seed, size))
    const { rows } = await pool.query<{ id: number }>(
      `with c as (update collections set version = version + 1, vectors = vectors + $3 where agent_id = $1 returning version)
       insert into chunks (agent_id, document_id, n, title, heading, text, embedding, embedding_model, dimensions, version)
       select $1, $2, u.n, '', '', '', u.embedding, $5, $6, c.version
       from c, unnest($4::bytea[]) with ordinality as u (embedding, n) order by u.n returning id`,
      [agentId, docId, seeds.length, vectors.map((vector) => toBytes(vector)), model, size],
    )
    return { docId, written: rows.map(({ id }, at): Written => ({ id, vector: vectors[at] ?? new Float32Array() })) }
  }
  const remove = async (docId: string) => {
    const { rowCount } = await pool.query(`delete from chunks where document_id = $1`, [docId])
    await pool.query(`update collections set version = version + 1, vectors = vectors - $2 where agent_id = $1`, [
      agentId,
      rowCount,
    ])
  }
  return { agentId, write, remove }
}

const nearestOf = (written: readonly Written[], query: Float32Array, k: number): number[] =>
  written
    .toSorted((a, b) => dot(b.vector, query) - dot(a.vector, query))
    .slice(0, k)
    .map(({ id }) => id)

interface Tried {
  readonly pool: Pool
  readonly index: VectorIndex
  readonly ctx: Ctx
}

/** Runs the suite; the database is one of a region with its tables. */
export function conformsToVectorIndex(name: string, tried: Tried) {
  describe(`vectors searched by ${name}`, () => {
    nearestAreFound(() => setupOf(tried))
    othersAreNot(() => setupOf(tried), tried.pool)
  })
}

function setupOf({ pool, index, ctx }: Tried) {
  const collection = collectionIn(pool)
  const search = (vector: Float32Array, k = 5, more: { model?: string; tags?: string[] } = {}) =>
    index.search(ctx, { agentId: collection.agentId, model: 'm', vector, k, ...more })
  const ids = async (...query: Parameters<typeof search>) => (await search(...query)).map(({ id }) => id)
  return { ...collection, search, ids }
}

function nearestAreFound(setup: () => ReturnType<typeof setupOf>): void {
  it.each([64, 1536, 3072])('returns the nearest of %i numbers, in order, with their cosines', async (size) => {
    const { write, search } = setup()
    const { written } = await write(range(1, 60), { size })
    const query = vectorOf(1000, size)
    const hits = await search(
      query.map((value) => value * 42),
      7,
    )
    expect(hits.map(({ id }) => id)).toEqual(nearestOf(written, query, 7))
    for (const { id, similarity } of hits)
      expect(similarity).toBeCloseTo(dot(written.find((one) => one.id === id)?.vector ?? query, query), 4)
    expect((await search(vectorOf(17, size), 1))[0]?.similarity).toBeCloseTo(1, 4)
  })
  it('finds the nearest among many', async () => {
    const { write, ids } = setup()
    const one = await write(range(1, 1500))
    const two = await write(range(1500, 3000))
    const all = [...one.written, ...two.written]
    for (const seed of [7000, 8000, 9000]) {
      const query = vectorOf(seed, 64)
      const found = await ids(query, 10)
      const wanted = nearestOf(all, query, 10)
      expect(found).toHaveLength(10)
      // An index may miss one of the nearest.
      expect(found.filter((id) => wanted.includes(id)).length).toBeGreaterThanOrEqual(9)
    }
  })
  it('returns fewer when there are fewer, and none when there are none', async () => {
    const { write, search } = setup()
    expect(await search(vectorOf(1, 64))).toEqual([])
    await write([1, 2])
    expect(await search(vectorOf(1, 64), 50)).toHaveLength(2)
    expect(await search(new Float32Array(0), 5)).toEqual([])
    expect(await search(vectorOf(1, 64), 0)).toEqual([])
  })
}

function othersAreNot(setup: () => ReturnType<typeof setupOf>, pool: Pool): void {
  it('returns only those of the agent, the model and the length', async () => {
    const [mine, other] = [setup(), setup()]
    const { written } = await mine.write([1, 2])
    await mine.write([3], { model: 'other' })
    await mine.write([4], { size: 128 })
    const theirs = await other.write([5])
    expect(new Set(await mine.ids(vectorOf(3, 64), 9))).toEqual(new Set(written.map(({ id }) => id)))
    expect(await mine.ids(vectorOf(3, 64), 9, { model: 'other' })).toHaveLength(1)
    expect(await mine.ids(vectorOf(4, 128), 9)).toHaveLength(1)
    expect(await other.ids(vectorOf(1, 64), 9)).toEqual(theirs.written.map(({ id }) => id))
  })
  it('returns documents with a requested tag, however few there are', async () => {
    const { write, ids } = setup()
    await write(range(1, 800))
    const { written } = await write(range(2000, 2003), { tags: ['Prices', 'x'] })
    const wanted = new Set(written.map(({ id }) => id))
    expect(new Set(await ids(vectorOf(5, 64), 5, { tags: ['prices'] }))).toEqual(wanted)
    expect(await ids(vectorOf(5, 64), 5, { tags: ['nothing'] })).toEqual([])
    expect(await ids(vectorOf(5, 64), 5, { tags: [] })).toHaveLength(5)
  })
  it('follows additions, replacements and removals', async () => {
    const { agentId, write, remove, ids } = setup()
    const first = await write(range(1, 300))
    await ids(vectorOf(1, 64))
    const second = await write([5000])
    expect((await ids(vectorOf(5000, 64)))[0]).toBe(second.written[0]?.id)
    const changed = first.written[6]?.id
    await pool.query(
      `with c as (update collections set version = version + 1 where agent_id = $1 returning version)
       update chunks set embedding = $3, version = c.version from c where id = $2`,
      [agentId, changed, toBytes(vectorOf(90_007, 64))],
    )
    expect((await ids(vectorOf(90_007, 64)))[0]).toBe(changed)
    expect(await ids(vectorOf(7, 64), 1)).not.toEqual([changed])
    await remove(first.docId)
    expect(await ids(vectorOf(1, 64), 50)).toEqual(second.written.map(({ id }) => id))
  })
  it('returns the same for parallel searches', async () => {
    const { write, ids } = setup()
    const { written } = await write(range(1, 500))
    const query = vectorOf(4, 64)
    const answers = await Promise.all(Array.from({ length: 8 }, () => ids(query, 3)))
    for (const answer of answers) expect(answer[0]).toBe(written[3]?.id)
  })
}
