import { Client } from 'pg'
import { expect, test } from 'vitest'
import { freshDatabases, testServer } from './databases.ts'

const dbs = await freshDatabases()
const others = await freshDatabases()

test('gives each call its own databases', async () => {
  for (const handle of [dbs.eu, dbs.na, dbs.identity, others.eu]) {
    await handle.pool.query('create table mine (id int primary key)')
    await handle.pool.query('insert into mine values (1)')
  }
  const urls = [...Object.values(dbs.urls), ...Object.values(others.urls)]
  expect(new Set(urls).size).toBe(6)
  const { rows } = await others.eu.db.execute<{ n: number }>('select count(*) as n from mine')
  expect(rows[0]?.n).toBe(1)
})

test('migrates a region with its extensions', async () => {
  const { rows } = await dbs.na.pool.query<{ extname: string }>('select extname from pg_extension')
  expect(rows.map((row) => row.extname)).toEqual(expect.arrayContaining(['pg_trgm', 'unaccent', 'citext']))
})

test('creates all databases on the server of the run', async () => {
  const server = await testServer()
  const admin = new Client({ connectionString: server.adminUrl })
  await admin.connect()
  const { rows } = await admin.query<{ n: number }>(
    'select count(*)::int as n from pg_database where starts_with(datname, $1)',
    [server.prefix],
  )
  await admin.end()
  expect(rows[0]?.n).toBeGreaterThanOrEqual(8)
})
