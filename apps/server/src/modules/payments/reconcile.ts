// Compares our books with the provider each night, and fixes what webhooks missed.
import type { Ctx } from '../../lib/ctx.ts'
import type { Db } from '../../lib/db/pool.ts'
import type { ClientBillingService } from './connect/index.ts'
import * as connect from './connect/repository.ts'
import type { ReplaceDeleted } from './customers/replace-deleted.ts'
import type { PaymentsDeps } from './deps.ts'
import type { SyncInvoice } from './invoices/sync-invoice.ts'
import * as repository from './repository.ts'
import type { SyncSubscription } from './subscriptions/sync-subscription.ts'

export const RECONCILE_JOB = 'payments.reconcile'
/** A job that takes ten minutes is started again while it runs. */
const SLICE_MS = 5 * 60_000

interface ReconcileReport {
  customers: number
  invoices: number
  subscriptions: number
  accounts: number
  sales: number
  /** Differences from the provider, now corrected. */
  readonly corrected: string[]
  readonly failed: string[]
}
type Stage = 'customers' | 'accounts'

/** Where a comparison goes on: after this workspace, and after this invoice of the next one. */
export interface ReconcileProgress {
  readonly stage: Stage
  readonly after: string
  readonly invoice: string
  readonly report: ReconcileReport
  readonly sliceMs: number
}

interface Slice extends Pick<ReconcileProgress, 'invoice' | 'report'> {
  readonly isOver: () => boolean
}
/** Returns the last invoice that was compared if the slice ended before the others. */
type Compare = (ctx: Ctx, id: string, slice: Slice) => Promise<string | undefined>

const EMPTY: ReconcileReport = {
  customers: 0,
  invoices: 0,
  subscriptions: 0,
  accounts: 0,
  sales: 0,
  corrected: [],
  failed: [],
}

const pageAfter = (invoice: string) => ({ limit: 100, ...(invoice && { starting_after: invoice }) })

const moneyIn = (row: repository.InvoiceRow | undefined) =>
  row && [row.status, row.creditsBooked, row.amountPaid, row.amountRefunded, row.amountDisputed, row.fee].join(':')

export function createReconcile({
  stripe,
  contextFor,
  sync,
  syncInvoice,
  replaceDeleted,
  clientBilling,
  enqueue,
  log,
}: PaymentsDeps & {
  readonly sync: SyncSubscription
  readonly syncInvoice: SyncInvoice
  readonly replaceDeleted: ReplaceDeleted
  readonly clientBilling: Pick<ClientBillingService, 'syncInvoice' | 'orgs'>
}) {
  const compareCustomer: Compare = async (ctx, customer, { invoice, report, isOver }) => {
    if (invoice === '' && (await replaceDeleted(ctx, customer))) {
      report.corrected.push(customer)
      return undefined
    }
    for await (const { id } of stripe.invoices.list({ customer, ...pageAfter(invoice) })) {
      report.invoices += 1
      const before = await repository.findInvoice(ctx.db, id)
      await syncInvoice(ctx, id)
      const after = await repository.findInvoice(ctx.db, id)
      if (moneyIn(before) !== moneyIn(after)) report.corrected.push(id)
      if (isOver()) return id
    }
    for await (const found of stripe.subscriptions.list({ customer, status: 'all', limit: 100 })) {
      report.subscriptions += 1
      const before = await repository.findSubscription(ctx.db, found.id)
      await sync(ctx, found)
      if (before?.status !== found.status) report.corrected.push(found.id)
    }
    return undefined
  }

  const compareAccount: Compare = async (ctx, account, { invoice, report, isOver }) => {
    const stateOf = async (id: string) => {
      const sale = await connect.findSaleOfInvoice(ctx.db, ctx.workspaceId, id)
      return sale && [sale.state, sale.creditsBooked, sale.captured, sale.refunded, sale.disputed, sale.fee].join(':')
    }
    for await (const { id, status } of stripe.invoices.list(pageAfter(invoice), { stripeAccount: account })) {
      if (status !== 'paid') continue
      report.sales += 1
      const before = await stateOf(id)
      await clientBilling.syncInvoice(ctx, account, id)
      if (before !== (await stateOf(id))) report.corrected.push(id)
      if (isOver()) return id
    }
    for (const org of await connect.listSubscribed(ctx.db, ctx.workspaceId)) {
      await clientBilling.orgs.syncSubscription(ctx, account, org.subscriptionId)
      const after = await connect.findOrg(ctx.db, ctx.workspaceId, org.orgId)
      if (after?.subscriptionStatus !== org.subscriptionStatus) report.corrected.push(org.subscriptionId)
    }
    return undefined
  }

  const next = {
    async customers(db: Db, after: string) {
      const [row] = await repository.listCustomers(db, after, 1)
      return row && { workspaceId: row.workspaceId, id: row.customerId }
    },
    async accounts(db: Db, after: string) {
      const [row] = await connect.listAccounts(db, after, 1)
      return row && { workspaceId: row.workspaceId, id: row.accountId }
    },
  }
  const compare = { customers: compareCustomer, accounts: compareAccount }

  /** Returns what was compared so far; a job goes on after the slice. */
  return async (ctx: Ctx, progress: Partial<ReconcileProgress> = {}): Promise<ReconcileReport> => {
    const { sliceMs = SLICE_MS } = progress
    let { stage = 'customers', after = '', invoice = '' } = progress
    const report: ReconcileReport = structuredClone(progress.report ?? EMPTY)
    const end = performance.now() + sliceMs
    const isOver = () => performance.now() >= end
    for (;;) {
      const one = await next[stage](ctx.db, after)
      if (!one) {
        if (stage === 'accounts') break
        stage = 'accounts'
        after = ''
        continue
      }
      const { workspaceId, id } = one
      try {
        invoice = (await compare[stage](contextFor(ctx.region, workspaceId), id, { invoice, report, isOver })) ?? ''
      } catch (error) {
        invoice = ''
        report.failed.push(id)
        log.warn({ err: error, id }, 'comparing a customer or an account of an agency with the provider failed')
      }
      if (invoice === '') {
        report[stage] += 1
        after = workspaceId
      }
      if (isOver()) {
        await enqueue(ctx, RECONCILE_JOB, { stage, after, invoice, report, sliceMs })
        return report
      }
    }
    const text = 'books were compared with the payment provider'
    if (report.failed.length > 0) log.warn({ region: ctx.region, ...report }, text)
    else log.info({ region: ctx.region, ...report }, text)
    return report
  }
}
