import type { PaymentsDeps } from './deps.ts'
import { paymentsJobs } from './jobs.ts'
import { createPaymentsRouter } from './router.ts'
import { createPayments } from './service.ts'

export type { PaymentMails } from './deps.ts'

export function createPaymentsModule(deps: PaymentsDeps) {
  const { service, webhooks } = createPayments(deps)
  return { service, webhooks, router: createPaymentsRouter(service), jobs: paymentsJobs(service) }
}
