// Updates workspaces and memberships when an account changes its address or is deleted.
import type { Ctx } from '../../lib/ctx.ts'
import type { Audit } from '../audit/service.ts'
import { deleteWorkspace } from './delete-workspace.ts'
import * as repository from './members/repository.ts'
import { workspacesOwnedBy } from './repository.ts'
import { endAllGrantsBy } from './support/support-access.ts'

export interface AccountChanges {
  /** Moves the person's workspaces and memberships in the region to the new address. Idempotent. */
  readonly accountMoved: (
    ctx: Ctx,
    move: { readonly userId: string; readonly before: string; readonly after: string; readonly at: string },
  ) => Promise<void>
  /**
   * Deletes the person's workspaces in the region, memberships elsewhere, and support access they granted. What a next
   * holder of the address made after `at` (ISO) is kept. Idempotent.
   */
  readonly accountDeleted: (
    ctx: Ctx,
    gone: { readonly userId: string; readonly email: string; readonly pseudonym: string; readonly at: string },
  ) => Promise<void>
}

export interface AccountChangesDeps {
  readonly forgetKeys: (ctx: Ctx, uid: string) => void
  readonly audit: Pick<Audit, 'record'>
  readonly onAccessEnded: () => void
}

/** Updates members and invitations after an account changed its address. Idempotent. */
export const accountMoved: AccountChanges['accountMoved'] = (ctx, { userId, before, after, at }) =>
  ctx.tx((tx) => repository.changeAddress(tx.db, userId, { before, after, at: new Date(at) }))

export const createAccountChanges = ({
  forgetKeys,
  audit,
  onAccessEnded: ended,
}: AccountChangesDeps): AccountChanges => ({
  accountMoved,
  async accountDeleted(ctx, { userId, email, pseudonym, at }) {
    const left = new Date(at)
    for (const { uid } of await workspacesOwnedBy(ctx.db, userId)) {
      await ctx.tx(async (tx) => {
        if (!(await repository.lockWorkspace(tx.db, uid))) return
        await deleteWorkspace(tx, uid)
      })
      forgetKeys(ctx, uid)
    }
    await endAllGrantsBy(ctx, { email, name: pseudonym, left }, audit)
    await ctx.tx(async (tx) => {
      await repository.removeFromAllWorkspaces(tx.db, email, left)
      await repository.renameInviter(tx.db, email, pseudonym, left)
    })
    ended()
  },
})
