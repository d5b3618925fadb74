// Who may look at a conversation.
import { sha256 } from '../../lib/crypto.ts'
import type { Actor } from '../../lib/ctx.ts'

/** Whoever owns the agent, and what acts for them. */
export const isStaff = (actor: Actor): boolean => actor.kind !== 'visitor' && actor.kind !== 'nobody'

/** A visitor sees what their key began; whoever owns the agent sees all of it. The caller has checked the agent. */
export const maySee = (actor: Actor, visitorHash: string, visitorId?: string): boolean =>
  actor.kind === 'visitor'
    ? sha256(actor.key) === visitorHash
    : actor.kind === 'nobody'
      ? visitorId !== undefined && sha256(visitorId) === visitorHash
      : true
