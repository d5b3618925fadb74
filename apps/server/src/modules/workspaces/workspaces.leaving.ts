// What becomes of workspaces and memberships when an account gets another address, or ends.
import type { Ctx } from '../../platform/ctx.ts'
import * as store from './members.store.ts'
import { ownedBy } from './workspaces.store.ts'

export interface Leaving {
  /** The person's workspaces and memberships of the region follow to the new address. Harmless when repeated. */
  readonly accountMoved: (
    ctx: Ctx,
    move: { readonly userId: string; readonly before: string; readonly after: string; readonly at: string },
  ) => Promise<void>
  /**
   * Deletes what the person owned in the region, the personal workspace too, each as its owner would have, and takes them out
   * of the workspaces of others. Harmless when repeated.
   */
  readonly accountDeleted: (
    ctx: Ctx,
    gone: { readonly userId: string; readonly email: string; readonly pseudonym: string },
  ) => Promise<void>
}

export const createLeaving = (forgetKeys: (ctx: Ctx, uid: string) => void): Leaving => ({
  accountMoved: (ctx, { userId, before, after, at }) =>
    ctx.tx((tx) => store.moveAddress(tx.db, userId, { before, after, at: new Date(at) })),
  async accountDeleted(ctx, { userId, email, pseudonym }) {
    for (const { uid } of await ownedBy(ctx.db, userId)) {
      await ctx.tx(async (tx) => {
        if (!(await store.lock(tx.db, uid))) return
        await store.remove(tx.db, uid)
        await tx.emit({ type: 'workspace.deleted', workspaceId: uid })
      })
      forgetKeys(ctx, uid)
    }
    await ctx.tx(async (tx) => {
      await store.dropEverywhere(tx.db, email)
      await store.rename(tx.db, email, pseudonym)
    })
  },
})
