// Ends the payments of a workspace that is deleted: its subscription and those of its clients, at the provider too.
import type { Stripe } from 'stripe'
import type { Ctx } from '../../lib/ctx.ts'
import * as connect from './connect/repository.ts'
import type { PaymentsDeps } from './deps.ts'
import { isMissing } from './provider-error.ts'
import * as repository from './repository.ts'

/** For the context's workspace. Invoices and postings are kept, as books must be. May run twice. */
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

/** One that the provider does not have any more is done. */
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
