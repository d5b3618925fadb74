// What happens in the product, as plain data. subscriptions.ts says who hears what.
import type { Region } from '@parlance/core/kit/regions'

export type DomainEvent =
  | { type: 'account.created'; userId: string; email: string; name: string; region: Region }
  | { type: 'account.verified'; userId: string; email: string; name: string; region: Region }
  /**
   * A password reset proved an address that nobody had proved: whoever made the account may have been somebody else, and
   * keeps what they saw of it. `renewal` names this one occasion.
   */
  | { type: 'account.recovered'; userId: string; region: Region; renewal: string }
  | { type: 'workspace.created'; workspaceId: string }
  /** After the workspace's own secret was renewed. `at`: milliseconds since 1970. */
  | { type: 'workspace.recovered'; workspaceId: string; renewal: string; at: number }
  /** `at`: milliseconds since 1970. `copyOf`: the agent it was duplicated from. */
  | { type: 'agent.created'; workspaceId: string; agentId: string; at: number; copyOf?: string }
  | { type: 'agent.updated'; workspaceId: string; agentId: string }
  | { type: 'agent.published'; workspaceId: string; agentId: string }
  | { type: 'agent.deleted'; workspaceId: string; agentId: string }
  | { type: 'conversation.deleted'; conversationIds: readonly string[] }
  /**
   * A visitor, or the agent for them, asked for a human: `handoff_requested` at endpoints. `at`: milliseconds since 1970.
   * `begins`: the conversation began with it.
   */
  | {
      type: 'handoff.requested'
      workspaceId: string
      agentId: string
      conversationId: string
      at: number
      begins?: true
    }
  /** A visitor left a message because no human came: `form_submitted`. */
  | { type: 'form.submitted'; workspaceId: string; agentId: string; conversationId: string }
  | { type: 'document.saved'; workspaceId: string; agentId: string; docId: string }
  /** A document became ready, changed or went. */
  | { type: 'knowledge.changed'; workspaceId: string; agentId: string }
export type EventType = DomainEvent['type']
