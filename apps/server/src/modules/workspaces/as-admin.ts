// What only some of a workspace may change: looked up again once nobody else can change who that is.
import { AppError } from '@parlance/contract/lib/errors'
import { roleAtLeast, type Role } from '@parlance/contract/lib/roles'
import type { Person } from '@parlance/contract/workspaces/members'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import * as repository from './members/repository.ts'
import type { WorkspaceRow } from './repository.ts'

/** Work inside the transaction that holds the lock. */
type Locked<T> = (tx: Ctx, row: WorkspaceRow) => Promise<T>
/** The person of a session, as who they are by then. */
type By = Person & { readonly emailVerified: boolean }

/**
 * Runs `work` alone among those who change this workspace, its members, keys and secrets, if who asks may do it still: a
 * person by their role now, the bearer of its secret by the secret now. The access rule of the call looked before the lock;
 * whoever was removed, demoted or renewed since then comes too late. Our own work has no role and passes; API keys manage nothing.
 * @throws NOT_FOUND for a workspace that is gone or that the person does not belong to any more, FORBIDDEN, UNAUTHORIZED
 */
export const lockAs = <T>(ctx: Ctx, uid: string, least: Role, work: Locked<T>): Promise<T> =>
  ctx.tx(async (tx) => {
    const row = await repository.lock(tx.db, uid)
    if (!row) throw new AppError('NOT_FOUND')
    await assertStill(tx, row, least)
    return work(tx, row)
  })

/** The same for what people alone do, and what depends on who they are. */
export function lockAsPerson<T>(
  ctx: Ctx,
  uid: string,
  least: Role,
  work: (tx: Ctx, row: WorkspaceRow, by: By) => Promise<T>,
): Promise<T> {
  const { actor } = ctx
  if (actor.kind !== 'session') throw new AppError('FORBIDDEN')
  return ctx.tx(async (tx) => {
    const row = await repository.lock(tx.db, uid)
    if (!row) throw new AppError('NOT_FOUND')
    const by = await personNow(tx, uid, actor.email, least)
    return work(tx, row, { ...by, emailVerified: actor.emailVerified })
  })
}

async function assertStill(tx: Ctx, row: WorkspaceRow, least: Role): Promise<void> {
  const { actor } = tx
  if (actor.kind === 'system') return
  if (actor.kind === 'session') await personNow(tx, row.uid, actor.email, least)
  else if (!('workspaceId' in actor) || actor.workspaceId !== row.uid) throw new AppError('NOT_FOUND')
  else if (actor.kind !== 'workspace') throw new AppError('FORBIDDEN')
  else if (actor.keyId !== undefined) throw new AppError('FORBIDDEN', msg('api_key_not_accepted'))
  else if (actor.secretHash !== row.secretHash) throw new AppError('UNAUTHORIZED')
}

async function personNow(tx: Ctx, uid: string, email: string, least: Role): Promise<repository.MemberRow> {
  const member = await repository.find(tx.db, uid, email)
  if (!member) throw new AppError('NOT_FOUND')
  if (!roleAtLeast(member.role, least)) throw new AppError('FORBIDDEN')
  return member
}
