// A temporary database for a measurement, and an agent's knowledge in it.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Ctx } from '../../apps/server/src/lib/ctx.ts'
import { startEmbedded } from '../../apps/server/src/lib/db/embedded.ts'
import { type DatabaseKind, ensureDatabase, migrateDatabase } from '../../apps/server/src/lib/db/migrate.ts'
import { openDb, openPool, type Pool } from '../../apps/server/src/lib/db/pool.ts'
import { createLog } from '../../apps/server/src/lib/log.ts'
import { toBytes } from '../../apps/server/src/modules/knowledge/vectors.ts'

export const WORKSPACE = 'bench'

export interface BenchDatabase {
  readonly pool: Pool
  readonly ctx: Ctx
}

export async function withDatabase<T>(
  work: (database: BenchDatabase) => Promise<T>,
  kind: DatabaseKind = 'region',
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parlance-kb-'))
  // Otherwise the cluster of a root run would stay under /var/lib.
  chmodSync(dataDir, 0o711)
  const log = createLog({ level: 'silent' })
  const database = await startEmbedded({ dataDir, log, settings: { synchronous_commit: 'off', max_wal_size: '2GB' } })
  try {
    await ensureDatabase(database.url('postgres'), 'kb')
    const pool = openPool(database.url('kb'), { max: 10, applicationName: 'kb bench', statementTimeoutMs: 0 })
    try {
      await migrateDatabase(pool, kind)
      return await work({ pool, ctx: contextOf(pool, log) })
    } finally {
      await pool.end()
    }
  } finally {
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function contextOf(pool: Pool, log: Ctx['log']): Ctx {
  const ctx: Ctx = {
    actor: { kind: 'workspace', workspaceId: WORKSPACE },
    region: 'eu',
    db: openDb(pool),
    now: () => new Date(),
    log,
    origin: { kind: 'app', origin: '', isSecure: false },
    workspaceId: WORKSPACE,
    emit: async () => {},
    tx: (work) => work(ctx),
  }
  return ctx
}

export interface StoredDocument {
  readonly id: string
  readonly agentId: string
  readonly title: string
  readonly model: string
  readonly chunks: readonly { readonly heading: string; readonly text: string; readonly vector: Float32Array }[]
}

export async function insertDocument(pool: Pool, { id, agentId, title, model, chunks }: StoredDocument): Promise<void> {
  await pool.query(
    `insert into documents (id, agent_id, workspace_id, name, content, size, content_hash, user_id, status, chunk_count,
       created_at, updated_at) values ($1, $2, $3, $4, '', 0, '', '', 'ready', $5, now(), now())`,
    [id, agentId, WORKSPACE, title, chunks.length],
  )
  const columns = [
    chunks.map(({ heading }) => heading),
    chunks.map(({ text }) => text),
    chunks.map(({ vector }) => toBytes(vector)),
  ]
  await pool.query(
    `insert into chunks (agent_id, document_id, n, title, heading, text, char_end, embedding, embedding_model, dimensions,
       version)
     select $1, $2, u.n - 1, $3, u.heading, u.text, length(u.text), u.embedding, $4, $5, 1
     from unnest($6::text[], $7::text[], $8::bytea[]) with ordinality as u (heading, text, embedding, n)`,
    [agentId, id, title, model, chunks[0]?.vector.length ?? 0, ...columns],
  )
}

export async function completeAgent(pool: Pool, agentId: string, chunks: number): Promise<void> {
  await pool.query(
    `insert into words (agent_id, word, chunks) select $1, word, ndoc from ts_stat($2) where length(word) <= 64`,
    [agentId, `select tsv from chunks where agent_id = '${agentId}'`],
  )
  await pool.query(
    `insert into collections (agent_id, workspace_id, name, chunks, vectors, version) values ($1, $2, $1, $3, $3, 1)`,
    [agentId, WORKSPACE, chunks],
  )
  await pool.query('vacuum analyze')
}
