// Who may look at a conversation.
import type { Person } from '@parlance/contract/conversations/schemas'
import { sha256 } from '../../lib/crypto.ts'
import type { Actor } from '../../lib/ctx.ts'

/** Whoever owns the agent, and what acts for them. */
export const isStaff = (actor: Actor): boolean => actor.kind !== 'visitor' && actor.kind !== 'nobody'

/** Visitors read the name: no whole address of somebody who gave none. */
export const personNamed = ({ kind, id, name, email }: Person & { readonly email: string }): Person => ({
  kind,
  id,
  name: name || email.slice(0, email.indexOf('@')),
})

/** Whoever can speak as a person; undefined for secrets and visitors. */
export function personOf(actor: Actor): Person | undefined {
  if (actor.kind === 'session') return personNamed({ ...actor, kind: 'user', id: actor.userId })
  // An agency's admin of no org has no account: all who come in as that are one.
  if (actor.kind === 'client') return personNamed({ ...actor, id: actor.clientId || actor.agencyId })
  return undefined
}

/** A visitor sees what their key began; whoever owns the agent sees all of it. The caller has checked the agent. */
export const maySee = (actor: Actor, visitorHash: string, visitorId?: string): boolean =>
  actor.kind === 'visitor'
    ? sha256(actor.key) === visitorHash
    : actor.kind === 'nobody'
      ? visitorId !== undefined && sha256(visitorId) === visitorHash
      : true
