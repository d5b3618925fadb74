import type { Values } from '@parlance/contract/agents/variables'
import type { Ctx } from '../../lib/ctx.ts'

export interface VisitorDetails {
  readonly variables: Values
  /** Identity signed by the site. */
  readonly signed?: { readonly name: string; readonly email: string }
  /** The address in a message left for people; empty if there is none. */
  readonly leftEmail: string
}

/** Undefined for a deleted conversation, one without history, or a test. */
export type ReadVisitorDetails = (
  ctx: Ctx,
  of: { readonly agentId: string; readonly conversationId: string },
) => Promise<VisitorDetails | undefined>
