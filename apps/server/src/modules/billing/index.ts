import { createBudgets } from './budgets.ts'
import { billingJobs } from './jobs.ts'
import { createLedgerReceipts } from './receipts.ts'
import { type BillingDeps, createBilling } from './service.ts'

export * from './ask-model.ts'
export * from './budgets.ts'
export * from './metering.ts'
export * from './models.ts'
export * from '@parlance/contract/billing/plans'
export * from './prices.ts'
export * from './priority.ts'
export * from './receipts.ts'
export * from './transcription-price.ts'
export * from './usage.ts'

export function createBillingModule(deps: BillingDeps) {
  const service = createBilling(deps)
  const budgets = createBudgets()
  return { service, budgets, receipts: createLedgerReceipts(), jobs: billingJobs(service, budgets) }
}
