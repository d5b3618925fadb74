// A temporary single-region database for a measurement.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Ctx } from '../../apps/server/src/lib/ctx.ts'
import { startEmbedded } from '../../apps/server/src/lib/db/embedded.ts'
import { ensureDatabase, migrateDatabase } from '../../apps/server/src/lib/db/migrate.ts'
import { openDb, openPool, type Pool } from '../../apps/server/src/lib/db/pool.ts'
import { createLog } from '../../apps/server/src/lib/log.ts'

export const WORKSPACE = 'bench'

export interface BenchDatabase {
  readonly pool: Pool
  /** Context of the workspace's own user. */
  readonly ctx: Ctx
}

export async function withDatabase<T>(work: (database: BenchDatabase) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parlance-kb-'))
  // Otherwise the cluster of a root run would stay under /var/lib.
  chmodSync(dataDir, 0o711)
  const log = createLog({ level: 'silent' })
  const database = await startEmbedded({ dataDir, log, settings: { synchronous_commit: 'off' } })
  try {
    await ensureDatabase(database.url('postgres'), 'kb')
    const pool = openPool(database.url('kb'), { max: 6, applicationName: 'kb bench', statementTimeoutMs: 0 })
    try {
      await migrateDatabase(pool, 'region')
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
