// Owns the secrets that tools may use: sealed at rest, shown to nobody, opened only to make a call.
import { AppError } from '@parlance/contract/lib/errors'
import { unixSeconds } from '@parlance/contract/lib/time'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import type { Vault } from '../../lib/crypto.ts'
import * as repository from './repository.ts'

export interface Secrets {
  readonly secrets: (ctx: Ctx, uid: string) => Promise<{ name: string; ts: number }[]>
  /** Stores or replaces. CONFLICT when the workspace has as many as it may. */
  readonly saveSecret: (ctx: Ctx, secret: { uid: string; name: string; value: string }) => Promise<void>
  /** Forgets; one that is not there is forgotten already. */
  readonly deleteSecret: (ctx: Ctx, uid: string, name: string) => Promise<void>
  /** Those stored up to a moment; for an account that came back to its owner. */
  readonly forgetSecrets: (ctx: Ctx, uid: string, until: Date) => Promise<void>
}

const SECRETS_MAX = 200
export const placeOf = (name: string) => `tool-secret|${name}`

/** @param changed told after a secret of the workspace became another one or none */
export function createSecrets(vault: Vault, changed: (ctx: Ctx, uid: string) => void) {
  const service: Secrets = {
    secrets: async (ctx, uid) =>
      (await repository.listSecrets(ctx.db, uid)).map(({ name, updatedAt }) => ({ name, ts: unixSeconds(updatedAt) })),
    async saveSecret(ctx, { uid, name, value }) {
      const row = { workspaceId: uid, name, sealed: vault.seal(uid, placeOf(name), value), updatedAt: ctx.now() }
      await ctx.tx(async (tx) => {
        await repository.lockWorkspace(tx.db, uid)
        const known = await repository.listSecrets(tx.db, uid)
        if (known.length >= SECRETS_MAX && !known.some((one) => one.name === name))
          throw new AppError('CONFLICT', msg('too_many_secrets', { max: SECRETS_MAX }))
        await repository.putSecret(tx.db, row)
      })
      changed(ctx, uid)
    },
    async deleteSecret(ctx, uid, name) {
      await repository.removeSecret(ctx.db, uid, name)
      changed(ctx, uid)
    },
    async forgetSecrets(ctx, uid, until) {
      await repository.deleteSecretsUntil(ctx.db, uid, until)
      changed(ctx, uid)
    },
  }
  /** The values of those that there are, by name. */
  const open = async (ctx: Ctx, workspaceId: string, names: readonly string[]): Promise<Record<string, string>> =>
    Object.fromEntries(
      (await repository.findSecrets(ctx.db, workspaceId, names)).map(({ name, sealed }) => [
        name,
        vault.open(workspaceId, placeOf(name), sealed),
      ]),
    )
  return { service, open }
}
