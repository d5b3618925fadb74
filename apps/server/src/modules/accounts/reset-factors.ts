// Lets the operator remove the second factor and passkeys of a user who lost them.
import { REGIONS } from '@parlance/contract/lib/regions'
import type { Ctx } from '../../lib/ctx.ts'
import type { Vault } from '../../lib/crypto.ts'
import type { Db } from '../../lib/db/pool.ts'
import { inTx } from '../../lib/db/pool.ts'
import { putIn } from '../../lib/jobs/outbox.ts'
import { deleteFactor, factorOf } from './two-factor/two-factor.repository.ts'
import { createNoticeRecorder } from './security-notices.ts'
import { removeAllPasskeys } from './passkeys/passkeys.repository.ts'
import { dropSecondSteps, dropTokens, endAllSessions, findUserByEmail, lockUser } from './repository.ts'

export const RESET_JOB = 'accounts.factors-reset'
/** Job payloads are encrypted, because the queue keeps them for a while. */
export const RESET_VAULT_CONTEXT = { tenant: 'accounts', where: 'account|factors-reset' } as const

export interface FactorsReset {
  readonly userId: string
  readonly secondFactor: boolean
  readonly passkeys: number
  readonly sessions: number
}

/**
 * Removes second factor, recovery codes and passkeys of the account, ends its sessions and links; keeps the password.
 * The owner is mailed and audit logs get entries once the server runs. Undefined for an unknown address.
 */
export function resetFactors(
  { db, vault, now }: { readonly db: Db; readonly vault: Vault; readonly now: () => Date },
  email: string,
): Promise<FactorsReset | undefined> {
  return inTx(db, async (tx) => {
    const found = await findUserByEmail(tx, email)
    const user = found && (await lockUser(tx, found.id, 'update'))
    if (!user) return undefined
    const secondFactor = ((await factorOf(tx, user.id))?.confirmedAt ?? null) !== null
    await deleteFactor(tx, user.id)
    await dropTokens(tx, user.id, ['reset-password', 'change-email'])
    await dropSecondSteps(tx, user.id)
    const passkeys = await removeAllPasskeys(tx, user.id)
    const sessions = await endAllSessions(tx, user.id, now())
    await createNoticeRecorder(vault, now)(tx, {}, user, { news: 'factors-reset' })
    const sealed = vault.seal(
      RESET_VAULT_CONTEXT.tenant,
      RESET_VAULT_CONTEXT.where,
      JSON.stringify({ userId: user.id, email }),
    )
    for (const region of REGIONS) await putIn(tx, region, RESET_JOB, { sealed })
    return { userId: user.id, secondFactor, passkeys, sessions }
  })
}

export const createFactorResets = (given: {
  readonly vault: Vault
  readonly note: (ctx: Ctx, email: string) => Promise<void>
}) => ({
  async noteReset(ctx: Ctx, sealed: string): Promise<void> {
    const { userId, email } = JSON.parse(
      given.vault.open(RESET_VAULT_CONTEXT.tenant, RESET_VAULT_CONTEXT.where, sealed),
    ) as Record<'userId' | 'email', string>
    await given.note(ctx, email)
    ctx.log.warn({ userId, region: ctx.region }, 'the operator removed the second factor and passkeys of an account')
  },
})
