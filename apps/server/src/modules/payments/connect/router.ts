// The request pipeline checked access, except to the organisation and account.
import type { connectApi } from '@parlance/contract/billing/connect-api'
import { AppError } from '@parlance/contract/lib/errors'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Handlers } from '../../../lib/http/handlers.ts'
import type { ClientBillingService } from './index.ts'

function checkRegion(ctx: Ctx, { region }: { readonly region?: string | undefined }): void {
  if (region !== undefined && region !== ctx.region) throw new AppError('NOT_FOUND')
}

export const createClientBillingRouter = ({
  connected,
  plans,
  orgs,
  receipts,
  budgets,
  whatIf,
  creditFlow,
  ...service
}: ClientBillingService): Handlers<typeof connectApi> => ({
  agencyBilling: (ctx) => connected.billing(ctx),
  saveAgencyBilling: (ctx, { USDPerToken }) => connected.save(ctx, USDPerToken),
  createAccount: async (ctx) => ({ success: true, accountId: await connected.create(ctx) }),
  accountLink: async (ctx) => ({ redirectUrl: await connected.link(ctx) }),
  getAccountId: async (ctx, { accountRegion }) => {
    checkRegion(ctx, { region: accountRegion })
    const row = await connected.find(ctx)
    if (!row) throw new AppError('NOT_FOUND')
    const { accountId, allowPlans } = await connected.billing(ctx)
    return { accountId, allowPlans, usdPerCredit: connected.priceOf(row) }
  },
  getPlans: async (ctx, { agencyAccountId }) => ({ plans: await plans.list(ctx, agencyAccountId) }),
  upsertAgencyPlans: async (ctx, input) => ({
    success: true,
    updatedPlans: await plans.upsert(ctx, input.agencyAccountId, input.plans),
  }),
  assemblePreBuiltPlansFromStripe: async (ctx, { agencyAccountId }) => ({
    plans: await plans.assemble(ctx, agencyAccountId),
  }),
  createAgencySubscriptionSession: async (ctx) => ({ sessionUrl: await service.subscriptionSession(ctx) }),
  clientBilling: (ctx, { orgId }) => orgs.overview(ctx, orgId),
  getPaymentMethods: async (ctx, { customerId, accountId }) => ({
    paymentMethod: await orgs.paymentMethod(ctx, customerId, accountId),
  }),
  getBillingDetails: async (ctx, { customerId, accountId }) => ({
    customer: await orgs.details(ctx, customerId, accountId),
  }),
  getInvoices: async (ctx, { customerId, accountId }) => ({
    invoices: { data: await orgs.invoices(ctx, customerId, accountId) },
  }),
  updatePayment: async (ctx, input) => {
    checkRegion(ctx, input)
    const { orgId, workspaceStripeAccountId, paymentMethodId } = input
    return { customer: { id: await orgs.updatePayment(ctx, orgId, workspaceStripeAccountId, paymentMethodId) } }
  },
  prePaid: async (ctx, input) => {
    checkRegion(ctx, input)
    return service.prePaid(ctx, input.orgId, { credits: input.creditAmount, again: input.again })
  },
  confirmPrePaid: (ctx, { orgId, paymentIntentId }) => service.confirmPrePaid(ctx, orgId, paymentIntentId),
  updateAutorecharge: async (ctx, input) => {
    checkRegion(ctx, input)
    await orgs.updateAutorecharge(ctx, input)
    return { success: true }
  },
  createOrgSubscription: async (ctx, input) => {
    checkRegion(ctx, input)
    return { sessionUrl: await orgs.subscribe(ctx, input) }
  },
  cancelOrgSubscription: async (ctx, input) => {
    checkRegion(ctx, input)
    const { orgId, workspaceStripeAccountId, subscriptionId } = input
    return { subscription: await orgs.cancel(ctx, orgId, workspaceStripeAccountId, subscriptionId) }
  },
  budgets: async (ctx) => ({ items: await budgets.list(ctx) }),
  saveBudget: async (ctx, { kind, subjectId, limit, alerts, action }) => ({
    data: await budgets.save(ctx, { kind, subjectId }, { limit, alerts, action }),
  }),
  deleteBudget: async (ctx, { kind, subjectId }) => {
    await budgets.remove(ctx, { kind, subjectId })
    return { success: true }
  },
  receiptWhatIf: (ctx, { month, usdPerToken, markup, model }) => whatIf(ctx, { month, usdPerToken, markup, model }),
  creditFlow: (ctx, { month, by }) => creditFlow(ctx, { month, by }),
  clientBudget: async (ctx, { orgId }) => ({ budget: await budgets.client(ctx, orgId) }),
  receipts: (ctx, input) => receipts.list(ctx, input),
  receiptTotals: async (ctx, input) => ({ items: await receipts.totals(ctx, input.by, input) }),
  receiptsCsv: (ctx, input) => {
    ctx.request?.setHeader('content-disposition', 'attachment; filename="receipts.csv"')
    return receipts.csv(ctx, input)
  },
  clientReceipts: (ctx, { orgId, ...filter }) => receipts.client.list(ctx, orgId, filter),
  clientReceiptTotals: async (ctx, { orgId, by, ...filter }) => ({
    items: await receipts.client.totals(ctx, orgId, by, filter),
  }),
  clientReceiptsCsv: (ctx, { orgId, ...filter }) => {
    ctx.request?.setHeader('content-disposition', 'attachment; filename="receipts.csv"')
    return receipts.client.csv(ctx, orgId, filter)
  },
  transferCredits: (ctx, { orgId, source, amount }) => service.transfer(ctx, orgId, source, amount),
})
