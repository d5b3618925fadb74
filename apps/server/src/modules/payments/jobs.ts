import { Dispute } from '@parlance/contract/billing/payments'
import type { Job } from '../../lib/jobs/jobs.ts'
import { DISPUTE_JOB } from './invoices/disputes.ts'
import { RECONCILE_JOB, type ReconcileProgress } from './reconcile.ts'
import type { Payments } from './service.ts'
import { DUNNING_MAIL_JOB, type Reminder } from './subscriptions/dunning.ts'

export const paymentsJobs = (payments: Payments): Job[] => [
  {
    name: 'payments.recharge',
    retryLimit: 6,
    onlyOne: ({ workspaceId }) => String(workspaceId),
    run: (ctx) => payments.recharge(ctx),
  },
  // One job per crossing: sharing one would lose a crossing during another.
  {
    name: 'payments.crossed',
    retryLimit: 6,
    run: (ctx, { needed = 0 }) => payments.recharge(ctx, Number(needed)),
  },
  {
    name: 'payments.low-credits',
    run: (ctx, { mark, left, eventAt }) =>
      payments.lowCredits(ctx, { mark: Number(mark), left: Number(left), at: Number(eventAt) }),
  },
  {
    name: DISPUTE_JOB,
    run: (ctx, { invoiceId, dispute }) =>
      payments.disputed(ctx, { invoiceId: String(invoiceId), dispute: Dispute.parse(dispute) }),
  },
  { name: 'payments.credits-added', run: (ctx) => payments.creditsAdded(ctx) },
  { name: 'payments.workspace-deleted', retryLimit: 12, run: (ctx) => payments.workspaceDeleted(ctx) },
  { name: 'payments.resume', cron: '*/5 * * * *', run: (ctx) => payments.resumePurchases(ctx) },
  { name: 'payments.sweep-recharges', cron: '11 * * * *', run: (ctx) => payments.sweepRecharges(ctx) },
  {
    name: 'payments.payment-failed',
    run: (ctx, { subscriptionId }) => payments.dunOne(ctx, String(subscriptionId)),
  },
  {
    name: DUNNING_MAIL_JOB,
    run: (ctx, { kind, date }) => payments.sendReminder(ctx, { kind: kind as Reminder, date: new Date(String(date)) }),
  },
  { name: 'payments.dun', cron: '27 * * * *', run: (ctx) => payments.dun(ctx) },
  {
    name: RECONCILE_JOB,
    cron: '47 2 * * *',
    run: async (ctx, progress) => void (await payments.reconcile(ctx, progress as Partial<ReconcileProgress>)),
  },
]
