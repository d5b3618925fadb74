// What becomes of workspaces and memberships when an account gets another address, or ends.
import type { Ctx } from '../../lib/ctx.ts'
import type { Audit } from '../audit/service.ts'
import * as repository from './members/repository.ts'
import { ownedBy } from './repository.ts'
import { endGrantsOf } from './support/support-access.ts'

export interface AccountChanges {
  /** The person's workspaces and memberships of the region follow to the new address. Harmless when repeated. */
  readonly accountMoved: (
    ctx: Ctx,
    move: { readonly userId: string; readonly before: string; readonly after: string; readonly at: string },
  ) => Promise<void>
  /**
   * Deletes what the person owned in the region, the personal workspace too, each as its owner would have, and takes them out
   * of the workspaces of others, where what they let in as support ends with them. What somebody who has the address since
   * `at`, the ISO time of the end, made or let in is theirs. Harmless when repeated.
   */
  readonly accountDeleted: (
    ctx: Ctx,
    gone: { readonly userId: string; readonly email: string; readonly pseudonym: string; readonly at: string },
  ) => Promise<void>
}

export interface AccountChangesDeps {
  /** Told once a workspace and its provider keys are gone. */
  readonly forgetKeys: (ctx: Ctx, uid: string) => void
  readonly audit: Pick<Audit, 'record'>
  /** Told once somebody lost access, so that what they read live ends. */
  readonly ended: () => void
}

/** Lets members and invitations follow an account to its new address. Harmless to repeat. */
export const accountMoved: AccountChanges['accountMoved'] = (ctx, { userId, before, after, at }) =>
  ctx.tx((tx) => repository.moveAddress(tx.db, userId, { before, after, at: new Date(at) }))

export const createAccountChanges = ({ forgetKeys, audit, ended }: AccountChangesDeps): AccountChanges => ({
  accountMoved,
  async accountDeleted(ctx, { userId, email, pseudonym, at }) {
    const left = new Date(at)
    for (const { uid } of await ownedBy(ctx.db, userId)) {
      await ctx.tx(async (tx) => {
        if (!(await repository.lock(tx.db, uid))) return
        await repository.remove(tx.db, uid)
        await tx.emit({ type: 'workspace.deleted', workspaceId: uid })
      })
      forgetKeys(ctx, uid)
    }
    await endGrantsOf(ctx, { email, name: pseudonym, left }, audit)
    await ctx.tx(async (tx) => {
      await repository.dropEverywhere(tx.db, email)
      await repository.rename(tx.db, email, pseudonym, left)
    })
    ended()
  },
})
