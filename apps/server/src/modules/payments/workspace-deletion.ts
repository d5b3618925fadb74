import type { Stripe } from 'stripe'
import type { Ctx } from '../../lib/ctx.ts'
import * as connect from './connect/repository.ts'
import type { PaymentsDeps } from './deps.ts'
import { isMissing } from './provider-error.ts'
import * as repository from './repository.ts'

/** For the context's workspace. Invoices and postings are kept for bookkeeping. Idempotent. */
export const createWorkspaceDeletion =
  ({ stripe }: Pick<PaymentsDeps, 'stripe'>) =>
  async (ctx: Ctx): Promise<void> => {
    const live = await repository.liveSubscription(ctx.db, ctx.workspaceId)
    if (live) await cancelSubscription(stripe, live.id)
    const account = await connect.findAccount(ctx.db, ctx.workspaceId)
    if (account)
      for (const { subscriptionId } of await connect.listSubscribed(ctx.db, ctx.workspaceId))
        await cancelSubscription(stripe, subscriptionId, { stripeAccount: account.accountId })
    await ctx.tx(async (tx) => {
      await repository.deleteOfWorkspace(tx.db, ctx.workspaceId)
      await connect.deleteOfWorkspace(tx.db, ctx.workspaceId)
    })
  }

/** Ignores subscriptions that no longer exist at the provider. */
export async function cancelSubscription(
  stripe: Stripe,
  id: string,
  options: Stripe.RequestOptions = {},
): Promise<void> {
  const found = await stripe.subscriptions.retrieve(id, {}, options).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  if (found && found.status !== 'canceled' && found.status !== 'incomplete_expired')
    await stripe.subscriptions.cancel(id, {}, options)
}
