// Account deletion: sign-in ends at once, regional data is deleted by idempotent jobs.
import { type Holdings, pseudonymOf, refusalOfDeletion } from '@parlance/contract/accounts/account-data'
import { DEFAULT_LANGUAGE } from '@parlance/contract/accounts/languages'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { msg } from '@parlance/i18n/messages'
import { accountDeletedMail } from '../../../mails/mails.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Vault } from '../../../lib/crypto.ts'
import type { Db } from '../../../lib/db/pool.ts'
import { forget, unfinished } from '../../../lib/jobs/personal-data.ts'
import type { Mailers } from '../../../lib/mail.ts'
import { deleteUser, languagesOf } from '../profile/profile.repository.ts'
import * as held from './account-data.repository.ts'
import type { IdentityConfirmation } from '../sign-in/confirm-identity.ts'
import { type SessionActor, sessionOf } from '../account.ts'
import { lockFactor } from '../two-factor/two-factor.repository.ts'
import type { TwoFactor } from '../two-factor/two-factor.ts'

export const ERASE_JOB = 'accounts.erase'
export const ERASE_TRACES_JOB = 'accounts.erase-traces'
/** Job payloads are encrypted, because the queue keeps them for a while. */
export const ERASURE_VAULT_CONTEXT = { tenant: 'accounts', where: 'account|erasure' } as const

export interface DeletedAccount {
  readonly userId: string
  readonly email: string
  readonly name: string
  /** Replaces the name in logs of others. */
  readonly pseudonym: string
  /** ISO time of the deletion; later holders of the address are other people. Absent in jobs enqueued by an older release. */
  readonly at?: string
}

export interface DeletionDeps {
  readonly db: Db
  readonly vault: Vault
  readonly now: () => Date
  readonly identityConfirmation: IdentityConfirmation
  readonly twoFactor: TwoFactor
  readonly mailers: Mailers
  readonly setCookie: (ctx: Ctx, token: string) => void
  readonly regionContexts: () => readonly Ctx[]
  /** How long to wait for running jobs of the deleted workspaces; 20 s by default. */
  readonly patienceMs?: number
}

export interface DeletionInput {
  readonly typed: string
  readonly password?: string | undefined
  readonly code?: string | undefined
  readonly withShared: boolean
}

export function createAccountDeletion(deps: DeletionDeps) {
  const { db, vault, now, identityConfirmation, twoFactor, mailers, setCookie } = deps
  const holdings = (actor: SessionActor) => holdingsOf(deps.regionContexts(), actor)
  const seal = (what: unknown) => ({
    sealed: vault.seal(ERASURE_VAULT_CONTEXT.tenant, ERASURE_VAULT_CONTEXT.where, JSON.stringify(what)),
  })

  /** Also requires the code if the account has a second factor. */
  async function confirmIdentity(ctx: Ctx, { password, code = '' }: DeletionInput): Promise<SessionActor> {
    const actor = await identityConfirmation.confirm(ctx, password)
    if (await twoFactor.isOn(actor.userId))
      await twoFactor.withVerifiedCode(actor.userId, code, true, (tx) => lockFactor(tx, actor.userId))
    return actor
  }

  return {
    holdings: (ctx: Ctx): Promise<Holdings> => holdings(sessionOf(ctx)),

    /**
     * Ends all sessions. INVALID_INPUT: other address; CONFLICT: others lose a workspace; INVALID_TOKEN; also as
     * `confirm`.
     */
    async deleteAccount(ctx: Ctx, input: DeletionInput): Promise<{ success: true }> {
      const asking = sessionOf(ctx)
      const { workspaces } = await holdings(asking)
      const refusal = refusalOfDeletion(input.typed, asking.email, workspaces, input.withShared)
      if (refusal === 'address') throw new AppError('INVALID_INPUT', msg('account_email_required'))
      if (refusal === 'members') throw new AppError('CONFLICT', msg('other_members_unconfirmed'))
      const { userId, email, name, region } = await confirmIdentity(ctx, input)
      const language = (await languagesOf(db, [email])).get(email) ?? DEFAULT_LANGUAGE
      const gone = deletedAccountOf({ userId, email, name }, now())
      if (!(await deleteUser(db, userId, { name: ERASE_JOB, data: seal(gone) }))) throw new AppError('UNAUTHORIZED')
      setCookie(ctx, '')
      const mail = await accountDeletedMail({ language, at: now() })
      await mailers
        .of(region)
        .sendOrLater({ to: email, ...mail })
        .catch((error: unknown) => ctx.log.warn({ err: error }, 'sending the mail about a deleted account failed'))
      return { success: true }
    },

    /** In one region: emits the deletion, then schedules the cleanup of queued jobs. */
    erase: (ctx: Ctx, sealed: string): Promise<void> =>
      ctx.tx(async (tx) => {
        const gone = JSON.parse(
          vault.open(ERASURE_VAULT_CONTEXT.tenant, ERASURE_VAULT_CONTEXT.where, sealed),
        ) as DeletedAccount
        // Event handlers delete the workspaces; their ids are needed afterwards.
        const ids = await held.idsOf(tx.db, gone.userId)
        await held.pseudonymise(tx.db, gone)
        await tx.emit({ type: 'account.deleted', ...gone, workspaceIds: ids.workspaces, region: tx.region })
        await tx.emit({ type: 'account.erased', region: tx.region, ...seal({ ...gone, ids }) })
      }),

    /** Throws while jobs still work on deleted data, so that it is retried. */
    async eraseTraces(ctx: Ctx, sealed: string): Promise<void> {
      const { ids, ...gone } = JSON.parse(
        vault.open(ERASURE_VAULT_CONTEXT.tenant, ERASURE_VAULT_CONTEXT.where, sealed),
      ) as DeletedAccount & {
        ids: held.OwnedIds
      }
      const words = [gone.userId, gone.email, ...ids.workspaces, ...ids.agents]
      const until = Date.now() + (deps.patienceMs ?? 20_000)
      while ((await unfinished(ctx.db, words)) > 0) {
        if (Date.now() > until) throw new AppError('UNAVAILABLE', msg('deletion_unfinished'))
        await new Promise((resolve) => setTimeout(resolve, 250))
      }
      // A running job may have enqueued another one.
      const late = (await held.idsOf(ctx.db, gone.userId)).workspaces
      if (late.length > 0) {
        await ctx.emit({ type: 'account.deleted', ...gone, workspaceIds: late, region: ctx.region })
        throw new AppError('UNAVAILABLE', msg('deleted_account_workspace_created'))
      }
      await forget(ctx.db, words)
    },
  }
}

const deletedAccountOf = (who: Pick<DeletedAccount, 'userId' | 'email' | 'name'>, at: Date): DeletedAccount => ({
  ...who,
  pseudonym: pseudonymOf(randomId(6).toLowerCase()),
  at: at.toISOString(),
})

async function holdingsOf(regions: readonly Ctx[], { userId, email }: SessionActor): Promise<Holdings> {
  const found = await Promise.all(
    regions.map(async ({ region, db }) => ({
      workspaces: (await held.workspacesOf(db, userId)).map((workspace) => ({ ...workspace, region })),
      memberships: await held.membershipsOf(db, email),
    })),
  )
  return {
    workspaces: found.flatMap(({ workspaces }) => workspaces),
    memberships: found.reduce((sum, { memberships }) => sum + memberships, 0),
  }
}
