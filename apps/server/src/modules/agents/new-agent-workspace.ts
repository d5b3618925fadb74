import { AppError } from '@parlance/contract/lib/errors'
import { roleAtLeast, type Role } from '@parlance/contract/lib/roles'
import { msg } from '@parlance/i18n/messages'
import type { Actor, Ctx } from '../../lib/ctx.ts'
import type { Pictures } from './ports.ts'

export interface Membership {
  /** Nothing is kept when absent. */
  readonly pictures?: Pictures
  readonly roleOf: (ctx: Ctx, workspaceId: string, email: string) => Promise<Role | undefined>
  /** The personal workspace of the calling session. */
  readonly personalOf: (ctx: Ctx) => Promise<string>
  /** Runs `work` in a transaction that locks the workspace, if the caller is still an admin. */
  readonly runAsAdmin?: <T>(ctx: Ctx, workspaceId: string, work: (tx: Ctx) => Promise<T>) => Promise<T>
  /** Whether the workspace exists; locked until the transaction ends. Assumed when absent. */
  readonly keepWorkspace?: (ctx: Ctx, workspaceId: string) => Promise<boolean>
}

/**
 * The actor's workspace, or another that a session may edit. @throws FORBIDDEN; NOT_FOUND for agent keys and client
 * users
 */
export async function workspaceForNew(ctx: Ctx, { roleOf, personalOf }: Membership, asked = ''): Promise<string> {
  const { actor } = ctx
  if (actor.kind === 'nobody' || actor.kind === 'visitor') throw new AppError('UNAUTHORIZED')
  if (actor.kind === 'agent' || actor.kind === 'client') throw new AppError('NOT_FOUND')
  if (actor.kind === 'session') {
    if (!asked) return ctx.workspaceId || (await personalOf(ctx))
    if (asked === ctx.workspaceId) return asked
    const role = await roleOf(ctx, asked, actor.email)
    if (role !== undefined && roleAtLeast(role, 'editor')) return asked
    throw foreign()
  }
  if (asked && asked !== actor.workspaceId) throw foreign()
  return actor.workspaceId
}

export const foreign = () => new AppError('FORBIDDEN', msg('agent_of_other_workspace'))

export function authorOf(actor: Actor): string {
  switch (actor.kind) {
    case 'session':
      return actor.name || actor.email
    case 'client':
      return actor.name || actor.email || 'Agency admin'
    case 'workspace':
      return 'Workspace key'
    case 'agency':
      return 'Agency key'
    case 'agent':
      return 'Agent key'
    default:
      return 'System'
  }
}
