// Owns client billing: agencies sell credits and plans to their organisations through their own account at the
// provider.
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../../lib/ctx.ts'
import { createCoalescedRuns } from '../../../lib/coalesce-runs.ts'
import type { Catalog } from '../catalog.ts'
import type { Customers } from '../customers/customers.ts'
import type { PaymentsDeps } from '../deps.ts'
import { atProvider, isMissing } from '../provider-error.ts'
import * as payments from '../repository.ts'
import { findRunning, openCheckout } from '../subscriptions/checkout.ts'
import { createCreditFlow } from '../receipts/credit-flow.ts'
import type { Rates } from '../receipts/rates.ts'
import { createWhatIf } from '../receipts/what-if.ts'
import { createReceipts } from '../receipts/receipts.ts'
import type { HandleConnected } from '../webhooks/stripe-webhook.ts'
import { createWorkspaceBudgets } from '../budgets/budgets.ts'
import { createConnectedAccounts } from './accounts.ts'
import { createOrgBilling } from './orgs.ts'
import { createPayers } from './payers.ts'
import { createExhausted } from './exhausted.ts'
import { createClientPlans } from './plans.ts'
import { createSales } from './sales.ts'

export type ClientBillingService = ReturnType<typeof createClientBilling>['service']

export function createClientBilling(
  deps: PaymentsDeps & { readonly catalog: Catalog; readonly customers: Customers; readonly rates: Rates },
) {
  const { stripe, catalog, customers, rates, ownUrl } = deps
  const connected = createConnectedAccounts(deps)
  const payers = createPayers(deps)
  const plans = createClientPlans({ ...deps, connected })
  const orgs = createOrgBilling({ ...deps, connected })
  const sales = createSales({ ...deps, connected })

  const receipts = createReceipts({ ...deps, connected, orgs })
  const whatIf = createWhatIf({ ...deps, connected })
  const budgets = createWorkspaceBudgets({ ...deps, connected, orgs })

  const share = createCoalescedRuns()
  const handleConnected: HandleConnected = async (ctx, news) => {
    const account = await connected.find(ctx)
    if (!account || account.accountId !== news.account) return
    try {
      if (news.object === 'account') await connected.refresh(ctx)
      const once = (work: () => Promise<void>) => share(`${ctx.region}:${news.account}:${news.id}`, work)
      if (news.object === 'subscription') await once(() => orgs.syncSubscription(ctx, news.account, news.id))
      if (news.object === 'invoice') await once(() => sales.syncInvoice(ctx, news.account, news.id))
      const intent = news.object === 'payment_intent' ? news.id : news.paymentIntent
      if (intent !== '') await sales.syncIntent(ctx, news.account, intent)
    } catch (error) {
      if (!isMissing(error) && !(error instanceof AppError && error.code === 'NOT_FOUND')) throw error
    }
  }

  const service = {
    connected: {
      ...connected,
      save: (ctx: Ctx, usdPerToken: number) => rates.around(ctx, () => connected.save(ctx, usdPerToken)),
    },
    whatIf,
    creditFlow: createCreditFlow(deps),
    plans,
    orgs,
    payers,
    receipts,
    budgets,
    exhausted: createExhausted({ ...deps, recharge: sales.recharge }),
    sweep: sales.sweep,
    syncInvoice: sales.syncInvoice,
    recharge: sales.recharge,
    async prePaid(ctx: Ctx, orgId: string, wanted: { readonly credits: number; readonly again: boolean }) {
      const { org, account } = await orgs.require(ctx, orgId)
      const payment = await sales.buy(ctx, org, account, wanted)
      const { loadTokens } = await orgs.view(ctx, ctx.workspaceId, orgId)
      return { success: !payment.requiresAction, loadTokens, ...payment }
    },
    /** Also when billing was disabled meanwhile: paid credits are always booked. */
    async confirmPrePaid(ctx: Ctx, orgId: string, intentId: string) {
      orgs.assertOwn(ctx, orgId)
      await sales.confirm(ctx, orgId, intentId)
      const { loadTokens } = await orgs.view(ctx, ctx.workspaceId, orgId)
      return { success: true, loadTokens }
    },
    transfer: (ctx: Ctx, orgId: string, source: 'workspace' | 'org', amount: number) =>
      orgs.transfer(ctx, orgId, source, amount, ctx.attemptId ?? randomId(20)),
    /** The provider's page on which the workspace subscribes to pay as you go. */
    async subscriptionSession(ctx: Ctx): Promise<string> {
      const { workspaceId, region } = ctx
      if (await payments.liveSubscription(ctx.db, workspaceId))
        throw new AppError('CONFLICT', msg('subscription_exists'))
      const customer = await customers.ensure(ctx)
      const tax = await customers.taxFor(ctx)
      const back = `${ownUrl()}/app/${region}/whitelabel/agency`
      if (await findRunning(stripe, customer.customerId)) throw new AppError('CONFLICT', msg('subscription_starting'))
      return atProvider(async () =>
        openCheckout(stripe, {
          mode: 'subscription',
          customer: customer.customerId,
          line_items: [{ price: await catalog.priceOf('pay_as_you_go', tax.currency), quantity: 1 }],
          subscription_data: {
            metadata: { workspaceId, region, planId: 'pay_as_you_go' },
            default_tax_rates: await catalog.taxRates(tax),
          },
          success_url: back,
          cancel_url: back,
        }),
      )
    },
  }
  return { service, handleConnected }
}
