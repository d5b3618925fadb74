// Wires knowledge to where its vectors come from and are searched.
import { relevant } from '@parlance/core/knowledge/fusion'
import { createOpenAiEmbedder, type Endpoint } from './adapters/openai/embeddings.ts'
import { openEngine } from './adapters/usearch/engine.ts'
import { createVectorIndex } from './adapters/usearch/usearch.ts'
import type { Agents } from './modules/agents/agents.ts'
import type { Billing } from './modules/billing/billing.ts'
import { createCharge } from './modules/knowledge/knowledge.credits.ts'
import { EmbedError } from './modules/knowledge/knowledge.port.ts'
import { createKnowledge, type KnowledgeDeps } from './modules/knowledge/knowledge.ts'
import { vectorStore } from './modules/knowledge/search.store.ts'
import type { Workspaces } from './modules/workspaces/workspaces.ts'
import { MIN_CHUNK_SIZE, VG_STARTER } from '@parlance/core/agents/agents'
import type { Ctx } from './platform/ctx.ts'
import type { Logger } from './platform/log.ts'
import type { ProviderKey, Settings } from './platform/settings.ts'

export interface KnowledgeWiring {
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
  const face = createKnowledge({
    embedder: createOpenAiEmbedder({ endpointFor: endpointFor(deps), model: deps.settings.embeddingModel }),
    vectors: createVectorIndex({ store: vectorStore, engine }),
    agents: { settingsOf: settingsOf(deps.agents) },
    jobs: { enqueue: deps.enqueue },
    charge: createCharge(deps.billing),
  })
  /** What a turn gives to its model: only passages that have something to do with the question. */
  const search = async (ctx: Ctx, query: { agentId: string; query: string; limit: number }) =>
    relevant(await face.search(ctx, query)).map(({ docId, title, text, score }) => ({ docId, title, text, score }))
  return { face, search }
}

/** The same order as for language models: the workspace's own key, the platform's, the sandbox. */
const endpointFor =
  (deps: KnowledgeWiring) =>
  async (ctx: Ctx, workspaceId: string): Promise<Endpoint> => {
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
    if (deps.sandboxModel) return { ...deps.sandboxModel, sandbox: true }
    throw new EmbedError(
      'refused',
      'No OpenAI key is configured, which search by meaning needs. Words are searched all the same.',
    )
  }

const settingsOf = (agents: Agents) => async (ctx: Ctx, agentId: string) => {
  const config = (await agents.forTurn(ctx, agentId, { draft: false }))?.config
  return {
    maxChunkSize: Math.max(MIN_CHUNK_SIZE, config?.vgOptions?.maxChunkSize ?? VG_STARTER.vgOptions.maxChunkSize),
    dimensions: config?.vg_kbDefaultDimension ?? VG_STARTER.vg_kbDefaultDimension,
  }
}
