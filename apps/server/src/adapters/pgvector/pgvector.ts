// Vector search in PostgreSQL with the pgvector extension: a table next to the chunks, kept up to date by version, with
// one index per vector length in use.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '../../lib/ctx.ts'
import type {
  StoredVector,
  VectorHit,
  VectorIndex,
  VectorQuery,
  VectorsOf,
  VectorStore,
} from '../../modules/knowledge/ports.ts'

const PAGE = 200
/** Maximum dimensions of an index on `vector` and on `halfvec`; longer vectors are scanned without an index. */
const MAX_VECTOR = 2000
const MAX_HALF = 4000
/** Extra candidates that are ranked again in full precision. */
const SPARE = 14
const PATIENCE_MS = 3000
/** Advisory lock, so that nodes that start together take turns. */
const LOCK = 7_275_273_042

export interface PgvectorIndex extends VectorIndex {
  /** Creates the table and settings in the context's region; false when the database lacks the extension. */
  readonly prepare: (ctx: Ctx) => Promise<boolean>
}

export interface PgvectorOptions {
  readonly store: VectorStore
  /** How long a search waits for vectors that are being copied; 3 seconds when absent. */
  readonly patienceMs?: number
}

export function createPgvectorIndex({ store, patienceMs = PATIENCE_MS }: PgvectorOptions): PgvectorIndex {
  const running = new Map<string, Promise<void>>()
  const scans = new Map<string, boolean>()

  /** Concurrent searches share one refresh. */
  function follow(ctx: Ctx, of: VectorsOf, version: number): Promise<void> {
    const key = [ctx.region, of.agentId, of.model, of.dimensions].join('|')
    const busy = running.get(key)
    if (busy) return busy
    const reading = copyNew(store, ctx, of, version).finally(() => running.delete(key))
    running.set(key, reading)
    return reading
  }

  return {
    async prepare(ctx) {
      const version = await install(ctx)
      // Since 0.8 an index scan continues until it finds enough rows of the agent.
      if (version) scans.set(ctx.region, version[0] > 0 || version[1] >= 8)
      return version !== undefined
    },
    async search(ctx, query) {
      const { agentId, model, vector } = query
      const dimensions = vector.length
      const state = await store.state(ctx.db, agentId)
      if (!state || dimensions === 0 || query.k < 1) return []
      await patiently(follow(ctx, { agentId, model, dimensions }, state.version), patienceMs)
      return ctx.tx((tx) => nearest(tx, query, scans.get(ctx.region) === true))
    },
  }
}

async function rowsOf<Row>({ db }: Ctx, query: SQL): Promise<Row[]> {
  return ((await db.execute(query)) as unknown as { rows: Row[] }).rows
}

/** The version of the extension; undefined if it is missing or may not be used. */
async function install(ctx: Ctx): Promise<[number, number] | undefined> {
  const [known] = await rowsOf<{ installed: string | null }>(
    ctx,
    sql`select installed_version as installed from pg_available_extensions where name = 'vector'`,
  )
  if (!known) return undefined
  try {
    await ctx.tx(async (tx) => {
      await tx.db.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
      await tx.db.execute(sql`create extension if not exists vector`)
      await tx.db.execute(sql`create table if not exists chunk_vectors (
        chunk_id bigint primary key references chunks (id) on delete cascade, agent_id text not null,
        model text not null, dimensions integer not null, version bigint not null, embedding vector not null)`)
      await tx.db.execute(
        sql`create index if not exists chunk_vectors_agent on chunk_vectors (agent_id, model, dimensions)`,
      )
      await tx.db.execute(sql`create table if not exists chunk_vector_states (
        agent_id text not null, model text not null, dimensions integer not null, version bigint not null,
        after_id bigint not null, primary key (agent_id, model, dimensions))`)
    })
  } catch (error) {
    ctx.log.warn({ err: error }, 'pgvector is installed, but this database role may not use it')
    return undefined
  }
  const [found] = await rowsOf<{ version: string }>(
    ctx,
    sql`select extversion as version from pg_extension where extname = 'vector'`,
  )
  const [major = 0, minor = 0] = (found?.version ?? '').split('.').map(Number)
  return [major, minor]
}

