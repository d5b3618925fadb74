// A workspace whose customer was deleted at the provider gets a new one, without a card, because it could not pay any more.
import type { Ctx } from '../../../lib/ctx.ts'
import type { PaymentsDeps } from '../deps.ts'
import type { Purchases } from '../invoices/purchases.ts'
import { unlessMissing } from '../provider-error.ts'
import * as repository from '../repository.ts'
import type { SyncSubscription } from '../subscriptions/sync-subscription.ts'
import type { Customers } from './customers.ts'

/** Whether the context's workspace had this customer, and it was deleted. Repeating it changes nothing. */
export type ReplaceDeleted = (ctx: Ctx, customerId: string) => Promise<boolean>

export const createReplaceDeleted =
  ({
    stripe,
    workspaces,
    mails,
    customers,
    purchases,
    sync,
    log,
  }: PaymentsDeps & {
    readonly customers: Customers
    readonly purchases: Purchases
    readonly sync: SyncSubscription
  }): ReplaceDeleted =>
  async (ctx, customerId) => {
    const { workspaceId } = ctx
    const row = await customers.find(ctx)
    if (row?.customerId !== customerId) return false
    const found = await unlessMissing(stripe.customers.retrieve(customerId))
    if (!found?.deleted) return false
    const { automaticBilling } = await workspaces.get(ctx, workspaceId)
    // The provider ended it. News of it that come later name a customer that is no longer ours.
    const live = await repository.liveSubscription(ctx.db, workspaceId)
    const ended = live && (await unlessMissing(stripe.subscriptions.retrieve(live.id)))
    if (ended) await sync(ctx, ended)
    for (const purchase of await repository.listUnsettled(ctx.db, workspaceId))
      await purchases
        .conclude(ctx, purchase)
        .catch((error: unknown) => log.warn({ err: error, purchase: purchase.id }, 'ending a purchase failed'))
    await customers.replace(ctx, customerId)
    if (automaticBilling) await mails.notice(ctx, workspaceId, { kind: 'rechargeCardGone' })
    return true
  }
