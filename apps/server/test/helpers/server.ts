// The contract between the run's setup and its test files about the database server.
import type { DatabaseKind } from '../../src/lib/db/migrate.ts'

/** What a test file needs to create its databases. */
export type TestServer = {
  /** A database that tests connect to in order to create others. */
  adminUrl: string
  /** Migrated databases to copy. */
  templates: Record<DatabaseKind, string>
  /** The prefix of every database of this run. */
  prefix: string
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Address that starts the server on the first request and returns a TestServer. */
    testDatabases: string
  }
}

/** The URL of another database of the same server. */
export function databaseUrl(adminUrl: string, name: string): string {
  const [base, query] = adminUrl.split('?')
  return `${base?.replace(/\/[^/]*$/, '')}/${name}${query ? `?${query}` : ''}`
}