async function copyNew(store: VectorStore, ctx: Ctx, of: VectorsOf, version: number): Promise<void> {
  const { agentId, model, dimensions } = of
  const key = sql`agent_id = ${agentId} and model = ${model} and dimensions = ${dimensions}`
  const place = () =>
    rowsOf<{ version: number; id: number }>(
      ctx,
      sql`select version, after_id as id from chunk_vector_states where ${key}`,
    )
  let after = (await place())[0]
  if (after && after.version >= version) return
  if (!after) await makeIndex(ctx, dimensions)
  after ??= { version: -1, id: 0 }
  for (;;) {
    const page = await store.page(ctx.db, of, after, PAGE)
    const last = page.at(-1)
    const isLast = page.length < PAGE
    after = isLast ? { version: Math.max(version, last?.version ?? 0), id: last?.id ?? after.id } : (last ?? after)
    await ctx.tx(async (tx) => {
      if (page.length > 0) await tx.db.execute(write(of, page))
      await tx.db.execute(sql`insert into chunk_vector_states as s (agent_id, model, dimensions, version, after_id)
        values (${agentId}, ${model}, ${dimensions}, ${after?.version ?? 0}, ${after?.id ?? 0})
        on conflict (agent_id, model, dimensions) do update
        set version = excluded.version, after_id = excluded.after_id
        where (excluded.version, excluded.after_id) > (s.version, s.after_id)`)
    })
    if (isLast) return
  }
}

const write = ({ agentId, model, dimensions }: VectorsOf, page: readonly StoredVector[]): SQL =>
  sql`insert into chunk_vectors as v (chunk_id, agent_id, model, dimensions, version, embedding)
      select c.id, ${agentId}, ${model}, ${dimensions}, u.version, u.embedding::vector
      from unnest(${sql.param(page.map(({ id }) => id))}::bigint[], ${sql.param(page.map((row) => row.version))}::bigint[],
        ${sql.param(page.map(({ embedding }) => textOf(floatsOf(embedding))))}::text[]) as u (id, version, embedding)
        join chunks c on c.id = u.id and c.agent_id = ${agentId}
      on conflict (chunk_id) do update set model = excluded.model, dimensions = excluded.dimensions,
        version = excluded.version, embedding = excluded.embedding where v.version <= excluded.version`

async function makeIndex(ctx: Ctx, dimensions: number): Promise<void> {
  const type = comparedAs(dimensions)
  if (!type) return
  await ctx.db.execute(
    sql.raw(
      `create index if not exists chunk_vectors_${dimensions} on chunk_vectors
     using hnsw ((embedding::${type}(${dimensions})) ${type}_ip_ops) where dimensions = ${dimensions}`,
    ),
  )
}

const comparedAs = (dimensions: number): 'vector' | 'halfvec' | undefined =>
  dimensions <= MAX_VECTOR ? 'vector' : dimensions <= MAX_HALF ? 'halfvec' : undefined

async function nearest(tx: Ctx, query: VectorQuery, iterative: boolean): Promise<VectorHit[]> {
  const { agentId, model, vector, k, tags = [] } = query
  const dimensions = vector.length
  const type = comparedAs(dimensions) ?? 'vector'
  const cast = sql.raw(`${type}(${dimensions})`)
  const asked = textOf(unit(vector))
  await tx.db.execute(sql.raw(`set local hnsw.ef_search = ${Math.min(1000, (k + SPARE) * 2)}`))
  if (iterative) await tx.db.execute(sql.raw('set local hnsw.iterative_scan = relaxed_order'))
  const tagged =
    tags.length === 0
      ? sql``
      : sql`and exists (select 1 from chunks c join documents d on d.id = c.document_id, unnest(d.tags) as tag
          where c.id = v.chunk_id and lower(tag) = any(${sql.param(tags.map((tag) => tag.toLowerCase()))}::text[]))`
  return rowsOf<VectorHit>(
    tx,
    sql`select id, similarity from (
          select near.chunk_id as id, -(near.embedding <#> ${asked}::vector) as similarity from (
            select v.chunk_id, v.embedding from chunk_vectors v
            where v.agent_id = ${agentId} and v.model = ${model} and v.dimensions = ${sql.raw(String(dimensions))} ${tagged}
            order by v.embedding::${cast} <#> ${asked}::${cast} limit ${k + SPARE}
          ) as near
        ) as compared order by similarity desc, id limit ${k}`,
  )
}

async function patiently(work: Promise<void>, ms: number): Promise<void> {
  const enough = new AbortController()
  // The refresh continues in the background for the next search.
  work.catch(() => undefined)
  try {
    await Promise.race([work, sleep(ms, undefined, { signal: enough.signal })])
  } finally {
    enough.abort()
  }
}

/** Stored bytes: 32-bit little-endian floats. */
const floatsOf = (embedding: Buffer): Float32Array =>
  Float32Array.from({ length: embedding.length / 4 }, (_, at) => embedding.readFloatLE(at * 4))

const textOf = (vector: Float32Array): string => `[${vector.join(',')}]`

function unit(vector: Float32Array): Float32Array {
  let sum = 0
  for (const value of vector) sum += value * value
  const length = Math.sqrt(sum)
  return length > 0 ? vector.map((value) => value / length) : vector
}
