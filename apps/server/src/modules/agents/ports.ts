// What agents need of others: the tool library, tests that guard a publication, and the hook that hears of new agents.
import type { CssCheck } from '@parlance/contract/agents/css'
import type { AgentConfig, AgentOwned, OpenConfig } from '@parlance/contract/agents/schemas'
import type { Tool } from '@parlance/contract/tools/schemas'
import type { MessageDescriptor } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'

/** Tools of the workspace's library by their ids; unknown ids are left out. */
export type LibraryTools = (ctx: Ctx, workspaceId: string, ids: readonly string[]) => Promise<readonly Tool[]>

/**
 * Asked before a configuration is published by an agent whose `publishGuard` is `refuse`. Answers why it may not be, or
 * undefined. Not asked within a transaction: it may take as long as tests take.
 */
export type PublishGate = (
  ctx: Ctx,
  agentId: string,
  copies: { readonly config: AgentConfig; readonly published: AgentConfig },
) => Promise<MessageDescriptor | undefined>

/** The one way on which an owner's CSS comes to visitors. Neither call fails, whatever the text. */
export interface CssCleaner {
  /** What may be handed to visitors: fetches nothing from elsewhere, and stays inside the chat. */
  readonly clean: (css: string) => Promise<string>
  /** The same, with what was removed and why. */
  readonly check: (css: string) => Promise<CssCheck>
}

/** Tells an outside system of a new agent, without its secrets. What it answers, and whether it does, changes nothing. */
export type NewAgentHook = (agent: OpenConfig & Omit<AgentOwned, 'SECRET_API_KEY'>) => Promise<void>
