import type { CssCheck } from '@parlance/contract/agents/css'
import type { AgentConfig, AgentOwned, OpenConfig } from '@parlance/contract/agents/schemas'
import type { Tool } from '@parlance/contract/tools/schemas'
import type { MessageDescriptor } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'

/** Tools of the workspace's library by their ids; unknown ids are left out. */
export type LibraryTools = (ctx: Ctx, workspaceId: string, ids: readonly string[]) => Promise<readonly Tool[]>

/** Called before publishing if `publishGuard` is `refuse`; returns why to refuse. Slow: never in a transaction. */
export type PublishGate = (
  ctx: Ctx,
  agentId: string,
  copies: {
    readonly config: AgentConfig
    readonly published: AgentConfig
    /** With all changes; undefined if there are none. */
    readonly draft: AgentConfig | undefined
  },
) => Promise<MessageDescriptor | undefined>

/** The pictures that a stored configuration shows. */
export interface Pictures {
  /** Keeps them for an agent or a template. */
  readonly use: (
    tx: Ctx,
    user: { readonly workspaceId: string; readonly agentId: string },
    config: unknown,
  ) => Promise<void>
  /** Deletes pictures that nobody else uses. */
  readonly leave: (tx: Ctx, agentId: string) => Promise<void>
}

/** Sanitizes owners' CSS for visitors. Never rejects. */
export interface CssCleaner {
  /** CSS that is safe for visitors: it fetches nothing and only affects the chat. */
  readonly clean: (css: string) => Promise<string>
  readonly check: (css: string) => Promise<CssCheck>
}

/** Notifies an outside system of a new agent, without its secrets. Failures are ignored. */
export type NewAgentHook = (agent: OpenConfig & Omit<AgentOwned, 'SECRET_API_KEY'>) => Promise<void>
