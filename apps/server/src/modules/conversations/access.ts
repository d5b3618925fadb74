import type { Person } from '@parlance/contract/conversations/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { sha256 } from '../../lib/crypto.ts'
import type { Actor, Ctx } from '../../lib/ctx.ts'
import { type ConversationRow, findConversation } from './repository.ts'

/** Workspace members and callers that act for them. */
export const isStaff = (actor: Actor): boolean => actor.kind !== 'visitor' && actor.kind !== 'nobody'

/** Visitors see this name, so it never shows a whole e-mail address. */
export const personNamed = ({ kind, id, name, email }: Person & { readonly email: string }): Person => ({
  kind,
  id,
  name: name || email.slice(0, email.indexOf('@')),
})

/** The org of a client user; undefined for workspace members. */
export const orgOf = ({ actor }: Pick<Ctx, 'actor'>): string | undefined =>
  actor.kind === 'client' && !actor.isAdmin ? actor.orgId : undefined

/** Actors that can speak as a person; undefined for secrets and visitors. */
export function personOf(actor: Actor): Person | undefined {
  if (actor.kind === 'session') return personNamed({ ...actor, kind: 'user', id: actor.userId })
  // An agency's admin without an org has no account: all of them count as one person.
  if (actor.kind === 'client') return personNamed({ ...actor, id: actor.clientId || actor.agencyId })
  return undefined
}

/** @throws FORBIDDEN for actors that can't speak as a person. */
export function speakingPerson(actor: Actor): Person {
  const person = personOf(actor)
  if (!person) throw new AppError('FORBIDDEN')
  return person
}

/** A visitor sees the conversations of their key; the agent's team sees all. The caller has checked the agent. */
export const maySee = (actor: Actor, visitorHash: string, visitorId?: string): boolean =>
  actor.kind === 'visitor'
    ? sha256(actor.key) === visitorHash
    : actor.kind === 'nobody'
      ? visitorId !== undefined && sha256(visitorId) === visitorHash
      : true

interface ConversationRef {
  readonly agentId: string
  readonly conversationId: string
}

/** @throws NOT_FOUND for an unknown conversation, or one of another agent. */
export async function requireConversation(
  ctx: Ctx,
  { agentId, conversationId }: ConversationRef,
): Promise<ConversationRow> {
  const row = await findConversation(ctx.db, agentId, conversationId)
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

/** @throws NOT_FOUND also for another visitor's conversation. */
export async function requireVisibleConversation(ctx: Ctx, conversation: ConversationRef): Promise<ConversationRow> {
  const row = await requireConversation(ctx, conversation)
  if (!maySee(ctx.actor, row.visitor_hash)) throw new AppError('NOT_FOUND')
  return row
}
