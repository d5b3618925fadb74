// Runs changes to a workspace under its lock, after checking the caller's role again.
import { AppError } from '@parlance/contract/lib/errors'
import { roleAtLeast, type Role } from '@parlance/contract/lib/roles'
import type { Person } from '@parlance/contract/workspaces/members'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import * as repository from './members/repository.ts'
import type { WorkspaceRow } from './repository.ts'

type LockedWork<T> = (tx: Ctx, row: WorkspaceRow) => Promise<T>
type ActingMember = Person & { readonly emailVerified: boolean }

/**
 * Locks the workspace, members, keys and secrets, then checks the caller again, because the access rule ran before:
 * people by their role, bearers by the current secret. System actors pass, API keys do not. @throws NOT_FOUND,
 * FORBIDDEN, UNAUTHORIZED
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
  else if (actor.kind === 'agency') await tx.assertStill?.(tx)
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
