// Owns the personal workspace that every account gets on its first visit, and the free credits that go with it.
import type { Account } from '@parlance/contract/accounts/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import type { Ctx } from '../../lib/ctx.ts'
import { renewedKey, sha256, type Vault } from '../../lib/crypto.ts'
import type { Billing } from '../billing/service.ts'
import { setOwnerVerified } from './members/repository.ts'
import { newWorkspace, SECRET_PLACE } from './new-workspace.ts'
import { revokeAll } from './api-keys/repository.ts'
import * as repository from './repository.ts'

export { SECRET_PLACE }
export type Person = Pick<Account, 'id' | 'email' | 'name' | 'emailVerified'>

export interface PersonalWorkspacesDeps {
  readonly billing: Billing
  readonly vault: Vault
  /** Free credits come without a verified e-mail: the sandbox, where nobody pays for them. */
  readonly creditsAtOnce: boolean
}
/** Told once the provider keys of a workspace are gone. */
type Forget = (ctx: Ctx, uid: string) => void

export interface PersonalWorkspaces {
  /** The uid of the person's own workspace in this region, made on first use. Free credits come as soon as they are due. */
  readonly ensurePersonal: (ctx: Ctx, person: Person) => Promise<string>
  /**
   * Gives the workspaces that the person owns in this region secrets of this renewal, deletes the provider keys and
   * revokes the API keys that somebody else may have made there, and says so with `workspace.recovered`. Repeating it changes nothing.
   */
  readonly renewSecret: (ctx: Ctx, ownerId: string, renewal: string) => Promise<void>
  /** Refills the free plans that are due; answers how many it refilled: a mailbox has one refill, however many accounts. */
  readonly refillDue: (ctx: Ctx) => Promise<number>
}

const REFILL_BATCH = 200

export function createPersonalWorkspaces(
  { billing, vault, creditsAtOnce }: PersonalWorkspacesDeps,
  forgetKeys: Forget,
): PersonalWorkspaces {
  /** Gives what is due now and remembers that the owner is verified; usually there is nothing to do, which costs nothing. */
  const refresh = async (ctx: Ctx, row: repository.WorkspaceRow, verifiedNow: boolean): Promise<boolean> => {
    if (verifiedNow && !row.ownerVerified) await setOwnerVerified(ctx.db, row.ownerId)
    const verified = creditsAtOnce || verifiedNow || row.ownerVerified
    if (!verified || row.stripeSubscriptionId !== '' || !isDue(row, ctx.now())) return false
    return ctx.tx(async (tx) => {
      const at = await billing.grantFree(tx, { workspaceId: row.uid, email: row.email, verified })
      if (at !== undefined) await repository.setFreeAt(tx.db, row.uid, new Date(at * 1000))
      return at !== undefined
    })
  }

  const make = (ctx: Ctx, person: Person): Promise<string> =>
    ctx.tx(async (tx) => {
      const row = await repository.insertPersonal(tx.db, newWorkspace(tx, vault, personalOf(person)))
      if (!row) {
        // A parallel first visit was faster, and its workspace is committed.
        const first = await repository.findPersonal(tx.db, person.id)
        if (!first) throw new AppError('UNAVAILABLE')
        return first.uid
      }
      await billing.open(tx, row.uid)
      await refresh(tx, row, person.emailVerified)
      await tx.emit({ type: 'workspace.created', workspaceId: row.uid })
      return row.uid
    })

  return {
    async ensurePersonal(ctx, person) {
      const row = await repository.findPersonal(ctx.db, person.id)
      if (!row) return make(ctx, person)
      await refresh(ctx, row, person.emailVerified)
      return row.uid
    },
    async renewSecret(ctx, ownerId, renewal) {
      for (const { uid } of await repository.ownedBy(ctx.db, ownerId)) {
        await ctx.tx((tx) => renew(tx, vault, uid, renewal))
        forgetKeys(ctx, uid)
      }
    },
    async refillDue(ctx) {
      let refilled = 0
      for (let after = ''; ;) {
        const due = await repository.dueForRefill(ctx.db, startOfMonth(ctx.now()), creditsAtOnce, after, REFILL_BATCH)
        for (const row of due) {
          // One workspace in trouble must not keep the others from their credits.
          const isDone = await refresh(ctx, row, false).catch((error: unknown) =>
            ctx.log.error({ err: error, workspaceId: row.uid }, 'the monthly refill of a workspace failed'),
          )
          if (isDone === true) refilled += 1
        }
        after = due.at(-1)?.uid ?? ''
        if (due.length < REFILL_BATCH) return refilled
      }
    },
  }
}

async function renew(tx: Ctx, vault: Vault, uid: string, renewal: string): Promise<void> {
  const secret = renewedKey(vault, uid, renewal)
  const sealedSecret = vault.seal(uid, SECRET_PLACE, secret)
  const changed = await repository.setSecret(tx.db, uid, { secretHash: sha256(secret), sealedSecret })
  // Only with the change: a repetition must not take what the owner has stored since.
  if (!changed) return
  await repository.deleteCredentials(tx.db, uid)
  await revokeAll(tx.db, uid, tx.now())
  await tx.emit({ type: 'workspace.recovered', workspaceId: uid, renewal, at: tx.now().getTime() })
}

const personalOf = ({ id, email, emailVerified, name }: Person) => ({
  ownerId: id,
  personal: true,
  email,
  ownerVerified: emailVerified,
  displayName: name,
  showOnboarding: true,
})

const startOfMonth = (now: Date) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()))
const isDue = (row: repository.WorkspaceRow, now: Date) => row.freeAt === null || row.freeAt < startOfMonth(now)
