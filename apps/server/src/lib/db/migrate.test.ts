import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, escapeIdentifier } from 'pg'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabases, testServer } from '../../../test/helpers/databases.ts'
import { databaseUrl } from '../../../test/helpers/server.ts'
import { ensureDatabase, migrateDatabase } from './migrate.ts'
import { openPool } from './pool.ts'
import type { Pool } from './pool.ts'
import { testAll } from '../../../../../scripts/test-tier.ts'

const server = await testServer()
const dbs = await freshDatabases()
const made: string[] = []
let folder: string
let pools: Pool[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  const name = `${server.prefix}migrate${made.length}`
  made.push(name)
  await ensureDatabase(server.adminUrl, name)
  pools = [1, 2, 3].map(() => openPool(databaseUrl(server.adminUrl, name), { max: 2, applicationName: 'migrate test' }))
})
afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.end()))
  rmSync(folder, { recursive: true, force: true })
})
afterAll(async () => {
  const admin = new Client({ connectionString: server.adminUrl })
  await admin.connect()
  for (const name of made) await admin.query(`drop database ${escapeIdentifier(name)} with (force)`)
  await admin.end()
})

function write(name: string, ...statements: string[]): void {
  mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, name, 'migration.sql'), statements.join('--> statement-breakpoint\n'))
}
const migrate = (index: number) => migrateDatabase(pools[index] as Pool, 'region', folder)
const applied = async () =>
  (
    await (pools[0] as Pool).query<{ name: string }>('select name from drizzle.__drizzle_migrations order by id')
  ).rows.map((row) => row.name)

test('applies each migration once when nodes start together', async () => {
  write('20260101000000_one', 'create table one (id int)', 'insert into one values (1)')
  write('20260102000000_two', 'insert into one values (2)')
  await Promise.all([migrate(0), migrate(1), migrate(2)])
  const { rows } = await (pools[0] as Pool).query<{ id: number }>('select id from one order by id')
  expect(rows.map((row) => row.id)).toEqual([1, 2])
  expect(await applied()).toEqual(['20260101000000_one', '20260102000000_two'])
})

test('applies a migration from a parallel branch with an earlier date', async () => {
  write('20260103000000_late', 'create table late (id int)')
  await migrate(0)
  write('20260102000000_early', 'create table early (id int)')
  await migrate(0)
  await migrate(0)
  expect(await applied()).toEqual(['20260103000000_late', '20260102000000_early'])
})

test('leaves nothing behind when a migration fails, which can be repeated', async () => {
  write('20260101000000_one', 'create table one (id int)')
  write('20260102000000_bad', 'create table bad (id int)', 'select 1/0')
  await expect(migrate(0)).rejects.toThrow()
  const { rows } = await (pools[0] as Pool).query("select to_regclass('one') as one, to_regclass('bad') as bad")
  expect(rows[0]).toEqual({ one: null, bad: null })
  write('20260102000000_bad', 'create table bad (id int)')
  await migrate(0)
  expect(await applied()).toHaveLength(2)
})

testAll('lets a migration take longer than statements of the pool may', { timeout: 60_000 }, async () => {
  const url = databaseUrl(server.adminUrl, made.at(-1) ?? '')
  const pool = openPool(url, { max: 1, applicationName: 'migrate test', statementTimeoutMs: 500 })
  pools.push(pool)
  write('20260101000000_slow', 'select pg_sleep(11)')
  await migrateDatabase(pool, 'region', folder)
  expect(await applied()).toEqual(['20260101000000_slow'])
})

test('tolerates creating a database twice, also concurrently', async () => {
  const name = `${server.prefix}ensured`
  made.push(name)
  await Promise.all([1, 2, 3].map(() => ensureDatabase(server.adminUrl, name)))
  await ensureDatabase(server.adminUrl, name)
})

// Statements that a process of the previous version can't cope with.
const BREAKS = [
  /ADD COLUMN (?:(?!DEFAULT|GENERATED|;).)* NOT NULL(?:(?!DEFAULT|GENERATED|;).)*;/is,
  /ALTER COLUMN "[^"]+" SET NOT NULL/i,
  /DROP (?:COLUMN|TABLE)|RENAME (?:COLUMN|TO)/i,
]
/** Versions that no longer run next to this one, or that a later migration repairs. */
const MENDED: Readonly<Record<string, string>> = {
  '20261121165047_knowledge_languages': 'drops a computed column and adds it again',
  '20261122024416_messages_words': 'made good by messages_of_before',
}

test('keeps everything that a process of the previous version needs to store', () => {
  const broken = (['identity', 'region'] as const).flatMap((plane) => {
    const home = join(import.meta.dirname, '../../migrations', plane)
    return readdirSync(home).filter((name) => {
      const text = readFileSync(join(home, name, 'migration.sql'), 'utf8')
      return text.split('--> statement-breakpoint').some((one) => BREAKS.some((pattern) => pattern.test(`${one};`)))
    })
  })
  expect(broken).toEqual(Object.keys(MENDED))
})

test('sets the workspace of messages whose process does not', async () => {
  const { pool } = dbs.eu
  const conversation = (id: string, workspace: string) =>
    `insert into conversations (id, workspace_id, agent_id, channel, visitor_hash, visitor, started_at, last_message_at) values ('${id}', '${workspace}', 'a', 'widget', 'h', '', now(), now())`
  const messages = (values: string) =>
    `insert into messages (conversation_id, seq, id, turn_id, author, items, status, at) ${values}`
  const message = (id: string, seq: number) =>
    `('${id}', ${seq}, '${id}${seq}', '', 'user', '[{"type":"text","text":"Guten Tag"}]', 'complete', now())`
  // The first message is stored by the statement that makes its conversation, as turns are accepted.
  await pool.query(`with c as (${conversation('c1', 'w1')}) ${messages(`values ${message('c1', 1)}`)}`)
  await pool.query(
    `with said as (${messages(`values ${message('c2', 1)}`)}), begun as (${conversation('c2', 'w2')}) select 1`,
  )
  await pool.query(messages(`values ${message('c1', 2)}, ${message('c2', 2)}, ${message('c1', 3)}`))
  const { rows } = await pool.query<{ id: string; workspace_id: string }>(
    'select id, workspace_id from messages order by id',
  )
  expect(rows.map((row) => `${row.id} ${row.workspace_id}`)).toEqual(['c11 w1', 'c12 w1', 'c13 w1', 'c21 w2', 'c22 w2'])
})

test('keeps five seats for workspaces from when that was the default', async () => {
  const client = await dbs.na.pool.connect()
  const workspace = (uid: string) =>
    `insert into workspaces (uid, owner_id, personal, email, owner_verified, joined_at, workspace_name, secret_hash, sealed_secret)
     values ('${uid}', 'o', false, 'o@example.test', true, now(), 'W', '${uid}', '')`
  const home = join(import.meta.dirname, '../../migrations/region')
  const name = readdirSync(home).find((folderName) => folderName.endsWith('_seats')) ?? ''
  const statements = readFileSync(join(home, name, 'migration.sql'), 'utf8').split('--> statement-breakpoint')
  try {
    await client.query('begin')
    await client.query('alter table workspaces drop column default_seats')
    await client.query(workspace('before'))
    for (const statement of statements) await client.query(statement)
    await client.query(workspace('later'))
    const { rows } = await client.query('select uid, default_seats from workspaces order by uid')
    expect(rows).toEqual([
      { uid: 'before', default_seats: 5 },
      { uid: 'later', default_seats: 1 },
    ])
  } finally {
    await client.query('rollback')
    client.release()
  }
})
