import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client } from 'pg'
import { sourcePath } from '../paths.ts'
import { connectWithoutLimit, pgError } from './pool.ts'
import type { Pool } from './pool.ts'

/** Identity holds workspace users; a region holds everything their workspaces own. */
export type DatabaseKind = 'identity' | 'region'

const MIGRATIONS = sourcePath('migrations')

// Our own advisory lock, so that nodes that start together take turns.
const LOCK = 7_275_273_041

const DUPLICATE_DATABASE = '42P04'
const UNDEFINED_TABLE = '42P01'
const UNIQUE_VIOLATION = '23505'

/** Applies missing migrations, all or none; safe on concurrent starts. A newer database is left alone. */
export async function migrateDatabase(pool: Pool, kind: DatabaseKind, folder = join(MIGRATIONS, kind)): Promise<void> {
  const wanted = migrationsIn(folder)
  if (wanted.length === 0 || (await isCurrent(pool, wanted))) return
  // Rewriting a large table and waiting for another node may take long.
  const client = await connectWithoutLimit(pool)
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await migrate(drizzle({ client }), { migrationsFolder: folder })
  } finally {
    // Ends the lock too.
    await client.end()
  }
}

function migrationsIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).filter((name) => existsSync(join(folder, name, 'migration.sql')))
}

async function isCurrent(pool: Pool, wanted: string[]): Promise<boolean> {
  try {
    const { rows } = await pool.query<{ name: string }>('select name from drizzle.__drizzle_migrations')
    const applied = new Set(rows.map((row) => row.name))
    return wanted.every((name) => applied.has(name))
  } catch (error) {
    if (pgError(error)?.code === UNDEFINED_TABLE) return false
    throw error
  }
}

/** Creates the database unless it exists. `adminUrl` is another one of the server; nobody may use `template`. */
export async function ensureDatabase(adminUrl: string, name: string, template?: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl, application_name: 'parlance setup' })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name])
    if (found.rowCount) return
    const from = template ? ` template ${client.escapeIdentifier(template)}` : ''
    await client.query(`create database ${client.escapeIdentifier(name)}${from}`)
  } catch (error) {
    const code = pgError(error)?.code
    // Another node created it concurrently; either code may result.
    if (code !== DUPLICATE_DATABASE && code !== UNIQUE_VIOLATION) throw error
  } finally {
    await client.end()
  }
}
