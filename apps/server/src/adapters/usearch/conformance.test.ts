import { testCtx } from '../../modules/knowledge/knowledge.testing.ts'
import { vectorStore } from '../../modules/knowledge/search.store.ts'
import { freshDatabases } from '../../testing/databases.ts'
import { conformsToVectorIndex } from '../../testing/vectors.ts'
import { javascriptEngine, usearchEngine } from './engine.ts'
import { createVectorIndex } from './usearch.ts'

const { eu } = await freshDatabases()
const ctx = testCtx(eu.db)
const native = await usearchEngine()
conformsToVectorIndex('usearch', {
  pool: eu.pool,
  ctx,
  index: createVectorIndex({ store: vectorStore, engine: native }),
})
conformsToVectorIndex('the plain engine', {
  pool: eu.pool,
  ctx,
  index: createVectorIndex({ store: vectorStore, engine: javascriptEngine }),
})
conformsToVectorIndex('usearch without memory', {
  pool: eu.pool,
  ctx,
  index: createVectorIndex({ store: vectorStore, engine: native, capBytes: 1 }),
})
