// Web push: subscriptions, and sending (RFC 8030, 8291, 8292).
import type { PushMessage, PushSubscription } from '@parlance/contract/notifications/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { msg } from '@parlance/i18n/messages'
import webPush from 'web-push'
import { sha256, type Vault } from '../../lib/crypto.ts'
import type { Ctx } from '../../lib/ctx.ts'
import type { Clients, Outbound } from './ports.ts'
import * as repository from './repository.ts'
import type { PushSubscriptionRow } from './schema.ts'
import { createVapid } from './vapid.ts'

/** Maximum browsers per person and workspace. */
const MAX_SUBSCRIPTIONS = 10
const TTL = 3600
const GONE = new Set([404, 410])
/** Statuses for a rejected message: retrying is useless. */
const REFUSED = new Set([400, 401, 403, 413])

export const subscriptionVaultContext = ({ id, workspaceId }: Pick<PushSubscriptionRow, 'id' | 'workspaceId'>) => ({
  tenant: workspaceId,
  where: `push|${id}`,
})

export interface PushDeps {
  readonly vault: Vault
  readonly outbound: Outbound
  readonly clients: Pick<Clients, 'setPushToken'>
  /** `mailto:` contact for push services. */
  readonly contact: string
}

interface Owner {
  readonly workspaceId: string
  readonly orgId: string
  readonly personId: string
}

export function createPush({ vault, outbound, clients, contact }: PushDeps) {
  const keysOf = createVapid(vault)
  const nameNewest = async (tx: Ctx, { workspaceId, orgId, personId }: Owner) => {
    if (orgId === '') return
    const left = await repository.listSubscriptions(tx.db, workspaceId, [personId])
    const newest = left.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())[0]
    await clients.setPushToken(tx, personId, newest?.id ?? '')
  }
  const remove = (ctx: Ctx, row: PushSubscriptionRow) =>
    ctx.tx(async (tx) => {
      await repository.removeSubscription(tx.db, row.workspaceId, row.id)
      await nameNewest(tx, row)
    })
  return {
    publicKey: async (ctx: Ctx): Promise<string> => (await keysOf(ctx)).publicKey,

    /** @throws INVALID_INPUT for an endpoint that is not a push service's */
    async subscribe(ctx: Ctx, owner: Owner, subscription: PushSubscription): Promise<void> {
      await outbound.check(subscription.endpoint).catch(() => {
        throw new AppError('INVALID_INPUT', msg('push_address_invalid'))
      })
      await ctx.tx(async (tx) => {
        await tx.assertStill?.(tx)
        await repository.lockPerson(tx.db, owner.workspaceId, owner.personId)
        const id = randomId(20)
        const context = subscriptionVaultContext({ id, workspaceId: owner.workspaceId })
        const row = {
          id,
          ...owner,
          endpointHash: sha256(subscription.endpoint),
          sealed: vault.seal(context.tenant, context.where, JSON.stringify(subscription)),
          createdAt: tx.now(),
        }
        const before = await repository.findByEndpoint(tx.db, row.endpointHash)
        await repository.saveSubscription(tx.db, row, MAX_SUBSCRIPTIONS)
        if (before && before.personId !== owner.personId) await nameNewest(tx, before)
        await nameNewest(tx, owner)
      })
    },

    async unsubscribe(ctx: Ctx, owner: Owner, endpoint: string): Promise<void> {
      const row = await repository.findByEndpoint(ctx.db, sha256(endpoint))
      if (row?.workspaceId === owner.workspaceId && row.personId === owner.personId) await remove(ctx, row)
    },

    async isSubscribed(ctx: Ctx, owner: Owner, endpoint: string): Promise<boolean> {
      const row = await repository.findByEndpoint(ctx.db, sha256(endpoint))
      return row?.workspaceId === owner.workspaceId && row.personId === owner.personId
    },

    /** Removes a person's subscriptions created until then, in all workspaces of the region. */
    removeAll: (ctx: Ctx, personId: string, until: Date): Promise<void> =>
      ctx.tx(async (tx) => {
        for (const row of await repository.removeSubscriptionsOf(tx.db, personId, until)) await nameNewest(tx, row)
      }),

    /** Rejects if a retry may help. `topic`: a newer message replaces an undelivered one. */
    async send(ctx: Ctx, row: PushSubscriptionRow, message: PushMessage & { readonly topic: string; urgent: boolean }) {
      const { topic, urgent, ...content } = message
      const { tenant, where } = subscriptionVaultContext(row)
      const subscription = JSON.parse(vault.open(tenant, where, row.sealed)) as PushSubscription
      const vapidDetails = { subject: contact, ...(await keysOf(ctx)) }
      const urgency = urgent ? 'high' : 'normal'
      const request = encrypt(subscription, JSON.stringify(content), { TTL, urgency, topic, vapidDetails })
      // Invalid keys: nothing can be sent to this subscription.
      if (!request) return remove(ctx, row)
      const response = await outbound.fetch(request.endpoint, {
        method: request.method,
        headers: Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
        body: new Uint8Array(request.body),
        redirect: 'error',
      })
      await response.body?.cancel()
      if (GONE.has(response.status)) return remove(ctx, row)
      if (REFUSED.has(response.status)) {
        ctx.log.warn({ status: response.status, subscription: row.id }, 'a push service refused a message')
        return
      }
      if (!response.ok) throw new Error(`the push service answered ${response.status}`)
    },
  }
}
function encrypt(subscription: PushSubscription, text: string, options: webPush.RequestOptions) {
  try {
    return webPush.generateRequestDetails(subscription, text, { ...options, contentEncoding: 'aes128gcm' })
  } catch {
    return undefined
  }
}
