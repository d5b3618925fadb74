// Stores chunks like the product, so that its own search can find them.
import type { createSentenceEmbedder } from '../../apps/server/src/adapters/universal-sentence-encoder/embedder.ts'
import { openEngine } from '../../apps/server/src/adapters/usearch/engine.ts'
import { createVectorIndex } from '../../apps/server/src/adapters/usearch/usearch.ts'
import { createSearch } from '../../apps/server/src/modules/knowledge/retrieval/search.ts'
import { vectorStore } from '../../apps/server/src/modules/knowledge/retrieval/search.repository.ts'
import { type BenchDatabase, completeAgent, insertDocument, WORKSPACE } from './database.ts'
import type { BenchChunk } from './questions.ts'

const DIMENSIONS = 512
const EMBEDDED_AT_ONCE = 200
/** Characters of a chunk that the product embeds. */
const EMBEDDED_CHARS = 6000

type Embedder = ReturnType<typeof createSentenceEmbedder>

export async function openSearch(embedder: Embedder) {
  const vectors = createVectorIndex({ store: vectorStore, engine: await openEngine(() => undefined) })
  const agents = { settingsOf: async () => ({ maxChunkSize: 0, dimensions: DIMENSIONS }) }
  return createSearch({ embedder, vectors, agents }, { reindex: async () => 0 })
}

/** Stores the chunks under an agent of that name. Returns the seconds spent on embedding. */
export async function fill(
  { pool, ctx }: BenchDatabase,
  embedder: Embedder,
  agentId: string,
  chunks: readonly BenchChunk[],
): Promise<number> {
  const started = performance.now()
  const model = await embedder.modelOf(ctx, { workspaceId: WORKSPACE, dimensions: DIMENSIONS })
  const texts = chunks.map(({ heading, text }) => (heading ? `${heading}\n\n${text}` : text).slice(0, EMBEDDED_CHARS))
  const vectors: Float32Array[] = []
  for (let from = 0; from < texts.length; from += EMBEDDED_AT_ONCE) {
    const some = texts.slice(from, from + EMBEDDED_AT_ONCE)
    vectors.push(
      ...(await embedder.embed(ctx, { workspaceId: WORKSPACE, dimensions: DIMENSIONS, texts: some })).vectors,
    )
  }
  const seconds = (performance.now() - started) / 1000
  const embedded = chunks.map((chunk, at) => ({ ...chunk, vector: vectors[at] ?? new Float32Array() }))
  for (const [id, parts] of Map.groupBy(embedded, ({ document }) => document))
    await insertDocument(pool, { id, agentId, model, title: parts[0]?.title ?? '', chunks: parts })
  await completeAgent(pool, agentId, chunks.length)
  return seconds
}
