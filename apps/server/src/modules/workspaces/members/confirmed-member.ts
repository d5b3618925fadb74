// Whether a stored membership belongs to the account that asks.
import type { Role } from '@parlance/contract/lib/roles'
import type { Ctx } from '../../../lib/ctx.ts'

/**
 * Nobody becomes a member by signing up under somebody else's address: an invited one counts once it is confirmed, and the
 * owner is the account that made the workspace, not whoever has its address after that account ended or got another one.
 */
export const isConfirmedMember = ({ actor }: Pick<Ctx, 'actor'>, role: Role, ownerId: string): boolean =>
  actor.kind !== 'session' || (role === 'owner' ? actor.userId === ownerId : actor.emailVerified)
