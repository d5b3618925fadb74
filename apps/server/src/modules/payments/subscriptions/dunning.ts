// Failed subscription payments: reminders by mail, and the free plan after the grace period.
import { DAY_MS } from '@parlance/contract/lib/time'
import type { Ctx } from '../../../lib/ctx.ts'
import type { PaymentsDeps } from '../deps.ts'
import * as repository from '../repository.ts'
import { isDue } from './status.ts'
import { planChange, type SyncSubscription } from './sync-subscription.ts'

/** Pure: the due reminder by days since the failure; `ended` after the grace period. */
export function dueReminder(
  days: number,
  sent: number,
  graceDays: number,
): 'pastDue' | 'lastReminder' | 'ended' | undefined {
  if (days >= graceDays) return sent >= 3 ? undefined : 'ended'
  if (days >= graceDays - 2) return sent >= 2 ? undefined : 'lastReminder'
  return sent >= 1 ? undefined : 'pastDue'
}

const SENT = { pastDue: 1, lastReminder: 2, ended: 3 } as const
export type Reminder = keyof typeof SENT
export const DUNNING_MAIL_JOB = 'payments.dunning-mail'

export function createDunning({
  stripe,
  workspaces,
  mails,
  enqueue,
  graceDays,
  providerTime,
  contextFor,
  sync,
  log,
}: PaymentsDeps & { readonly sync: SyncSubscription }) {
  const remind = async (ctx: Ctx, row: repository.SubscriptionRow): Promise<void> => {
    const since = row.pastDueSince
    if (!since) return
    const now = providerTime(ctx)
    const days = Math.floor((now.getTime() - since.getTime()) / DAY_MS)
    const kind = dueReminder(row.endedAt === null ? days : graceDays, row.dunned, graceDays)
    if (kind)
      await ctx.tx(async (tx) => {
        await repository.lockCustomer(tx.db, row.workspaceId)
        const current = await repository.findSubscription(tx.db, row.id)
        if (current?.dunned !== row.dunned) return
        await repository.updateSubscription(tx.db, row.id, { dunned: SENT[kind] })
        if (kind === 'ended') await workspaces.setSubscribedPlan(tx, row.workspaceId, planChange(row, now, graceDays))
        const date = new Date(since.getTime() + graceDays * DAY_MS)
        await enqueue(tx, DUNNING_MAIL_JOB, { workspaceId: row.workspaceId, kind, date: date.toISOString() })
      })
    // Also when an earlier run failed to.
    if ((kind === 'ended' || row.dunned >= SENT.ended) && row.endedAt === null) await endUnpaid(ctx, row.id)
  }
  /** A payment that arrived meanwhile keeps the subscription. */
  const endUnpaid = async (ctx: Ctx, id: string): Promise<void> => {
    const found = await stripe.subscriptions.retrieve(id)
    await sync(ctx, isDue(found.status) ? await stripe.subscriptions.cancel(id) : found)
  }
  return {
    async sendReminder(ctx: Ctx, { kind, date }: { readonly kind: Reminder; readonly date: Date }): Promise<void> {
      // The operator's plan outlasts the subscription.
      const keepsPlan = (await workspaces.entitlements(ctx, ctx.workspaceId)).plan === 'enterprise'
      if (kind === 'pastDue' || !keepsPlan) await mails.notice(ctx, ctx.workspaceId, { kind, date })
    },
    /** Right after a payment failed, or after the provider ended the subscription for it. */
    async dunOne(ctx: Ctx, subscriptionId: string): Promise<void> {
      const row = await repository.findSubscription(ctx.db, subscriptionId)
      if (row?.workspaceId === ctx.workspaceId) await remind(ctx, row)
    },
    async dun(ctx: Ctx): Promise<void> {
      for (const row of await repository.listPastDue(ctx.db))
        await remind(contextFor(ctx.region, row.workspaceId), row).catch((error: unknown) =>
          log.warn({ err: error, subscription: row.id }, 'reminding of a payment failed'),
        )
    },
  }
}
