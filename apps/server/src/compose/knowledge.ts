import { tmpdir } from 'node:os'
import { MIN_CHUNK_SIZE, VG_STARTER } from '@parlance/contract/agents/schemas'
import { createSentenceEmbedder } from '../adapters/universal-sentence-encoder/embedder.ts'
import { createIngest } from '../adapters/ingest/ingest.ts'
import { createOpenAiEmbedder } from '../adapters/openai/embeddings.ts'
import { createPgvectorIndex } from '../adapters/pgvector/pgvector.ts'
import { preferPgvector } from '../adapters/pgvector/prefer-pgvector.ts'
import { openEngine } from '../adapters/usearch/engine.ts'
import { createVectorIndex } from '../adapters/usearch/usearch.ts'
import { createPageReader } from '../adapters/web/page-reader.ts'
import type { createBillingModule } from '../modules/billing/index.ts'
import { type StorageQuota, assertWithinQuota } from '../modules/files/index.ts'
import { createCharge, createKnowledgeModule, vectorStore } from '../modules/knowledge/index.ts'
import type { createTrashModule } from '../modules/trash/index.ts'
import type { createWorkspacesModule } from '../modules/workspaces/index.ts'
import type { Base, Module } from './base.ts'
import type { Models } from './models.ts'
import type { Agents } from './agents.ts'

interface Needs {
  readonly billing: Module<typeof createBillingModule>
  readonly trash: Module<typeof createTrashModule>
  readonly agents: Agents['agents']
  readonly publishedAgent: Agents['publishedAgent']
  readonly openAiFor: Models['openAiFor']
  readonly storageQuota: StorageQuota
  readonly workspaces: Module<typeof createWorkspacesModule>
}

export async function composeKnowledge(
  { settings, log, appOrigin, infrastructure }: Base,
  { billing, trash, agents, publishedAgent, openAiFor, storageQuota, workspaces }: Needs,
) {
  const { enqueue, sandbox, storage } = infrastructure
  const { outboundAllow: allow } = settings
  const parser = createIngest()
  const pages = createPageReader({
    parsePage: parser.parsePage,
    allow,
    appOrigin,
    tempDir: tmpdir(),
    onRefused: (reason) => log.info({ reason }, 'fetching a page failed'),
  })
  const localEmbedder = createSentenceEmbedder()
  const vectorEngine = await openEngine((error) =>
    log.warn({ err: error }, 'vectors are compared without the native library'),
  )
  const knowledge = createKnowledgeModule({
    parser,
    pages,
    storage,
    trash: trash.service,
    checkAddress: infrastructure.checkAddress,
    embedder: createOpenAiEmbedder({
      endpointFor: openAiFor(settings.embeddings === 'simulator' ? sandbox.model : undefined),
      model: settings.embeddingModel,
      otherwise: localEmbedder,
    }),
    vectors: preferPgvector(
      createPgvectorIndex({ store: vectorStore }),
      createVectorIndex({ store: vectorStore, engine: vectorEngine }),
    ),
    agents: {
      async settingsOf(ctx, agentId) {
        const { vgOptions, vg_kbDefaultDimension } = { ...VG_STARTER, ...(await publishedAgent(ctx, agentId))?.config }
        const maxChunkSize = vgOptions?.maxChunkSize ?? VG_STARTER.vgOptions.maxChunkSize
        return { maxChunkSize: Math.max(MIN_CHUNK_SIZE, maxChunkSize), dimensions: vg_kbDefaultDimension }
      },
      exists: async (ctx, agentId) => (await agents.service.workspaceOf(ctx, agentId)) === ctx.workspaceId,
      titles: agents.service.titles,
    },
    jobs: { enqueue },
    charge: createCharge(billing.service),
    assertCharacters: (tx, more, used) =>
      workspaces.service.assertWithinPlan(tx, tx.workspaceId, 'maxKbDocsCharCount', used, more),
    assertStorageQuota: (tx, size) => assertWithinQuota(tx, { workspaceId: tx.workspaceId, size }, storageQuota),
  })
  return { knowledge, pages, parser, localEmbedder }
}
export type Knowledge = Awaited<ReturnType<typeof composeKnowledge>>
