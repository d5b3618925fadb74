// Chooses the OpenAI-compatible endpoint of a workspace: its own key, the platform's, or the sandbox.
import type { Ctx } from '../../lib/ctx.ts'
import type { ProviderKey } from '../../lib/settings.ts'
import type { Endpoint } from './embeddings.ts'

const OPENAI = 'https://api.openai.com/v1'

export interface EndpointsDeps {
  readonly ownKey: (
    ctx: Ctx,
    workspaceId: string,
    provider: 'openai',
  ) => Promise<{ readonly apiKey: string; readonly baseUrl: string } | undefined>
  readonly platform: ProviderKey | undefined
  readonly sandbox: ProviderKey | undefined
  /** Where keys without an address are used; OpenAI's own when absent. */
  readonly baseUrl: string | undefined
  /** For base URLs that users entered. */
  readonly guardedFetch: typeof fetch
}

export type EndpointFor = (ctx: Ctx, workspaceId: string) => Promise<(Endpoint & { readonly own: boolean }) | undefined>

export const createEndpoints =
  ({ ownKey, platform, sandbox, baseUrl = OPENAI, guardedFetch }: EndpointsDeps): EndpointFor =>
  async (ctx, workspaceId) => {
    const own = await ownKey(ctx, workspaceId, 'openai')
    if (own) {
      const fetcher = own.baseUrl === '' ? {} : { fetch: guardedFetch }
      return { apiKey: own.apiKey, baseUrl: own.baseUrl || baseUrl, sandbox: false, own: true, ...fetcher }
    }
    if (platform) return { ...platform, sandbox: false, own: false }
    return sandbox && { ...sandbox, sandbox: true, own: false }
  }
