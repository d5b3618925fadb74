// Owns the database server of a test run: the built-in one in a temporary directory, or any PostgreSQL named by
// TEST_DATABASE_URL. It starts when the first test asks, because most test files need none.
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, escapeIdentifier } from 'pg'
import { PgBoss } from 'pg-boss'
import type { TestProject } from 'vitest/node'
import { stopOrphan } from '../../src/lib/db/cluster.ts'
import { startEmbedded } from '../../src/lib/db/embedded.ts'
import type { Embedded } from '../../src/lib/db/embedded.ts'
import { quiet } from '../../src/lib/db/log.ts'
import { ensureDatabase, migrateDatabase } from '../../src/lib/db/migrate.ts'
import type { DatabaseKind } from '../../src/lib/db/migrate.ts'
import { openPool, type Pool } from '../../src/lib/db/pool.ts'
import { isAlive } from '../../src/lib/db/lock.ts'
import { databaseUrl } from './server.ts'
import type { TestServer } from './server.ts'

const DIR = 'parlance-test-'
const PREFIX = 'parlance_t_'
const LEFTOVER_AFTER_MS = 3_600_000

/** In memory, if there is enough room, where databases are copied six times as fast. */
const MEMORY = '/dev/shm'
const ROOM_BYTES = 4_000_000_000
function home(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > ROOM_BYTES ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const run = new Run()
  const broker = createServer((_request, response) => {
    run.server().then(
      (server) => response.end(JSON.stringify(server)),
      (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.stack : String(error)),
    )
  })
  await new Promise<void>((resolve) => broker.listen(0, '127.0.0.1', resolve))
  project.provide('testDatabases', `http://127.0.0.1:${(broker.address() as AddressInfo).port}`)
  return async () => {
    broker.closeAllConnections()
    broker.close()
    await run.end()
  }
}

class Run {
  // Two test files of the same process may start at the same moment.
  readonly #prefix = `${PREFIX}${Date.now().toString(36)}_${process.pid}_${randomBytes(2).toString('hex')}_`
  #started: Promise<TestServer> | undefined
  #embedded: Embedded | undefined
  #dir: string | undefined

  server(): Promise<TestServer> {
    this.#started ??= this.#start()
    return this.#started
  }

  async #start(): Promise<TestServer> {
    const given = process.env['TEST_DATABASE_URL']
    const adminUrl = given ?? (await this.#startEmbedded())
    if (given) await dropOld(given)
    const templates = { identity: `${this.#prefix}identity`, region: `${this.#prefix}region` }
    await Promise.all([
      makeTemplate(adminUrl, 'identity', templates.identity),
      makeTemplate(adminUrl, 'region', templates.region),
    ])
    return { adminUrl, templates, prefix: this.#prefix }
  }

  async #startEmbedded(): Promise<string> {
    await sweepLeftovers()
    const dir = mkdtempSync(join(home(), `${DIR}${process.pid}-`))
    this.#dir = dir
    // The database account passes through this directory when the tests run as root.
    chmodSync(dir, 0o711)
    // Test data does not have to survive a power cut.
    const settings = {
      fsync: 'off',
      full_page_writes: 'off',
      synchronous_commit: 'off',
      wal_level: 'minimal',
      max_wal_senders: '0',
      max_wal_size: '256MB',
      // A shared server, and one with extra nodes in each worker, hold some hundred connections.
      max_connections: '600',
    }
    this.#embedded = await startEmbedded({ dataDir: dir, log: quiet, settings })
    return this.#embedded.url('postgres')
  }

  async end(): Promise<void> {
    const server = await this.#started?.catch(() => undefined)
    if (server && !this.#embedded) {
      await dropWhere(server.adminUrl, (name) => name.startsWith(this.#prefix))
    }
    await this.#embedded?.stop()
    if (this.#dir) rmSync(this.#dir, { recursive: true, force: true })
  }
}

async function makeTemplate(adminUrl: string, kind: DatabaseKind, name: string): Promise<void> {
  await ensureDatabase(adminUrl, name)
  const pool = openPool(databaseUrl(adminUrl, name), { max: 1, applicationName: 'parlance test template' })
  try {
    await migrateDatabase(pool, kind)
    if (kind === 'region') await installJobTables(pool)
  } finally {
    await pool.end()
  }
}

// Installing them takes longer than copying them with the rest.
async function installJobTables(pool: Pool): Promise<void> {
  const db = { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) }
  const boss = new PgBoss({ db, supervise: false, schedule: false })
  await boss.start()
  await boss.stop({ graceful: false })
}

// A killed run leaves its directory behind, and for a moment its server.
async function sweepLeftovers(): Promise<void> {
  for (const place of new Set([tmpdir(), home()])) await sweepIn(place)
}

async function sweepIn(place: string): Promise<void> {
  for (const name of readdirSync(place)) {
    const pid = name.startsWith(DIR) ? Number(name.slice(DIR.length).split('-')[0]) : 0
    if (!pid || isAlive(pid)) continue
    const dir = join(place, name)
    // Directories of another account stay for its next run.
    if (statSync(dir, { throwIfNoEntry: false })?.uid !== process.getuid?.()) continue
    await stopOrphan(join(dir, 'postgres'), quiet)
    rmSync(dir, { recursive: true, force: true })
  }
}

async function dropOld(adminUrl: string): Promise<void> {
  await dropWhere(adminUrl, (name) => {
    const started = Number.parseInt(name.slice(PREFIX.length).split('_')[0] ?? '', 36)
    return Date.now() - started > LEFTOVER_AFTER_MS
  })
}

async function dropWhere(adminUrl: string, unwanted: (name: string) => boolean): Promise<void> {
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const found = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [PREFIX],
    )
    for (const { datname } of found.rows) {
      if (unwanted(datname)) await client.query(`drop database if exists ${escapeIdentifier(datname)} with (force)`)
    }
  } finally {
    await client.end()
  }
}
