import {
  chooseModel,
  DEFAULT_MODEL,
  KNOWN_MODELS,
  modelId,
  type ModelKeys,
  payerOf,
  rateOf,
  METER_DEFAULTS,
  type PaidBy,
} from '../../modules/billing/index.ts'
import { CREDENTIAL_PROVIDERS, type CredentialProvider, type OfferedModel } from '@parlance/contract/workspaces/schemas'
import { z } from 'zod'
import type { ModelList } from '../../modules/workspaces/ports.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { memoize } from '../../lib/memoize.ts'
import type { ModelBaseUrls, ProviderKey } from '../../lib/settings.ts'

export interface ListingOptions {
  readonly platform: Partial<Record<CredentialProvider, ProviderKey>>
  readonly sandbox: ProviderKey | undefined
  readonly ownKey: (ctx: Ctx, workspaceId: string, provider: CredentialProvider) => Promise<ProviderKey | undefined>
  /** For URLs that users typed: refuses addresses inside our network. */
  readonly guardedFetch: typeof fetch
  /** Where keys without an address are used; the providers' own when absent. */
  readonly baseUrls?: ModelBaseUrls | undefined
  readonly creditValueUsd?: number
  readonly keyPatienceMs?: number
}

export interface Choice {
  readonly provider: CredentialProvider
  readonly name: string
  readonly paidBy: PaidBy
}

export interface ModelListing extends ModelList {
  /** The model that answers for a name; undefined when no key serves one. */
  readonly choose: (ctx: Ctx, workspaceId: string, asked: string) => Promise<Choice | undefined>
}

const KEPT_MS = 5 * 60_000
const TIMEOUT_MS = 5000
const MOST_LISTED = 500
/** With its provider in front, a name still fits into an agent's settings. */
const MOST_CHARS = 150

export function createModelListing(options: ListingOptions): ModelListing {
  // A server that gave no list is asked again next time.
  const listed = memoize(
    { ttlMs: KEPT_MS, max: 1000, key: (key: ProviderKey) => `${key.baseUrl}|${key.apiKey}` },
    (key) => namesOf(options.guardedFetch, key),
  )
  const rates = { ...METER_DEFAULTS, ...(options.creditValueUsd ? { creditValueUsd: options.creditValueUsd } : {}) }

  const keysOf = async (ctx: Ctx, workspaceId: string): Promise<ModelKeys> => {
    const own = await Promise.all(CREDENTIAL_PROVIDERS.map((one) => options.ownKey(ctx, workspaceId, one)))
    return {
      own: CREDENTIAL_PROVIDERS.filter((_, index) => own[index] !== undefined),
      platform: CREDENTIAL_PROVIDERS.filter((one) => options.platform[one] !== undefined),
      sandbox: options.sandbox !== undefined,
    }
  }
  const ofOwnServer = async (ctx: Ctx, workspaceId: string): Promise<readonly string[] | undefined> => {
    const key = await options.ownKey(ctx, workspaceId, 'openai-compatible')
    return key && listed(key)
  }
  const chooseWith = async (ctx: Ctx, workspaceId: string, asked: string, keys: ModelKeys) => {
    const chosen = chooseModel(asked, keys)
    if ((chosen && chosen.paidBy !== 'sandbox') || asked !== DEFAULT_MODEL) return chosen
    const name = (await ofOwnServer(ctx, workspaceId))?.[0]
    return name === undefined ? chosen : ({ provider: 'openai-compatible', name, paidBy: 'ownKey' } satisfies Choice)
  }
  const offered = ({ provider, name, paidBy }: Choice): OfferedModel => ({
    id: modelId({ provider, name }),
    name,
    provider,
    paidBy,
    price: rateOf(name, paidBy, rates),
  })

  return {
    choose: async (ctx, workspaceId, asked) => chooseWith(ctx, workspaceId, asked, await keysOf(ctx, workspaceId)),
    async list(ctx, workspaceId) {
      const keys = await keysOf(ctx, workspaceId)
      const known = (['openai', 'anthropic', 'google'] as const).flatMap((provider) => {
        const paidBy = payerOf(provider, keys)
        // The sandbox answers under every name; one provider's list is enough.
        if (!paidBy || (paidBy === 'sandbox' && provider !== 'openai')) return []
        return KNOWN_MODELS[provider].map((name) => offered({ provider, name, paidBy }))
      })
      const hasServer = keys.own.includes('openai-compatible')
      const names = hasServer ? await ofOwnServer(ctx, workspaceId) : []
      const answers = await chooseWith(ctx, workspaceId, DEFAULT_MODEL, keys)
      return {
        items: [
          ...known,
          ...(names ?? []).map((name) => offered({ provider: 'openai-compatible', name, paidBy: 'ownKey' })),
        ],
        default: { asked: DEFAULT_MODEL, answers: answers ? offered(answers) : null },
        unlisted: names === undefined ? ['openai-compatible'] : [],
      }
    },
  }
}

const Models = z.object({ data: z.array(z.unknown()) })
const Named = z.object({
  id: z
    .string()
    .min(1)
    .max(MOST_CHARS)
    .regex(/^\P{Cc}+$/u),
})

async function namesOf(
  fetcher: typeof fetch,
  { baseUrl, apiKey }: ProviderKey,
): Promise<readonly string[] | undefined> {
  try {
    const response = await fetcher(`${baseUrl.replace(/\/+$/, '')}/models`, {
      headers: { ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}), accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) {
      await response.body?.cancel()
      return undefined
    }
    const { data } = Models.parse(await response.json())
    const names = data.slice(0, MOST_LISTED).flatMap((one) => Named.safeParse(one).data?.id ?? [])
    return [...new Set(names)]
  } catch {
    return undefined
  }
}
