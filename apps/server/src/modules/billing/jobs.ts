import type { Job } from '../../lib/jobs/jobs.ts'
import type { Budgets } from './budgets.ts'
import type { Billing } from './service.ts'

/** With a run every five minutes, no hold stays open for fifteen even when one run comes late. */
const STALE_MINUTES = 9

export const billingJobs = (billing: Billing, budgets: Budgets): Job[] => [
  {
    name: 'billing.workspace-deleted',
    async run(ctx) {
      await budgets.removeOfWorkspace(ctx)
      await billing.eraseCauses(ctx)
    },
  },
  { name: 'billing.agent-deleted', run: (ctx, { agentId }) => budgets.remove(ctx, 'agent', String(agentId)) },
  { name: 'billing.forget-mailboxes', cron: '23 4 * * *', run: (ctx) => billing.deleteOldFreeGrants(ctx) },
  {
    name: 'billing.sweep',
    cron: '*/5 * * * *',
    run: async (ctx) => {
      const released = await billing.sweepHolds(ctx, STALE_MINUTES)
      if (released > 0) ctx.log.warn({ released }, 'released credit holds whose turns never ended')
    },
  },
]
