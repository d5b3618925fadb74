// Chooses the provider for a model name: the workspace's own key first, then the platform's, then the sandbox.
import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { NamedModel } from '../../modules/billing/index.ts'
import { AppError } from '@parlance/contract/lib/errors'
import { providerOf } from '@parlance/contract/workspaces/provider-of'
import type { CredentialProvider } from '@parlance/contract/workspaces/schemas'
import { LRUCache } from 'lru-cache'
import { msg } from '@parlance/i18n/messages'
import type { Model, Models } from '../../modules/conversations/ports.ts'
import type { ModelList } from '../../modules/workspaces/ports.ts'
import type { Ctx } from '../../lib/ctx.ts'
import type { ProviderKey } from '../../lib/settings.ts'
import { createKeyCheck, type ModelKeyCheck } from './check-key.ts'
import { createModelListing, type ListingOptions } from './list-models.ts'
import { streamModel } from './stream-model.ts'
import { withTextFastPath } from './text-fast-path.ts'

export function createModels(options: ListingOptions): Models & ModelList & { readonly check: ModelKeyCheck } {
  // Provider objects are cheap to keep but too costly to create on every turn.
  const ownBase = { ...DEFAULT_BASE, ...options.baseUrls }
  const made = new LRUCache<string, Promise<LanguageModelV4>>({ max: 500 })
  const language = (provider: CredentialProvider, key: ProviderKey, name: string, typed: boolean) => {
    const id = `${provider}|${key.baseUrl}|${key.apiKey}|${name}|${typed}`
    let model = made.get(id)
    if (!model) {
      model = makeLanguageModel(provider, key, name, typed ? options.guardedFetch : undefined)
      made.set(id, model)
    }
    return model
  }
  const wrap = async (name: string, paidBy: Model['paidBy'], language_: Promise<LanguageModelV4>): Promise<Model> => {
    const model = await language_
    return { name, paidBy, stream: (call, onText) => streamModel(model, call, onText) }
  }
  const open = async (ctx: Ctx, workspaceId: string, provider: CredentialProvider, name: string) => {
    const own = await options.ownKey(ctx, workspaceId, provider)
    if (own)
      return wrap(
        name,
        'ownKey',
        language(provider, { ...own, baseUrl: own.baseUrl || ownBase[provider] }, name, own.baseUrl !== ''),
      )
    const platform = options.platform[provider]
    return platform && wrap(name, 'platform', language(provider, platform, name, false))
  }
  const openSandbox = (sandbox: ProviderKey, { provider, name }: NamedModel) => {
    const played = provider === 'openai' ? name : 'sandbox'
    return wrap(played, 'sandbox', language('openai', sandbox, played, false))
  }
  const { list, choose } = createModelListing(options)
  return {
    list,
    check: createKeyCheck(options.guardedFetch, ownBase, options.keyPatienceMs, fetch),
    async open(ctx, workspaceId, asked) {
      const { provider, name } = providerOf(asked)
      const model = await open(ctx, workspaceId, provider, name)
      if (model) return model
      const chosen = await choose(ctx, workspaceId, asked)
      if (chosen?.paidBy === 'sandbox' && options.sandbox) return openSandbox(options.sandbox, chosen)
      const standIn = chosen && (await open(ctx, workspaceId, chosen.provider, chosen.name))
      if (standIn) return standIn
      throw new AppError('MODEL_UNAVAILABLE', msg('model_key_missing', { model: asked }))
    },
  }
}

const DEFAULT_BASE: Record<CredentialProvider, string> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  // The credential holds the URL.
  'openai-compatible': '',
}

/** Providers load on first use: most installations need one of them. */
async function makeLanguageModel(
  provider: CredentialProvider,
  key: ProviderKey,
  name: string,
  fetcher: typeof fetch | undefined,
): Promise<LanguageModelV4> {
  const common = { baseURL: key.baseUrl, apiKey: key.apiKey, ...(fetcher ? { fetch: fetcher } : {}) }
  if (provider === 'anthropic') return (await import('@ai-sdk/anthropic')).createAnthropic(common)(name)
  if (provider === 'google') return (await import('@ai-sdk/google')).createGoogleGenerativeAI(common)(name)
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  return createOpenAICompatible({
    ...common,
    fetch: withTextFastPath(fetcher),
    name: provider,
    includeUsage: true,
    // Other servers get `json_object` and the schema in words.
    supportsStructuredOutputs: provider === 'openai',
    transformRequestBody: forReasoningModels,
  })(name)
}

/** OpenAI's reasoning models take `max_completion_tokens` and no temperature. */
function forReasoningModels(body: Record<string, unknown>): Record<string, unknown> {
  if (!/^(o\d|gpt-5)/.test(String(body.model))) return body
  const { max_tokens, temperature: _, ...rest } = body
  return max_tokens === undefined ? rest : { ...rest, max_completion_tokens: max_tokens }
}
