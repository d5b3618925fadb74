// Owns the personal workspace that every account gets on its first visit, and the free credits that go with it.
import type { Account } from '@parlance/contract/accounts/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { fromCredits } from '@parlance/contract/lib/money'
import type { Ctx } from '../../lib/ctx.ts'
import { renewedKey, sha256, type Vault } from '../../lib/crypto.ts'
import type { Billing } from '../billing/service.ts'
import { setOwnerVerified } from './members/repository.ts'
import { newWorkspace, SECRET_VAULT_CONTEXT } from './new-workspace.ts'
import { revokeAll } from './api-keys/repository.ts'
import type { EntitlementsOf } from './plan.ts'
import * as repository from './repository.ts'

export { SECRET_VAULT_CONTEXT }
export type Person = Pick<Account, 'id' | 'email' | 'name' | 'emailVerified'>

export interface PersonalWorkspacesDeps {
  readonly billing: Billing
  readonly vault: Vault
  readonly entitlementsOf: EntitlementsOf
  /** Free credits come without a verified e-mail: the sandbox, where nobody pays for them. */
  readonly creditsBeforeVerification: boolean
  /** Of the context's request; empty when unknown. */
  readonly countryOf?: (ctx: Ctx) => Promise<string>
}
type ForgetKeys = (ctx: Ctx, uid: string) => void

export interface PersonalWorkspaces {
  /** The uid of the person's own workspace in this region, made on first use. Free credits come as soon as they are due. */
  readonly ensurePersonal: (ctx: Ctx, person: Person) => Promise<string>
  /**
   * Derives new secrets for the owner's workspaces here, deletes their keys, which others may have made, and emits
   * `workspace.recovered`.
   */
  readonly renewSecret: (ctx: Ctx, ownerId: string, renewal: string) => Promise<void>
  /** Refills free plans that are due and returns how many. A mailbox gets one refill, however many accounts it has. */
  readonly refillDue: (ctx: Ctx) => Promise<number>
}

const REFILL_BATCH = 200

export function createPersonalWorkspaces(
  { billing, vault, creditsBeforeVerification, entitlementsOf, countryOf }: PersonalWorkspacesDeps,
  forgetKeys: ForgetKeys,
): PersonalWorkspaces {
  /** Grants free credits that are due and stores that the owner is verified. Usually does nothing, without a query. */
  const refill = async (ctx: Ctx, row: repository.WorkspaceRow, verifiedNow: boolean): Promise<boolean> => {
    if (verifiedNow && !row.ownerVerified) await setOwnerVerified(ctx.db, row.ownerId)
    const verified = creditsBeforeVerification || verifiedNow || row.ownerVerified
    if (!verified || row.plan !== 'free' || !isRefillDue(row, ctx.now())) return false
    return ctx.tx(async (tx) => {
      const { maxMonthlyCredits: limit } = entitlementsOf(row, tx.now()).limits
      const upTo = limit === 'infinity' ? {} : { upTo: fromCredits(limit) }
      const at = await billing.grantFree(tx, { workspaceId: row.uid, email: row.email, verified, ...upTo })
      if (at !== undefined) await repository.setFreeCreditsAt(tx.db, row.uid, new Date(at * 1000))
      return at !== undefined
    })
  }

  const create = async (ctx: Ctx, person: Person): Promise<string> => {
    const countryCode = (await countryOf?.(ctx)) ?? ''
    return ctx.tx(async (tx) => {
      const row = await repository.insertPersonal(
        tx.db,
        newWorkspace(tx, vault, { ...personalWorkspaceOf(person), countryCode }),
      )
      if (!row) {
        // A concurrent first visit created the workspace.
        const first = await repository.findPersonal(tx.db, person.id)
        if (!first) throw new AppError('UNAVAILABLE')
        return first.uid
      }
      await billing.open(tx, row.uid)
      await refill(tx, row, person.emailVerified)
      await tx.emit({ type: 'workspace.created', workspaceId: row.uid })
      return row.uid
    })
  }

  return {
    async ensurePersonal(ctx, person) {
      const row = await repository.findPersonal(ctx.db, person.id)
      if (!row) return create(ctx, person)
      await refill(ctx, row, person.emailVerified)
      return row.uid
    },
    async renewSecret(ctx, ownerId, renewal) {
      for (const { uid } of await repository.workspacesOwnedBy(ctx.db, ownerId)) {
        await ctx.tx((tx) => renewSecretOf(tx, vault, uid, renewal))
        forgetKeys(ctx, uid)
      }
    },
    async refillDue(ctx) {
      let refilled = 0
      for (let after = ''; ;) {
        const due = await repository.findDueForRefill(
          ctx.db,
          startOfMonth(ctx.now()),
          creditsBeforeVerification,
          after,
          REFILL_BATCH,
        )
        for (const row of due) {
          // One failing workspace must not stop the others.
          const isDone = await refill(ctx, row, false).catch((error: unknown) =>
            ctx.log.error({ err: error, workspaceId: row.uid }, 'monthly refill of a workspace failed'),
          )
          if (isDone === true) refilled += 1
        }
        after = due.at(-1)?.uid ?? ''
        if (due.length < REFILL_BATCH) return refilled
      }
    },
  }
}

async function renewSecretOf(tx: Ctx, vault: Vault, uid: string, renewal: string): Promise<void> {
  const secret = renewedKey(vault, uid, renewal)
  const sealedSecret = vault.seal(uid, SECRET_VAULT_CONTEXT, secret)
  const changed = await repository.setSecret(tx.db, uid, { secretHash: sha256(secret), sealedSecret })
  // A repeated renewal must not delete keys that the owner has stored since.
  if (!changed) return
  await repository.deleteCredentials(tx.db, uid)
  await revokeAll(tx.db, uid, tx.now())
  await tx.emit({ type: 'workspace.recovered', workspaceId: uid, renewal, at: tx.now().getTime() })
}

const personalWorkspaceOf = ({ id, email, emailVerified, name }: Person) => ({
  ownerId: id,
  personal: true,
  email,
  ownerVerified: emailVerified,
  displayName: name,
  showOnboarding: true,
})

const startOfMonth = (now: Date) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()))
const isRefillDue = (row: repository.WorkspaceRow, now: Date) => row.freeAt === null || row.freeAt < startOfMonth(now)
