// Builds what visitors attach: kept by files, voice notes written out by whoever has a key, paid through holds of the ledger.
import { createTranscriber } from './adapters/openai/transcription.ts'
import type { Agents } from './modules/agents/service.ts'
import type { Billing } from './modules/billing/service.ts'
import { type Attachments, createAttachments } from './modules/conversations/attachments.ts'
import type { Files } from './modules/files/service.ts'
import { createCharge } from './modules/knowledge/charge.ts'
import type { Workspaces } from './modules/workspaces/service.ts'
import type { Ctx } from './lib/ctx.ts'
import type { Logger } from './lib/log.ts'
import type { ProviderKey, Settings } from './lib/settings.ts'

export interface AttachmentsWiring {
  readonly settings: Settings
  readonly log: Logger
  readonly sandbox: { readonly model: ProviderKey | undefined }
  readonly guardedFetch: typeof fetch
  readonly agents: Pick<Agents, 'forTurn'>
  readonly billing: Pick<Billing, 'balance' | 'lockBalances' | 'holdMany' | 'yieldable' | 'makeRoom' | 'settleMany'>
  readonly files: Files
  readonly workspaces: Pick<Workspaces, 'providerKey'>
}

const OPENAI = 'https://api.openai.com/v1'
const USUAL_MODEL = 'whisper-1'

export const wireAttachments = (deps: AttachmentsWiring): Attachments =>
  createAttachments({
    files: deps.files,
    forTurn: deps.agents.forTurn,
    transcriber: createTranscriber({
      endpointFor: endpointFor(deps),
      model: deps.settings.transcriptionModel ?? USUAL_MODEL,
    }),
    // A visitor waits for the text of their note.
    charge: createCharge(deps.billing, 'waiting'),
    creditValueUsd: deps.settings.creditValueUsd,
    log: deps.log,
  })

/** The workspace's own key, the platform's, the sandbox. */
const endpointFor =
  ({ workspaces, settings, guardedFetch, sandbox }: AttachmentsWiring) =>
  async (ctx: Ctx, workspaceId: string) => {
    const own = await workspaces.providerKey(ctx, workspaceId, 'openai')
    if (own) {
      const typed = own.baseUrl !== ''
      const fetcher = typed ? { fetch: guardedFetch } : {}
      return { apiKey: own.apiKey, baseUrl: own.baseUrl || OPENAI, sandbox: false, own: true, ...fetcher }
    }
    const platform = settings.models.openai
    if (platform) return { ...platform, sandbox: false, own: false }
    return sandbox.model && { ...sandbox.model, sandbox: true, own: false }
  }
