// What leads need of conversations.
import type { Values } from '@parlance/contract/agents/variables'
import type { Ctx } from '../../lib/ctx.ts'

/** What the visitor of a conversation told of themselves. */
export interface VisitorDetails {
  readonly variables: Values
  /** Of a visitor whose page vouches for who they are. */
  readonly signed?: { readonly name: string; readonly email: string }
  /** The address in a message that was left because no human came; empty without one. */
  readonly leftEmail: string
}

/** Undefined for a conversation that is gone, of which nothing is kept, or with which owners try out their agent. */
export type ReadVisitorDetails = (
  ctx: Ctx,
  of: { readonly agentId: string; readonly conversationId: string },
) => Promise<VisitorDetails | undefined>
