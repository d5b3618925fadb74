// What the run's setup and its test files agree on about the test database server.
import type { DatabaseKind } from '../../src/lib/db/migrate.ts'

/** What a test file needs to make databases of its own. */
export type TestServer = {
  /** A database of the server that tests may connect to in order to create others. */
  adminUrl: string
  /** Migrated databases to copy. */
  templates: Record<DatabaseKind, string>
  /** Every database of this run begins so. */
  prefix: string
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Address that starts the server on the first request and answers a TestServer. */
    testDatabases: string
  }
}

/** The URL of another database of the same server. */
export function databaseUrl(adminUrl: string, name: string): string {
  const [base, query] = adminUrl.split('?')
  return `${base?.replace(/\/[^/]*$/, '')}/${name}${query ? `?${query}` : ''}`
}
