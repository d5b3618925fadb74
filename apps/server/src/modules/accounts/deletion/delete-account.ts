// The end of an account: at once where one signs in, then by a job in every region, which may be repeated.
import { type Holdings, pseudonymOf, refusalOfDeletion } from '@parlance/contract/accounts/data'
import { DEFAULT_LANGUAGE } from '@parlance/contract/accounts/languages'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { accountDeletedMail } from '../../../mails/mails.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Vault } from '../../../lib/crypto.ts'
import type { Db } from '../../../lib/db/pool.ts'
import { forget, unfinished } from '../../../lib/jobs/personal-data.ts'
import type { Mailers } from '../../../lib/mail.ts'
import { deleteUser, languagesOf } from '../profile/profile.repository.ts'
import * as held from './account-data.repository.ts'
import type { Ownership } from '../sign-in/confirm-identity.ts'
import { type SessionActor, sessionOf } from '../account.ts'
import { lockFactor } from '../two-factor/two-factor.repository.ts'
import type { TwoFactor } from '../two-factor/two-factor.ts'

export const ERASE_JOB = 'accounts.erase'
export const TRACES_JOB = 'accounts.erase-traces'
/** Sealed, for the queue keeps what it was given for a while. */
export const ERASURE = { tenant: 'accounts', where: 'account|erasure' } as const

/** Who goes, as every region has to know. */
export interface DeletedAccount {
  readonly userId: string
  readonly email: string
  readonly name: string
  /** What stands for them in the logs of others. */
  readonly pseudonym: string
  /** ISO time of the end; whoever has the address since is somebody else. Jobs that wait from before this was told lack it. */
  readonly at?: string
}

export interface DeletionDeps {
  readonly db: Db
  readonly vault: Vault
  readonly now: () => Date
  readonly ownership: Ownership
  readonly factor: TwoFactor
  readonly mailers: Mailers
  readonly setCookie: (ctx: Ctx, token: string) => void
  readonly everywhere: () => readonly Ctx[]
  /** How long to wait for what still works for the workspaces that went; 20 s when absent. */
  readonly patienceMs?: number
}

export interface Deletion {
  readonly typed: string
  readonly password?: string | undefined
  readonly code?: string | undefined
  readonly withShared: boolean
}

export function createAccountDeletion(deps: DeletionDeps) {
  const { db, vault, now, ownership, factor, mailers, setCookie } = deps
  const holdings = (actor: SessionActor) => holdingsOf(deps.everywhere(), actor)
  const seal = (what: unknown) => ({ sealed: vault.seal(ERASURE.tenant, ERASURE.where, JSON.stringify(what)) })

  /** Of an account with a second factor, the code too. */
  async function prove(ctx: Ctx, { password, code = '' }: Deletion): Promise<SessionActor> {
    const actor = await ownership.prove(ctx, password)
    if (await factor.isOn(actor.userId))
      await factor.take(actor.userId, code, true, (tx) => lockFactor(tx, actor.userId))
    return actor
  }

  return {
    holdings: (ctx: Ctx): Promise<Holdings> => holdings(sessionOf(ctx)),

    /**
     * Nobody is signed in any more once it answers. Errors: INVALID_INPUT for another address; CONFLICT where others would
     * lose a workspace unasked; FORBIDDEN and INVALID_CREDENTIALS as of `ownership.prove`; INVALID_TOKEN for a wrong code.
     */
    async deleteAccount(ctx: Ctx, input: Deletion): Promise<{ success: true }> {
      const asking = sessionOf(ctx)
      const { workspaces } = await holdings(asking)
      const refusal = refusalOfDeletion(input.typed, asking.email, workspaces, input.withShared)
      if (refusal === 'address') throw new AppError('INVALID_INPUT', 'Type the e-mail address of this account.')
      if (refusal === 'members')
        throw new AppError('CONFLICT', 'Other people belong to your workspaces. Say that these are to be deleted too.')
      const { userId, email, name, region } = await prove(ctx, input)
      const language = (await languagesOf(db, [email])).get(email) ?? DEFAULT_LANGUAGE
      const gone = goneNow({ userId, email, name }, now())
      if (!(await deleteUser(db, userId, { name: ERASE_JOB, data: seal(gone) }))) throw new AppError('UNAUTHORIZED')
      setCookie(ctx, '')
      const mail = await accountDeletedMail({ language, at: now() })
      await mailers
        .of(region)
        .sendOrLater({ to: email, ...mail })
        .catch((error: unknown) => ctx.log.warn({ err: error }, 'sending the mail about a deleted account failed'))
      return { success: true }
    },

    /** In one region: tells everybody there, and then looks after what the queue still says. */
    erase: (ctx: Ctx, sealed: string): Promise<void> =>
      ctx.tx(async (tx) => {
        const gone = JSON.parse(vault.open(ERASURE.tenant, ERASURE.where, sealed)) as DeletedAccount
        // Whoever hears of it deletes the workspaces: what they were called is to be known afterwards.
        const ids = await held.idsOf(tx.db, gone.userId)
        await held.pseudonymise(tx.db, gone)
        await tx.emit({ type: 'account.deleted', ...gone, workspaceIds: ids.workspaces, region: tx.region })
        await tx.emit({ type: 'account.erased', region: tx.region, ...seal({ ...gone, ids }) })
      }),

    /** Throws, so that it is tried again, while jobs still work on what goes. */
    async eraseTraces(ctx: Ctx, sealed: string): Promise<void> {
      const { ids, ...gone } = JSON.parse(vault.open(ERASURE.tenant, ERASURE.where, sealed)) as DeletedAccount & {
        ids: held.OwnedIds
      }
      const words = [gone.userId, gone.email, ...ids.workspaces, ...ids.agents]
      const until = Date.now() + (deps.patienceMs ?? 20_000)
      while ((await unfinished(ctx.db, words)) > 0) {
        if (Date.now() > until)
          throw new AppError('UNAVAILABLE', 'Something of a deleted account is still being deleted.')
        await new Promise((resolve) => setTimeout(resolve, 250))
      }
      // A job that was under way may have made one more.
      const late = (await held.idsOf(ctx.db, gone.userId)).workspaces
      if (late.length > 0) {
        await ctx.emit({ type: 'account.deleted', ...gone, workspaceIds: late, region: ctx.region })
        throw new AppError('UNAVAILABLE', 'A workspace of a deleted account was made meanwhile.')
      }
      await forget(ctx.db, words)
    },
  }
}

const goneNow = (who: Pick<DeletedAccount, 'userId' | 'email' | 'name'>, at: Date): DeletedAccount => ({
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
