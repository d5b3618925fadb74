// Owns the databases of a test file: migrated, empty, unshared, and dropped afterwards.
import { randomBytes } from 'node:crypto'
import { Client, escapeIdentifier } from 'pg'
import { afterAll, inject } from 'vitest'
import type { Handle } from '../../src/lib/db/databases.ts'
import type { DatabaseKind } from '../../src/lib/db/migrate.ts'
import { openDb, openPool } from '../../src/lib/db/pool.ts'
import { databaseUrl } from './server.ts'
import type { TestServer } from './server.ts'

export type TestDatabases = {
  identity: Handle
  eu: Handle
  na: Handle
  /** As the configuration takes them. */
  urls: { identity: string; eu: string; na: string }
}

/** The database server of this test run, started when the first test file asks. */
export async function testServer(): Promise<TestServer> {
  const response = await fetch(inject('testDatabases'))
  if (!response.ok) throw new Error(`The test database server did not start: ${await response.text()}`)
  const server = (await response.json()) as TestServer
  return server
}

/**
 * Identity and both regions, freshly migrated. Call it at the top of a test file (`const dbs = await
 * freshDatabases()`); pools are closed and databases dropped after the file.
 */
export async function freshDatabases(): Promise<TestDatabases> {
  const { dbs, drop } = await makeDatabases()
  afterAll(drop)
  return dbs
}

/** Like `freshDatabases`, for callers that drop them themselves. */
export async function makeDatabases(): Promise<{ dbs: TestDatabases; drop: () => Promise<void> }> {
  const server = await testServer()
  const admin = new Client({ connectionString: server.adminUrl })
  await admin.connect()
  const made: { name: string; handle: Handle }[] = []
  const make = async (kind: DatabaseKind): Promise<Handle> => {
    const name = `${server.prefix}${randomBytes(6).toString('hex')}`
    // Copying files is far quicker than writing every page to the log.
    await admin.query(
      `create database ${escapeIdentifier(name)} template ${escapeIdentifier(server.templates[kind])} strategy file_copy`,
    )
    const url = databaseUrl(server.adminUrl, name)
    const pool = openPool(url, { max: 8, applicationName: 'parlance test' })
    const handle: Handle = { pool, db: openDb(pool), url }
    made.push({ name, handle })
    return handle
  }
  const drop = async () => {
    await Promise.all(made.map(({ handle }) => handle.pool.end()))
    for (const { name } of made) await admin.query(`drop database if exists ${escapeIdentifier(name)} with (force)`)
    await admin.end()
  }
  const identity = await make('identity')
  const eu = await make('region')
  const na = await make('region')
  return { dbs: { identity, eu, na, urls: { identity: identity.url, eu: eu.url, na: na.url } }, drop }
}
