// Compares our books with the provider each night, and fixes what webhooks missed.
import type { Ctx } from '../../lib/ctx.ts'
import type { ClientBillingService } from './connect/index.ts'
import * as connect from './connect/repository.ts'
import type { PaymentsDeps } from './deps.ts'
import type { SyncInvoice } from './invoices/sync-invoice.ts'
import * as repository from './repository.ts'
import type { SyncSubscription } from './subscriptions/sync-subscription.ts'

export interface ReconcileReport {
  readonly customers: number
  readonly invoices: number
  readonly subscriptions: number
  readonly accounts: number
  readonly sales: number
  /** Differences from the provider, now corrected. */
  readonly corrected: readonly string[]
  readonly failed: readonly string[]
}

const BATCH = 200

const moneyIn = (row: repository.InvoiceRow | undefined) =>
  row && [row.status, row.creditsBooked, row.amountPaid, row.amountRefunded, row.amountDisputed, row.fee].join(':')

export function createReconcile({
  stripe,
  contextFor,
  sync,
  syncInvoice,
  clientBilling,
  log,
}: PaymentsDeps & {
  readonly sync: SyncSubscription
  readonly syncInvoice: SyncInvoice
  readonly clientBilling: Pick<ClientBillingService, 'syncInvoice' | 'orgs'>
}) {
  const reconcileCustomer = async (ctx: Ctx, customer: string) => {
    const corrected: string[] = []
    let [invoices, subscriptions] = [0, 0]
    for await (const found of stripe.invoices.list({ customer, limit: 100 })) {
      invoices += 1
      const before = await repository.findInvoice(ctx.db, found.id)
      await syncInvoice(ctx, found.id)
      const after = await repository.findInvoice(ctx.db, found.id)
      if (moneyIn(before) !== moneyIn(after)) corrected.push(found.id)
    }
    for await (const found of stripe.subscriptions.list({ customer, status: 'all', limit: 100 })) {
      subscriptions += 1
      const before = await repository.findSubscription(ctx.db, found.id)
      await sync(ctx, found)
      if (before?.status !== found.status) corrected.push(found.id)
    }
    return { invoices, subscriptions, corrected }
  }

  const reconcileAccount = async (ctx: Ctx, account: string) => {
    const corrected: string[] = []
    let sales = 0
    const options = { stripeAccount: account }
    const stateOf = async (id: string) => {
      const sale = await connect.findSaleOfInvoice(ctx.db, ctx.workspaceId, id)
      return sale && [sale.state, sale.creditsBooked, sale.captured, sale.refunded, sale.disputed, sale.fee].join(':')
    }
    for await (const { id, status } of stripe.invoices.list({ limit: 100 }, options)) {
      if (status !== 'paid') continue
      sales += 1
      const before = await stateOf(id)
      await clientBilling.syncInvoice(ctx, account, id)
      if (before !== (await stateOf(id))) corrected.push(id)
    }
    for (const org of await connect.listSubscribed(ctx.db, ctx.workspaceId)) {
      await clientBilling.orgs.syncSubscription(ctx, account, org.subscriptionId)
      const after = await connect.findOrg(ctx.db, ctx.workspaceId, org.orgId)
      if (after?.subscriptionStatus !== org.subscriptionStatus) corrected.push(org.subscriptionId)
    }
    return { sales, corrected }
  }

  return async (ctx: Ctx): Promise<ReconcileReport> => {
    const counts = { customers: 0, invoices: 0, subscriptions: 0, accounts: 0, sales: 0 }
    const report = { ...counts, corrected: [] as string[], failed: [] as string[] }
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
    for (let after = ''; ;) {
      const batch = await connect.listAccounts(ctx.db, after, BATCH)
      for (const { workspaceId, accountId } of batch) {
        report.accounts += 1
        try {
          const one = await reconcileAccount(contextFor(ctx.region, workspaceId), accountId)
          report.sales += one.sales
          report.corrected.push(...one.corrected)
        } catch (error) {
          report.failed.push(accountId)
          log.warn({ err: error, account: accountId }, 'comparing the account of an agency with the provider failed')
        }
      }
      after = batch.at(-1)?.workspaceId ?? ''
      if (batch.length < BATCH) break
    }
    const text = 'books were compared with the payment provider'
    if (report.failed.length > 0) log.warn({ region: ctx.region, ...report }, text)
    else log.info({ region: ctx.region, ...report }, text)
    return report
  }
}
