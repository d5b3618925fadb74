import { testCtx } from '../../modules/knowledge/testing.ts'
import { vectorStore } from '../../modules/knowledge/retrieval/search.repository.ts'
import { freshDatabases } from '../../../test/helpers/databases.ts'
import { conformsToVectorIndex } from '../../../test/helpers/vectors.ts'
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
