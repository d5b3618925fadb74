// Data of the billing page: plan, balance, add-ons, automatic recharge and invoices of a workspace.
import { type AddOnId, ADD_ON_IDS } from '@parlance/contract/billing/entitlements'
import type { AutoRecharge, BillingOverview, Invoice, PlanStatus } from '@parlance/contract/billing/payments'
import { PLANS } from '@parlance/contract/billing/plans'
import { MILLI, toCredits } from '@parlance/contract/lib/money'
import { monthKey, unixSeconds } from '@parlance/contract/lib/time'
import type { WorkspaceInternal } from '@parlance/contract/workspaces/schemas'
import type { Ctx } from '../../lib/ctx.ts'
import type { Catalog } from './catalog.ts'
import type { Customers } from './customers/customers.ts'
import type { PaymentsDeps } from './deps.ts'
import * as repository from './repository.ts'

export function createOverview({
  billing,
  workspaces,
  countryOf,
  provider,
  creditValueUsd,
  priceSettings,
  catalog,
  customers,
}: PaymentsDeps & { readonly catalog: Catalog; readonly customers: Customers }) {
  const autoRecharge = async (ctx: Ctx): Promise<AutoRecharge> => {
    const { automaticBilling, internal } = await workspaces.get(ctx, ctx.workspaceId)
    const now = ctx.now()
    const state = await repository.findRecharge(ctx.db, ctx.workspaceId)
    const charged = await repository.rechargedSince(ctx.db, ctx.workspaceId, startOfMonth(now))
    const stopped = state?.stopped === 'limit' && state.stoppedMonth !== monthKey(now) ? '' : (state?.stopped ?? '')
    return {
      automaticBilling,
      autochargeCreditThreshold: internal.autochargeCreditThreshold,
      autochargeCreditAmount: internal.autochargeCreditAmount,
      monthlyChargeLimit: internal.monthlyChargeLimit,
      chargedThisMonth: charged / 100,
      stopped: stopped === '' ? null : stopped,
    }
  }

  /** Workspaces that got no country when they were made get it from an admin's request, so that the currency fits. */
  const setMissingCountry = async (ctx: Ctx, { internal }: { readonly internal: WorkspaceInternal }) => {
    if (internal.countryCode !== '' || ctx.actor.kind !== 'session' || ctx.asSupport) return
    const countryCode = await countryOf(ctx)
    if (countryCode !== '') await workspaces.setPlan(ctx, ctx.workspaceId, { internal: { countryCode } })
  }

  return {
    autoRecharge,
    async overview(ctx: Ctx): Promise<BillingOverview> {
      const { workspaceId } = ctx
      const workspace = await workspaces.get(ctx, workspaceId)
      await setMissingCountry(ctx, workspace)
      const row = await repository.liveSubscription(ctx.db, workspaceId)
      const spent = toCredits(await billing.spentSince(ctx, workspaceId, startOfMonth(ctx.now())))
      const left = workspace.loadTokens
      const plan = PLANS.find(({ id }) => id === workspace.plan)
      const cancels = row?.cancelsAt != null
      return {
        currentPlan: {
          id: workspace.plan,
          name: plan?.label ?? workspace.plan,
          status: statusOf(row),
          hasSubscription: row !== undefined && isStarted(row),
          billingCycle: 'monthly',
          renewalDate: row && !cancels && isStarted(row) ? unixSeconds(row.currentPeriodEnd) : null,
          credits: { used: spent, total: round(spent + left) },
          cancels,
          cancelsAt: row?.cancelsAt ? unixSeconds(row.cancelsAt) : null,
          usdBalance: round(left * creditValueUsd),
        },
        costThisMonth: round(spent * creditValueUsd),
        tax: await customers.taxFor(ctx),
        plans: PLANS.map((one) => ({
          ...one,
          prices: one.prices.map((price) => ({ ...price })),
          features: [...one.features(creditValueUsd)],
          billingCycle: 'monthly' as const,
          status: one.id === workspace.plan ? statusOf(row) : null,
          stripePrices: catalog.pricesOfPlan(one.id),
        })),
        addOns: catalog.onSale.map((one) => ({
          ...one,
          prices: one.prices.map((price) => ({ ...price })),
          quantity: quantityOf(row, one.id),
          currentQuantity: workspace.addOns[one.id] ?? 0,
        })),
        autoRecharge: await autoRecharge(ctx),
        provider: { ...provider, url: provider.url() },
        creditValueUsd,
        priceSettings: { ...priceSettings, creditTiers: [...priceSettings.creditTiers] },
      }
    },
    async invoices(ctx: Ctx, limit = 100): Promise<Invoice[]> {
      return (await repository.listInvoices(ctx.db, ctx.workspaceId, limit)).map(toInvoice)
    },
    async addOnStatus(ctx: Ctx, keys: readonly string[], addOnOf: (key: string) => AddOnId | undefined) {
      const row = await repository.liveSubscription(ctx.db, ctx.workspaceId)
      const asked = keys.length === 0 ? ADD_ON_IDS : keys
      return {
        hasSubscription: row !== undefined && isStarted(row),
        addons: asked.map((addonKey) => {
          const addOn = addOnOf(addonKey)
          const quantity = addOn ? quantityOf(row, addOn) : 0
          return { addonKey, hasAddon: quantity > 0, quantity }
        }),
      }
    },
  }
}

const isStarted = ({ status }: repository.SubscriptionRow) => status !== 'incomplete'
const quantityOf = (row: repository.SubscriptionRow | undefined, addOn: AddOnId) =>
  row?.items.find(({ key }) => key === addOn)?.quantity ?? 0

/** In the specification's terms; the free plan counts as active. */
export function statusOf(row: repository.SubscriptionRow | undefined): PlanStatus {
  switch (row?.status) {
    case 'trialing':
    case 'past_due':
    case 'unpaid':
      return row.status
    case 'incomplete':
      return 'pending'
    case 'canceled':
      return 'cancelled'
    default:
      return 'active'
  }
}

const STATUSES: readonly Invoice['status'][] = ['draft', 'open', 'paid', 'uncollectible', 'void']

export const toInvoice = (row: repository.InvoiceRow): Invoice => ({
  id: row.id,
  number: row.number,
  created: unixSeconds(row.createdAt),
  hosted_invoice_url: row.hostedUrl,
  invoice_pdf: row.pdfUrl,
  status: STATUSES.find((one) => one === row.status) ?? 'open',
  kind: row.kind,
  currency: row.currency,
  subtotal: row.subtotal,
  discount: row.discount,
  tax: row.tax,
  total: row.total,
  amountRefunded: row.amountRefunded,
  dispute: row.dispute,
})

export const startOfMonth = (now: Date) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()))
const round = (value: number) => Math.round(value * 10 * MILLI) / (10 * MILLI)
