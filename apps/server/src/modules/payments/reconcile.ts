// Compares our books with the provider each night, and makes good what webhooks did not tell.
import type { Ctx } from '../../lib/ctx.ts'
import type { PaymentsDeps } from './deps.ts'
import type { SyncInvoice } from './invoices/sync-invoice.ts'
import * as repository from './repository.ts'
import type { SyncSubscription } from './subscriptions/sync-subscription.ts'

export interface ReconcileReport {
  readonly customers: number
  readonly invoices: number
  readonly subscriptions: number
  /** What was not as the provider has it, and is now. */
  readonly corrected: readonly string[]
  readonly failed: readonly string[]
}

const BATCH = 200

export function createReconcile({
  stripe,
  contextFor,
  sync,
  syncInvoice,
  log,
}: PaymentsDeps & { readonly sync: SyncSubscription; readonly syncInvoice: SyncInvoice }) {
  const reconcileCustomer = async (ctx: Ctx, customer: string) => {
    const corrected: string[] = []
    let [invoices, subscriptions] = [0, 0]
    for await (const found of stripe.invoices.list({ customer, limit: 100 })) {
      invoices += 1
      const before = await repository.findInvoice(ctx.db, found.id)
      await syncInvoice(ctx, found.id)
      const after = await repository.findInvoice(ctx.db, found.id)
      if (before?.status !== after?.status || before?.creditsBooked !== after?.creditsBooked) corrected.push(found.id)
    }
    for await (const found of stripe.subscriptions.list({ customer, status: 'all', limit: 100 })) {
      subscriptions += 1
      const before = await repository.findSubscription(ctx.db, found.id)
      await sync(ctx, found)
      if (before?.status !== found.status) corrected.push(found.id)
    }
    return { invoices, subscriptions, corrected }
  }

  /** All customers of the region. */
  return async (ctx: Ctx): Promise<ReconcileReport> => {
    const report = { customers: 0, invoices: 0, subscriptions: 0, corrected: [] as string[], failed: [] as string[] }
    for (let after = ''; ;) {
      const batch = await repository.listCustomers(ctx.db, after, BATCH)
      for (const { workspaceId, customerId } of batch) {
        report.customers += 1
        try {
          const one = await reconcileCustomer(contextFor(ctx.region, workspaceId), customerId)
          report.invoices += one.invoices
          report.subscriptions += one.subscriptions
          report.corrected.push(...one.corrected)
        } catch (error) {
          report.failed.push(customerId)
          log.warn({ err: error, customer: customerId }, 'comparing a customer with the provider failed')
        }
      }
      after = batch.at(-1)?.workspaceId ?? ''
      if (batch.length < BATCH) break
    }
    log.info({ region: ctx.region, ...report }, 'books were compared with the payment provider')
    return report
  }
}
