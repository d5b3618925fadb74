// Owns the databases of a server: identity and one per region, each by URL or on the built-in server.
import type { Region } from '@parlance/contract/lib/regions'
import { startEmbedded } from './embedded.ts'
import type { Embedded } from './embedded.ts'
import type { DbLog } from './log.ts'
import { ensureDatabase, migrateDatabase } from './migrate.ts'
import type { DatabaseKind } from './migrate.ts'
import { openDb, openPool } from './pool.ts'
import type { Db, Pool } from './pool.ts'

export type Handle = { pool: Pool; db: Db; url: string }

export type DatabasesConfig = {
  /** Data directory of the built-in server; unused when every URL is given. */
  dataDir: string
  /** URLs of the operator's own databases. Missing ones use the built-in server. */
  urls?: { eu?: string | undefined; na?: string | undefined; identity?: string | undefined }
  regions: readonly Region[]
  log: DbLog
  maxConnections?: number
}

export type Databases = {
  identity: Handle
  /** Only the served regions are enumerable; asking for another one throws. */
  region: Record<Region, Handle>
  embedded: boolean
  close(): Promise<void>
}

type Wanted = { name: 'identity' | Region; kind: DatabaseKind; url: string | undefined }

/** Opens and migrates all databases in parallel. The caller holds the lock of the data directory. */
export async function openDatabases(config: DatabasesConfig): Promise<Databases> {
  const regions: Wanted[] = config.regions.map((name) => ({ name, kind: 'region', url: config.urls?.[name] }))
  const wanted: Wanted[] = [{ name: 'identity', kind: 'identity', url: config.urls?.identity }, ...regions]
  const server = wanted.some((one) => !one.url)
    ? await startEmbedded({ dataDir: config.dataDir, log: config.log })
    : undefined
  const opened: Handle[] = []
  let closing = false
  const close = async () => {
    closing = true
    await Promise.all(opened.map((handle) => handle.pool.end()))
    await server?.stop()
  }
  const openOne = async (one: Wanted): Promise<[string, Handle]> => {
    const url = one.url ?? (await embeddedUrl(server, `parlance_${one.name}`))
    const pool = openPool(url, {
      max: config.maxConnections ?? 20,
      applicationName: 'parlance',
      // The whole error would include the connection; while closing, a lost connection is expected.
      onIdleError: ({ message }) => {
        if (!closing) config.log.warn({ database: one.name, reason: message }, 'a database connection failed')
      },
    })
    const handle: Handle = { pool, db: openDb(pool), url }
    opened.push(handle)
    await migrateDatabase(pool, one.kind)
    return [one.name, handle]
  }
  const results = await Promise.allSettled(wanted.map(openOne))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) {
    await close()
    throw failed.reason
  }
  const handles = new Map(results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])))
  const identity = handles.get('identity')
  if (!identity) throw new Error('The identity database was not opened.')
  return { identity, region: byRegion(handles), embedded: server !== undefined, close }
}

function byRegion(handles: Map<string, Handle>): Record<Region, Handle> {
  const entry = (name: Region): PropertyDescriptor => {
    const value = handles.get(name)
    if (value) return { value, enumerable: true }
    return {
      get() {
        throw new Error(`This server does not serve the region ${name}.`)
      },
    }
  }
  return Object.create(null, { eu: entry('eu'), na: entry('na') })
}

async function embeddedUrl(server: Embedded | undefined, database: string): Promise<string> {
  if (!server) throw new Error(`There is no URL for ${database} and no built-in server.`)
  await ensureDatabase(server.url('postgres'), database)
  return server.url(database)
}
