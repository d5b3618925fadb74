// Runs changes to a workspace under its lock, after checking the caller's role again.
import { AppError } from '@parlance/contract/lib/errors'
import { roleAtLeast, type Role } from '@parlance/contract/lib/roles'
import type { Person } from '@parlance/contract/workspaces/members'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import * as repository from './members/repository.ts'
import type { WorkspaceRow } from './repository.ts'

/** Runs in the transaction that holds the lock. */
type LockedWork<T> = (tx: Ctx, row: WorkspaceRow) => Promise<T>
/** The signed-in person with their current role. */
type ActingMember = Person & { readonly emailVerified: boolean }

/**
 * Runs `work` while the workspace, its members, keys and secrets are locked. The access rule of the call was checked
 * before the lock, so the caller is checked again: a person by their current role, the bearer of the secret by the
 * current
 * secret. System actors pass; API keys are refused.
 * @throws NOT_FOUND for a deleted workspace or a former member, FORBIDDEN, UNAUTHORIZED
 */
export const lockWorkspaceAs = <T>(ctx: Ctx, uid: string, minimumRole: Role, work: LockedWork<T>): Promise<T> =>
  ctx.tx(async (tx) => {
    const row = await repository.lockWorkspace(tx.db, uid)
    if (!row) throw new AppError('NOT_FOUND')
    await assertStillAllowed(tx, row, minimumRole)
    return work(tx, row)
  })

/** The same for calls that only people make; `work` receives the person. */
export function lockWorkspaceAsPerson<T>(
  ctx: Ctx,
  uid: string,
  minimumRole: Role,
  work: (tx: Ctx, row: WorkspaceRow, by: ActingMember) => Promise<T>,
): Promise<T> {
  const { actor } = ctx
  if (actor.kind !== 'session') throw new AppError('FORBIDDEN')
  return ctx.tx(async (tx) => {
    const row = await repository.lockWorkspace(tx.db, uid)
    if (!row) throw new AppError('NOT_FOUND')
    const by = await currentMember(tx, uid, actor.email, minimumRole)
    return work(tx, row, { ...by, emailVerified: actor.emailVerified })
  })
}

async function assertStillAllowed(tx: Ctx, row: WorkspaceRow, least: Role): Promise<void> {
  const { actor } = tx
  if (actor.kind === 'system') return
  if (actor.kind === 'session') await currentMember(tx, row.uid, actor.email, least)
  else if (!('workspaceId' in actor) || actor.workspaceId !== row.uid) throw new AppError('NOT_FOUND')
  else if (actor.kind !== 'workspace') throw new AppError('FORBIDDEN')
  else if (actor.keyId !== undefined) throw new AppError('FORBIDDEN', msg('api_key_not_accepted'))
  else if (actor.secretHash !== row.secretHash) throw new AppError('UNAUTHORIZED')
}

async function currentMember(tx: Ctx, uid: string, email: string, least: Role): Promise<repository.MemberRow> {
  const member = await repository.find(tx.db, uid, email)
  if (!member) throw new AppError('NOT_FOUND')
  if (!roleAtLeast(member.role, least)) throw new AppError('FORBIDDEN')
  return member
}
