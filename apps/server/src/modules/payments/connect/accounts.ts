// Owns the agency's account at the provider: created once, completed on the provider's pages; and its credit price.
import type { AgencyBilling } from '@parlance/contract/billing/client-billing'
import {
  clientCreditPrice,
  creditsInCents,
  defaultClientPlans,
  DEFAULT_USD_PER_CREDIT,
} from '@parlance/contract/billing/client-purchase-rules'
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import type { Stripe } from 'stripe'
import type { Ctx } from '../../../lib/ctx.ts'
import { PROVIDER } from '../customers/customers.ts'
import type { PaymentsDeps } from '../deps.ts'
import { atProvider } from '../provider-error.ts'
import * as repository from './repository.ts'

export type ConnectedAccounts = ReturnType<typeof createConnectedAccounts>

export const isConnected = (row: repository.AccountRow | undefined): row is repository.AccountRow =>
  row !== undefined && row.detailsSubmitted && row.chargesEnabled

export function createConnectedAccounts({ stripe, workspaces, accounts, creditValueUsd, ownUrl }: PaymentsDeps) {
  const find = (ctx: Ctx) => repository.findAccount(ctx.db, ctx.workspaceId)

  /** @throws PLAN_LIMIT without the white-label add-on or an active trial */
  const assertAllowed = async (ctx: Ctx) => {
    const { autoBilling } = await workspaces.entitlements(ctx, ctx.workspaceId)
    if (!autoBilling) throw new AppError('PLAN_LIMIT', msg('auto_billing_addon'))
  }
  const mirror = async (ctx: Ctx) => {
    const view = asBilling(await find(ctx), creditValueUsd)
    const { email, accountId, payouts_enabled, allowPlans, USDPerToken } = view
    await workspaces.setPlan(ctx, ctx.workspaceId, {
      stripeConnect: {
        email,
        accountId,
        isConnected: view.isConnected,
        payouts_enabled,
        allowPlans,
        USDPerToken: USDPerToken ?? DEFAULT_USD_PER_CREDIT,
        plans: view.plans.filter(({ priceId }) => priceId !== ''),
      },
    })
    return view
  }
  const sync = async (ctx: Ctx, account: Stripe.Account) => {
    const row = await find(ctx)
    if (!row || row.accountId !== account.id) return
    await repository.updateAccount(ctx.db, ctx.workspaceId, {
      email: account.email ?? row.email,
      detailsSubmitted: account.details_submitted,
      chargesEnabled: account.charges_enabled,
      payoutsEnabled: account.payouts_enabled,
    })
    await mirror(ctx)
  }

  return {
    find,
    mirror,
    assertAllowed,
    async refresh(ctx: Ctx): Promise<void> {
      const row = await find(ctx)
      if (row) await sync(ctx, await atProvider(() => stripe.accounts.retrieve(row.accountId)))
    },
    async billing(ctx: Ctx): Promise<AgencyBilling> {
      const row = await find(ctx)
      if (row && !row.payoutsEnabled) await sync(ctx, await atProvider(() => stripe.accounts.retrieve(row.accountId)))
      return asBilling(await find(ctx), creditValueUsd)
    },
    async save(ctx: Ctx, usdPerToken: number): Promise<AgencyBilling> {
      await assertAllowed(ctx)
      const row = await find(ctx)
      if (!row) throw new AppError('CONFLICT', msg('client_billing_connect'))
      if (!row.chargesEnabled) await sync(ctx, await atProvider(() => stripe.accounts.retrieve(row.accountId)))
      await repository.updateAccount(ctx.db, ctx.workspaceId, { usdPerToken })
      return mirror(ctx)
    },
    async create(ctx: Ctx): Promise<string> {
      await assertAllowed(ctx)
      const { workspaceId, region } = ctx
      const known = await find(ctx)
      if (known) return known.accountId
      const { email } = await workspaces.get(ctx, workspaceId)
      const made = await atProvider(() =>
        stripe.accounts.create(
          {
            type: 'express',
            email,
            capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
            metadata: { workspaceId, region },
          },
          { idempotencyKey: `connect:${region}:${workspaceId}` },
        ),
      )
      await accounts.claimAccount(ctx, { provider: PROVIDER, account: made.id, connectionId: '' })
      await repository.insertAccount(ctx.db, { workspaceId, accountId: made.id, email, createdAt: ctx.now() })
      await mirror(ctx)
      return made.id
    },
    async link(ctx: Ctx): Promise<string> {
      await assertAllowed(ctx)
      const row = await find(ctx)
      if (!row) throw new AppError('CONFLICT', msg('client_billing_connect'))
      const back = `${ownUrl()}/app/${ctx.region}/whitelabel/agency?activeTabIndex=5`
      const link = await atProvider(() =>
        stripe.accountLinks.create({
          account: row.accountId,
          type: 'account_onboarding',
          return_url: `${back}&connected=1`,
          refresh_url: back,
        }),
      )
      return link.url
    },
    priceOf: (row: repository.AccountRow) =>
      clientCreditPrice(row.usdPerToken ?? DEFAULT_USD_PER_CREDIT, creditValueUsd),
  }
}

function asBilling(row: repository.AccountRow | undefined, creditValueUsd: number): AgencyBilling {
  const price = clientCreditPrice(row?.usdPerToken ?? DEFAULT_USD_PER_CREDIT, creditValueUsd)
  const saved = row?.plans ?? []
  return {
    accountId: row?.accountId ?? '',
    email: row?.email ?? '',
    isConnected: isConnected(row),
    payouts_enabled: row?.payoutsEnabled ?? false,
    allowPlans: isConnected(row) && saved.length > 0,
    USDPerToken: row?.usdPerToken ?? null,
    creditValueUsd,
    plans:
      saved.length > 0
        ? saved.map((plan) => ({ ...plan, price: plan.price || creditsInCents(plan.credits, price) / 100 }))
        : defaultClientPlans(price),
  }
}
