import type { GivenRole } from '@parlance/contract/lib/roles'
import type { KeyVerdict, SpeechKeyProvider } from '@parlance/contract/workspaces/key-test'
import type { KeyProvider, OfferedModels } from '@parlance/contract/workspaces/schemas'
import type { Ctx } from '../../lib/ctx.ts'
import type { ProviderKey } from '../../lib/settings.ts'

export interface ModelList {
  /** Models available to a workspace, and the default one. */
  readonly list: (ctx: Ctx, workspaceId: string) => Promise<OfferedModels>
}

export interface KeyCheck {
  /**
   * Asks a model for one token, or a speech provider for one word, with this key; `baseUrl` '' means the provider's own
   * server. Never rejects.
   */
  readonly check: (provider: KeyProvider, key: ProviderKey, model?: string) => Promise<KeyVerdict>
  /** Speech providers that the platform has a key of. */
  readonly platformSpeech: readonly SpeechKeyProvider[]
}

export interface Invitation {
  readonly to: string
  readonly workspaceId: string
  readonly invitedAt: Date
  /** Address of the inviter; the owner's if the workspace secret was used. */
  readonly inviter: string
  readonly workspace: string
  readonly role: GivenRole
}
export interface LogMail {
  readonly to: string
  readonly workspace: string
  readonly type: string
  readonly content: string
  readonly channel: string
  readonly agent: string
  readonly at: Date
}
export interface Notice {
  readonly to: string
  readonly workspace: string
  readonly subject: string
  readonly html: string
}

/** Resolve once the mail server of the context's region took the mail. */
export interface WorkspaceMails {
  readonly invitation: (ctx: Ctx, mail: Invitation) => Promise<void>
  readonly notice: (ctx: Ctx, mail: Notice) => Promise<void>
  readonly log: (ctx: Ctx, mail: LogMail) => Promise<void>
}

/** Titles by id, for agents of the context's workspace only. */
export type AgentTitles = (ctx: Ctx, agentIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
