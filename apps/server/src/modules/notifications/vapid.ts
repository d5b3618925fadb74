// The VAPID key pair of this installation: created once per region, stored encrypted.
import webPush from 'web-push'
import type { Region } from '@parlance/contract/lib/regions'
import type { Vault } from '../../lib/crypto.ts'
import type { Ctx } from '../../lib/ctx.ts'
import * as repository from './repository.ts'

export interface VapidKeys {
  readonly publicKey: string
  readonly privateKey: string
}

export const vapidVaultContext = (region: Region | '') => ({ tenant: `push:${region}`, where: 'vapid' })

export function createVapid(vault: Vault) {
  const known = new Map<Region, VapidKeys>()
  return async (ctx: Ctx): Promise<VapidKeys> => {
    const before = known.get(ctx.region)
    if (before) return before
    const { tenant, where } = vapidVaultContext(ctx.region)
    if (!(await repository.findVapidKeys(ctx.db))) {
      const { publicKey, privateKey } = webPush.generateVAPIDKeys()
      const sealedPrivateKey = vault.seal(tenant, where, privateKey)
      await repository.insertVapidKeys(ctx.db, { publicKey, sealedPrivateKey, createdAt: ctx.now() })
    }
    // Another node may have created them concurrently.
    const row = await repository.findVapidKeys(ctx.db)
    if (!row) throw new Error('the push keys are missing')
    const keys = { publicKey: row.publicKey, privateKey: vault.open(tenant, where, row.sealedPrivateKey) }
    known.set(ctx.region, keys)
    return keys
  }
}
