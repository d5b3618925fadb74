import { LEFTOVERS_JOB } from './connect/deleted-orgs.ts'
import { createClientBillingRouter } from './connect/router.ts'
import type { PaymentsDeps } from './deps.ts'
import { paymentsJobs } from './jobs.ts'
import type { Job } from '../../lib/jobs/jobs.ts'
import { createPaymentsRouter } from './router.ts'
import { createPayments } from './service.ts'

export type { PaymentMails, PaymentsDeps } from './deps.ts'

export function createPaymentsModule(deps: PaymentsDeps) {
  const { service, clientBilling, webhooks } = createPayments(deps)
  return {
    service,
    clientBilling,
    webhooks,
    router: createPaymentsRouter(service),
    clientRouter: createClientBillingRouter(clientBilling),
    jobs: [
      ...paymentsJobs(service),
      { name: 'payments.client-sales', cron: '*/5 * * * *', run: clientBilling.sweep } satisfies Job,
      {
        name: 'payments.client-recharge',
        retryLimit: 6,
        run: (ctx, { orgId }) => clientBilling.recharge(ctx, String(orgId)),
      } satisfies Job,
      {
        name: 'payments.client-subscription-ends',
        retryLimit: 12,
        run: (_, { accountId, subscriptionId }) =>
          clientBilling.orgs.cancelSubscription(String(accountId), String(subscriptionId)),
      } satisfies Job,
      {
        name: LEFTOVERS_JOB,
        retryLimit: 12,
        run: (ctx, { orgId, org }) => clientBilling.orgs.returnLeftovers(ctx, String(orgId), String(org)),
      } satisfies Job,
      { name: 'payments.budget-alerts', cron: '* * * * *', run: clientBilling.budgets.sweepAlerts } satisfies Job,
      {
        name: 'payments.client-low',
        run: (ctx, { orgId, left }) => clientBilling.exhausted.low(ctx, String(orgId), Number(left)),
      } satisfies Job,
      {
        name: 'payments.client-exhausted',
        run: (ctx, { orgId, needed = 0 }) => clientBilling.exhausted.notice(ctx, String(orgId), Number(needed)),
      } satisfies Job,
    ],
  }
}
