// Whether a stored membership belongs to the account that asks.
import type { Role } from '@parlance/contract/lib/roles'
import type { Ctx } from '../../../lib/ctx.ts'

/**
 * Signing up with another person's address must not give access: an invited address counts once it is confirmed, and
 * the owner is the account that created the workspace, not a later holder of its address.
 */
export const isConfirmedMember = ({ actor }: Pick<Ctx, 'actor'>, role: Role, ownerId: string): boolean =>
  actor.kind !== 'session' || (role === 'owner' ? actor.userId === ownerId : actor.emailVerified)
