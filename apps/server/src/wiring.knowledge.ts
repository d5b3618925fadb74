// Wires knowledge to where its sources are read, its vectors come from and are searched.
import { tmpdir } from 'node:os'
import { createSentenceEmbedder } from './adapters/universal-sentence-encoder/embedder.ts'
import { createIngest } from './adapters/ingest/ingest.ts'
import { createOpenAiEmbedder, type Endpoint } from './adapters/openai/embeddings.ts'
import { createPgvectorIndex } from './adapters/pgvector/pgvector.ts'
import { preferPgvector } from './adapters/pgvector/prefer.ts'
import { openEngine } from './adapters/usearch/engine.ts'
import { createVectorIndex } from './adapters/usearch/usearch.ts'
import { createPageReader } from './adapters/web/page-reader.ts'
import type { Agents } from './modules/agents/service.ts'
import type { Billing } from './modules/billing/service.ts'
import { assertRoom } from './modules/files/storage-quota.ts'
import { createCharge } from './modules/knowledge/charge.ts'
import { createKnowledge, type KnowledgeDeps } from './modules/knowledge/service.ts'
import { vectorStore } from './modules/knowledge/retrieval/search.repository.ts'
import type { Workspaces } from './modules/workspaces/service.ts'
import { MIN_CHUNK_SIZE, VG_STARTER } from '@parlance/contract/agents/schemas'
import type { Ctx } from './lib/ctx.ts'
import type { Logger } from './lib/log.ts'
import { checkAddress } from './lib/outbound/guarded-fetch.ts'
import type { Storage } from './lib/storage/storage.ts'
import type { ProviderKey, Settings } from './lib/settings.ts'
import { roomOf } from './wiring.files.ts'

export interface KnowledgeWiring extends Pick<KnowledgeDeps, 'trash'> {
  readonly storage: Storage
  readonly settings: Settings
  readonly log: Logger
  readonly sandboxModel: ProviderKey | undefined
  readonly guardedFetch: typeof fetch
  readonly agents: Agents
  readonly billing: Billing
  readonly workspaces: Workspaces
  readonly enqueue: KnowledgeDeps['jobs']['enqueue']
}

export async function wireKnowledge(deps: KnowledgeWiring) {
  const engine = await openEngine((error) =>
    deps.log.warn({ err: error }, 'vectors are compared without the native library'),
  )
  const allow = deps.settings.outboundAllow
  const ingest = createIngest()
  const pages = createPageReader({
    parsePage: ingest.parsePage,
    allow,
    publicUrl: () => deps.settings.publicUrl,
    tempDir: tmpdir(),
    onRefused: (reason) => deps.log.info({ reason }, 'a page was refused'),
  })
  const sentenceEmbedder = createSentenceEmbedder()
  const face = createKnowledge({
    parser: ingest,
    pages,
    storage: deps.storage,
    trash: deps.trash,
    checkAddress: (address) => checkAddress(address, { allow }),
    embedder: createOpenAiEmbedder({
      endpointFor: endpointFor(deps),
      model: deps.settings.embeddingModel,
      otherwise: sentenceEmbedder,
    }),
    vectors: preferPgvector(
      createPgvectorIndex({ store: vectorStore }),
      createVectorIndex({ store: vectorStore, engine }),
    ),
    agents: {
      settingsOf: settingsOf(deps.agents),
      exists: async (ctx, agentId) => (await deps.agents.workspaceOf(ctx, agentId)) === ctx.workspaceId,
      titles: deps.agents.titles,
    },
    jobs: { enqueue: deps.enqueue },
    charge: createCharge(deps.billing),
    room: (tx, size) => assertRoom(tx, { workspaceId: tx.workspaceId, size }, roomOf(deps.settings)),
  })
  const close = async () => {
    await face.close()
    await ingest.close()
    await sentenceEmbedder.close()
  }
  return { face, search: face.passages, pages, parser: ingest, close }
}

/** The workspace's own key, the platform's; none for the encoder in this server. The sandbox answers where that is asked for. */
const endpointFor =
  (deps: KnowledgeWiring) =>
  async (ctx: Ctx, workspaceId: string): Promise<Endpoint | undefined> => {
    const own = await deps.workspaces.providerKey(ctx, workspaceId, 'openai')
    const platform = deps.settings.models.openai
    if (own) {
      const typed = own.baseUrl !== ''
      return {
        apiKey: own.apiKey,
        baseUrl: typed ? own.baseUrl : 'https://api.openai.com/v1',
        sandbox: false,
        ...(typed ? { fetch: deps.guardedFetch } : {}),
      }
    }
    if (platform) return { ...platform, sandbox: false }
    const simulated = deps.settings.embeddings === 'simulator' ? deps.sandboxModel : undefined
    return simulated && { ...simulated, sandbox: true }
  }

const settingsOf = (agents: Agents) => async (ctx: Ctx, agentId: string) => {
  const config = (await agents.forTurn(ctx, agentId, { draft: false }))?.config
  return {
    maxChunkSize: Math.max(MIN_CHUNK_SIZE, config?.vgOptions?.maxChunkSize ?? VG_STARTER.vgOptions.maxChunkSize),
    dimensions: config?.vg_kbDefaultDimension ?? VG_STARTER.vg_kbDefaultDimension,
  }
}
