// Owns secrets of tools: encrypted at rest, never shown, decrypted only for calls.
import { AppError } from '@parlance/contract/lib/errors'
import { unixSeconds } from '@parlance/contract/lib/time'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import type { Vault } from '../../lib/crypto.ts'
import * as repository from './repository.ts'

export interface ToolSecrets {
  readonly secrets: (ctx: Ctx, uid: string) => Promise<{ name: string; ts: number }[]>
  /** @throws CONFLICT at the maximum number of secrets */
  readonly saveSecret: (ctx: Ctx, secret: { uid: string; name: string; value: string }) => Promise<void>
  readonly deleteSecret: (ctx: Ctx, uid: string, name: string) => Promise<void>
  /** Deletes secrets stored up to a time, after an account was recovered by its owner. */
  readonly deleteSecretsUntil: (ctx: Ctx, uid: string, until: Date) => Promise<void>
}

const SECRETS_MAX = 200
export const vaultContextOf = (name: string) => `tool-secret|${name}`

/** @param changed called after a secret of the workspace was changed or deleted */
export function createToolSecrets(vault: Vault, changed: (ctx: Ctx, uid: string) => void) {
  const service: ToolSecrets = {
    secrets: async (ctx, uid) =>
      (await repository.listSecrets(ctx.db, uid)).map(({ name, updatedAt }) => ({ name, ts: unixSeconds(updatedAt) })),
    async saveSecret(ctx, { uid, name, value }) {
      const row = { workspaceId: uid, name, sealed: vault.seal(uid, vaultContextOf(name), value), updatedAt: ctx.now() }
      await ctx.tx(async (tx) => {
        await repository.lockWorkspace(tx.db, uid)
        const known = await repository.listSecrets(tx.db, uid)
        if (known.length >= SECRETS_MAX && !known.some((one) => one.name === name))
          throw new AppError('CONFLICT', msg('too_many_secrets', { max: SECRETS_MAX }))
        await repository.upsertSecret(tx.db, row)
      })
      changed(ctx, uid)
    },
    async deleteSecret(ctx, uid, name) {
      await repository.removeSecret(ctx.db, uid, name)
      changed(ctx, uid)
    },
    async deleteSecretsUntil(ctx, uid, until) {
      await repository.deleteSecretsUntil(ctx.db, uid, until)
      changed(ctx, uid)
    },
  }
  const open = async (ctx: Ctx, workspaceId: string, names: readonly string[]): Promise<Record<string, string>> =>
    Object.fromEntries(
      (await repository.findSecrets(ctx.db, workspaceId, names)).map(({ name, sealed }) => [
        name,
        vault.open(workspaceId, vaultContextOf(name), sealed),
      ]),
    )
  return { service, open }
}
