// Mails about payments that the bank of a buyer disputes: to the workspace, or to the agency about its client.
import type { Dispute } from '@parlance/contract/billing/payments'
import type { Ctx } from '../../../lib/ctx.ts'
import * as connect from '../connect/repository.ts'
import type { PaymentsDeps } from '../deps.ts'
import * as repository from '../repository.ts'

export const DISPUTE_JOB = 'payments.disputed'

const KINDS = {
  open: ['disputeOpened', 'clientDisputeOpened'],
  won: ['disputeWon', 'clientDisputeWon'],
  lost: ['disputeLost', 'clientDisputeLost'],
} as const

export const createDisputes =
  ({ mails, orgName }: PaymentsDeps) =>
  async (
    ctx: Ctx,
    { invoiceId, dispute }: { readonly invoiceId: string; readonly dispute: Dispute },
  ): Promise<void> => {
    if (dispute === '') return
    const { workspaceId } = ctx
    const [own, clients] = KINDS[dispute]
    const invoice = await repository.findInvoice(ctx.db, invoiceId)
    if (invoice?.workspaceId === workspaceId) {
      await mails.notice(ctx, workspaceId, { kind: own, amount: amountOf(invoice.total, invoice.currency) })
      return
    }
    const sale = await connect.findSaleOfInvoice(ctx.db, workspaceId, invoiceId)
    if (!sale) return
    const org = (await orgName(ctx, sale.orgId)) || sale.orgId
    await mails.notice(ctx, workspaceId, { kind: clients, org, amount: amountOf(sale.total, 'usd') })
  }

export const amountOf = (cents: number, currency: string) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() }).format(cents / 100)
