import { describe, expect, it } from 'vitest'
import { migrateDatabase } from '../../lib/db/migrate.ts'
import { openDb, openPool } from '../../lib/db/pool.ts'
import { testCtx } from '../../modules/knowledge/testing.ts'
import { vectorStore } from '../../modules/knowledge/retrieval/search.repository.ts'
import { freshDatabases } from '../../../test/helpers/databases.ts'
import { conformsToVectorIndex, vectorOf } from '../../../test/helpers/vectors.ts'
import { createPgvectorIndex } from './pgvector.ts'
import { preferPgvector } from './prefer-pgvector.ts'

/** An empty database on a server with the extension; the built-in server lacks it. */
const url = process.env['PGVECTOR_DATABASE_URL']
const pool = url ? openPool(url, { max: 4, applicationName: 'parlance test' }) : (await freshDatabases()).eu.pool
if (url) await migrateDatabase(pool, 'region')
const ctx = testCtx(openDb(pool))
const index = createPgvectorIndex({ store: vectorStore, patienceMs: 60_000 })
const isThere = await index.prepare(ctx)

describe('without pgvector', () => {
  it.skipIf(isThere)('falls back to another vector search', async () => {
    const asked: number[] = []
    const chosen = preferPgvector(index, { search: async (_ctx, { k }) => (asked.push(k), []) })
    const query = { agentId: 'a', model: 'm', vector: vectorOf(1, 8), k: 3 }
    await chosen.search(ctx, query)
    await chosen.search(ctx, query)
    expect(asked).toEqual([3, 3])
  })
})

if (isThere) conformsToVectorIndex('pgvector', { pool, index, ctx })
else
  describe.skip('vectors searched by pgvector: set PGVECTOR_DATABASE_URL to try them', () => {
    it.todo('finds them')
  })
