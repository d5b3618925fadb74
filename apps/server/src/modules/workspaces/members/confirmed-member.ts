// Whether a stored membership belongs to the account that asks.
import type { Role } from '@parlance/contract/lib/roles'
import type { Ctx } from '../../../lib/ctx.ts'

/** An address alone gives no access: an invited one must be confirmed, the owner is who made the workspace. */
export const isConfirmedMember = ({ actor }: Pick<Ctx, 'actor'>, role: Role, ownerId: string): boolean =>
  actor.kind !== 'session' || (role === 'owner' ? actor.userId === ownerId : actor.emailVerified)
