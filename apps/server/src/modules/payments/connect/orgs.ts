// Billing of an organisation: its customer, payment method and subscription at the agency's account.
import type { ClientBilling } from '@parlance/contract/billing/client-billing'
import { isRecharge, isRunning, PLATFORM_FEE_PERCENT } from '@parlance/contract/billing/client-purchase-rules'
import type { PaymentMethod } from '@parlance/contract/billing/payments'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { fromCredits, toCredits } from '@parlance/contract/lib/money'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../../lib/ctx.ts'
import { storedMessage } from '../../../lib/stored-message.ts'
import { toPaymentMethod } from '../customers/customers.ts'
import type { PaymentsDeps } from '../deps.ts'
import { atProvider } from '../provider-error.ts'
import { findRunning, openCheckout } from '../subscriptions/checkout.ts'
import { cancelSubscription } from '../workspace-deletion.ts'
import { type ConnectedAccounts, isConnected } from './accounts.ts'
import { LEFTOVERS_JOB, LEFTOVERS_MS } from './deleted-orgs.ts'
import * as repository from './repository.ts'
import { announceTransfer, idOf } from './sales.ts'

export interface OrgBillingView {
  readonly allowBilling: boolean
  readonly loadTokens: number
  readonly stripeCustomerId: string
  readonly subscription: { readonly status: string; readonly id: string; readonly priceId: string }
  readonly automaticBilling: boolean
  readonly autochargeAmount: number
  readonly autochargeThreshold: number
  readonly internal: { readonly autochargeCreditAmount: number; readonly autochargeCreditThreshold: number }
}

interface RechargeChange {
  readonly automaticBilling?: boolean | undefined
  readonly autochargeAmount?: number | undefined
  readonly autochargeThreshold?: number | undefined
}

export interface OrgAndAccount {
  readonly org: repository.OrgBillingRow
  readonly account: repository.AccountRow
}

/** The caller's own organisation, or any of the agency for its admin. */
const mayBe = ({ actor }: Ctx, orgId: string) => actor.kind !== 'client' || actor.isAdmin || actor.orgId === orgId

export type OrgBilling = ReturnType<typeof createOrgBilling>

export function createOrgBilling(deps: PaymentsDeps & { readonly connected: ConnectedAccounts }) {
  const { stripe, billing, budgets, connected, orgName, provider, isOwnAddress, enqueue, enqueueLater } = deps

  /** @throws NOT_FOUND for another organisation or account, FORBIDDEN when billing is not enabled */
  const require = async (ctx: Ctx, orgId: string, accountId?: string): Promise<OrgAndAccount> => {
    if (!mayBe(ctx, orgId)) throw new AppError('NOT_FOUND')
    const [org, account] = await Promise.all([repository.findOrg(ctx.db, ctx.workspaceId, orgId), connected.find(ctx)])
    if (accountId !== undefined && account?.accountId !== accountId) throw new AppError('NOT_FOUND')
    if (!org && (await orgName(ctx, orgId)) === '') throw new AppError('NOT_FOUND')
    if (!org?.allowBilling || !isConnected(account)) throw new AppError('FORBIDDEN', msg('client_billing_off'))
    return { org, account }
  }
  const ofCustomer = async (ctx: Ctx, customerId: string, accountId: string): Promise<OrgAndAccount> => {
    const org = await repository.findOrgOfCustomer(ctx.db, ctx.workspaceId, customerId)
    if (!org) throw new AppError('NOT_FOUND')
    return require(ctx, org.orgId, accountId)
  }
  const ensureCustomer = async (ctx: Ctx, { org, account }: OrgAndAccount, email?: string): Promise<string> => {
    if (org.customerId !== '') return org.customerId
    const made = await atProvider(async () =>
      stripe.customers.create(
        {
          name: await orgName(ctx, org.orgId),
          ...(email ? { email } : {}),
          metadata: { orgId: org.orgId, workspaceId: org.workspaceId, region: ctx.region },
        },
        { stripeAccount: account.accountId, idempotencyKey: `org:${ctx.region}:${org.orgId}:${email ?? ''}` },
      ),
    )
    const kept = await ctx.tx(async (tx) => {
      const now = await repository.lockOrg(tx.db, org.workspaceId, org.orgId)
      if (now && now.customerId !== '') return now.customerId
      await repository.updateOrg(tx.db, org.orgId, { customerId: made.id })
      return made.id
    })
    return kept
  }
  const subscriptionOf = (org: repository.OrgBillingRow) => ({
    status: org.subscriptionStatus,
    id: org.subscriptionId,
    priceId: org.subscriptionPriceId,
  })
  const emailOf = ({ actor }: Ctx) => ('email' in actor ? actor.email : undefined) || undefined

  const syncSubscription = async (ctx: Ctx, accountId: string, id: string): Promise<void> => {
    const found = await atProvider(() => stripe.subscriptions.retrieve(id, {}, { stripeAccount: accountId }))
    const orgId = found.metadata['orgId'] ?? ''
    const customerId = idOf(found.customer)
    const customer = await atProvider(() => stripe.customers.retrieve(customerId, {}, { stripeAccount: accountId }))
    await ctx.tx(async (tx) => {
      const org = await repository.lockOrg(tx.db, tx.workspaceId, orgId)
      const account = await connected.find(tx)
      if (account?.accountId !== accountId) return
      // Subscribed on a page that stayed open while billing was disabled or the organisation deleted.
      if (!org?.allowBilling && isRunning(found.status) && found.metadata['workspaceId'] === tx.workspaceId) {
        const { workspaceId } = tx
        await enqueue(tx, 'payments.client-subscription-ends', { workspaceId, accountId, subscriptionId: found.id })
      }
      if (!org || org.customerId !== customerId) return
      // An older, ended subscription must not replace the running one.
      if (org.subscriptionId !== found.id && isRunning(org.subscriptionStatus) && !isRunning(found.status)) return
      const method = customer.deleted ? '' : idOf(customer.invoice_settings.default_payment_method)
      await repository.updateOrg(tx.db, orgId, {
        subscriptionId: found.id,
        subscriptionStatus: found.status,
        subscriptionPriceId: found.items.data[0]?.price.id ?? '',
        ...(org.paymentMethodId === '' && method !== '' ? { paymentMethodId: method } : {}),
      })
    })
  }

  /** Ends the subscription, so that no one pays for what they no longer get. */
  const endSubscription = async (tx: Ctx, workspaceId: string, orgId: string): Promise<void> => {
    const org = await repository.lockOrg(tx.db, workspaceId, orgId)
    const account = await repository.findAccount(tx.db, workspaceId)
    if (!org || !account || org.subscriptionId === '' || org.subscriptionStatus === 'canceled') return
    const { subscriptionId } = org
    const { accountId } = account
    await enqueue(tx, 'payments.client-subscription-ends', { workspaceId, accountId, subscriptionId })
  }

  /** `org`: its name, for the credit log. */
  const returnAvailable = async (
    tx: Ctx,
    { orgId, org, key }: { readonly orgId: string; readonly org: string; readonly key: string },
  ): Promise<void> => {
    const { workspaceId } = tx
    const amount = (await billing.lockBalances(tx.db, [orgId, workspaceId])).get(orgId) ?? 0
    const cause = storedMessage(msg('credit_transferred_org', { org }))
    if (amount > 0) await billing.transfer(tx, { from: orgId, to: workspaceId, amount, key, cause })
  }

  const saveRecharge = async (
    { db }: Ctx,
    { orgId, paymentMethodId }: repository.OrgBillingRow,
    wanted: Pick<repository.OrgBillingRow, 'automaticBilling' | 'threshold' | 'amount'>,
  ): Promise<void> => {
    if (wanted.automaticBilling && paymentMethodId === '')
      throw new AppError('PAYMENT_FAILED', msg('payment_method_missing'))
    await repository.updateOrg(db, orgId, { ...wanted, armed: true, declines: 0, stopped: '' })
  }

  return {
    require,
    /** @throws NOT_FOUND for members of another organisation */
    assertOwn(ctx: Ctx, orgId: string): void {
      if (!mayBe(ctx, orgId)) throw new AppError('NOT_FOUND')
    },
    cancelSubscription: (accountId: string, subscriptionId: string): Promise<void> =>
      cancelSubscription(stripe, subscriptionId, { stripeAccount: accountId }),
    syncSubscription,
    async view(ctx: Ctx, workspaceId: string, orgId: string): Promise<OrgBillingView> {
      const row = await repository.findOrg(ctx.db, workspaceId, orgId)
      const { available, held } = await billing.balance(ctx, orgId)
      const { amount = 0, threshold = 0 } = row ?? {}
      return {
        allowBilling: row?.allowBilling ?? false,
        loadTokens: toCredits(available + held),
        stripeCustomerId: row?.customerId ?? '',
        subscription: row ? subscriptionOf(row) : { status: '', id: '', priceId: '' },
        automaticBilling: row?.automaticBilling ?? false,
        autochargeAmount: amount,
        autochargeThreshold: threshold,
        internal: { autochargeCreditAmount: amount, autochargeCreditThreshold: threshold },
      }
    },
    /** Ids of the organisations that pay for themselves. */
    paying: (ctx: Ctx, workspaceId: string): Promise<readonly string[]> => repository.listPaying(ctx.db, workspaceId),
    async allow(tx: Ctx, workspaceId: string, orgId: string, allowBilling: boolean): Promise<void> {
      const own = { ...tx, workspaceId }
      if (allowBilling) {
        await connected.assertAllowed(own)
        if (!isConnected(await connected.find(own))) throw new AppError('CONFLICT', msg('client_billing_connect'))
        await billing.open(tx, orgId)
      } else await endSubscription(tx, workspaceId, orgId)
      await repository.saveOrg(
        tx.db,
        { workspaceId, orgId },
        { allowBilling, ...(allowBilling ? {} : { automaticBilling: false }) },
      )
    },
    async setRecharge(tx: Ctx, workspaceId: string, orgId: string, change: RechargeChange): Promise<void> {
      const org = await repository.lockOrg(tx.db, workspaceId, orgId)
      if (!org?.allowBilling) throw new AppError('FORBIDDEN', msg('client_billing_off'))
      const {
        automaticBilling = org.automaticBilling,
        autochargeAmount: amount = org.amount,
        autochargeThreshold: threshold = org.threshold,
      } = change
      if (!isRecharge(threshold, amount)) throw new AppError('INVALID_INPUT', msg('client_recharge_amounts'))
      await saveRecharge(tx, org, { automaticBilling, threshold, amount })
    },
    /** Remaining credits return to the agency, those that running work holds once it has ended. */
    async deleted(tx: Ctx, workspaceId: string, orgId: string): Promise<void> {
      const own = { ...tx, workspaceId }
      const org = await orgName(own, orgId)
      await returnAvailable(own, { orgId, org, key: `org-deleted:${orgId}` })
      await endSubscription(tx, workspaceId, orgId)
      await budgets.remove(own, 'org', orgId)
      await repository.deleteOrg(tx.db, workspaceId, orgId)
      await enqueue(tx, LEFTOVERS_JOB, { workspaceId, orgId, org })
    },
    /** For a deleted organisation of the context's workspace. */
    async returnLeftovers(ctx: Ctx, orgId: string, org: string): Promise<void> {
      if ((await orgName(ctx, orgId)) !== '') return
      await ctx.tx((tx) => returnAvailable(tx, { orgId, org, key: `org-leftovers:${orgId}:${randomId(12)}` }))
      const { held } = await billing.balance(ctx, orgId)
      const { workspaceId } = ctx
      if (held > 0) await enqueueLater(ctx, LEFTOVERS_JOB, { workspaceId, orgId, org }, LEFTOVERS_MS)
    },
    async overview(ctx: Ctx, orgId: string): Promise<ClientBilling> {
      const { org, account } = await require(ctx, orgId)
      const { available, held } = await billing.balance(ctx, orgId)
      return {
        orgId,
        loadTokens: toCredits(available + held),
        accountId: account.accountId,
        customerId: org.customerId,
        usdPerCredit: connected.priceOf(account),
        plans: [...account.plans],
        subscription: subscriptionOf(org),
        autocharge: {
          automaticBilling: org.automaticBilling,
          threshold: org.threshold,
          amount: org.amount,
          stopped: org.stopped,
        },
        provider: { sandbox: provider.sandbox, publishableKey: provider.publishableKey, url: provider.url() },
      }
    },
    async paymentMethod(ctx: Ctx, customerId: string, accountId: string): Promise<PaymentMethod | null> {
      const { org } = await ofCustomer(ctx, customerId, accountId)
      if (org.paymentMethodId === '') return null
      const found = await atProvider(() =>
        stripe.paymentMethods.retrieve(org.paymentMethodId, {}, { stripeAccount: accountId }),
      )
      return found.card ? toPaymentMethod(found, customerId) : null
    },
    async details(ctx: Ctx, customerId: string, accountId: string) {
      await ofCustomer(ctx, customerId, accountId)
      const found = await atProvider(() => stripe.customers.retrieve(customerId, {}, { stripeAccount: accountId }))
      if (found.deleted) throw new AppError('NOT_FOUND')
      return { id: found.id, email: found.email ?? '', name: found.name ?? '' }
    },
    async invoices(ctx: Ctx, customerId: string, accountId: string) {
      const { org } = await ofCustomer(ctx, customerId, accountId)
      const found = await atProvider(() =>
        stripe.invoices.list({ customer: customerId, limit: 20 }, { stripeAccount: accountId }),
      )
      const disputes = await repository.disputesOf(
        ctx.db,
        org,
        found.data.map(({ id }) => id),
      )
      return found.data
        .filter(({ status }) => status !== 'draft' && status !== 'void')
        .toSorted((a, b) => b.created - a.created)
        .slice(0, 4)
        .map((one) => ({
          id: one.id,
          number: one.number ?? '',
          created: one.created,
          hosted_invoice_url: one.hosted_invoice_url ?? '',
          status: one.status ?? '',
          total: one.total,
          dispute: disputes.get(one.id) ?? ('' as const),
        }))
    },
    async updatePayment(ctx: Ctx, orgId: string, accountId: string, paymentMethodId: string): Promise<string> {
      const found = await require(ctx, orgId, accountId)
      const options = { stripeAccount: accountId }
      const method = await atProvider(() => stripe.paymentMethods.retrieve(paymentMethodId, {}, options))
      const owner = idOf(method.customer)
      if (owner !== '' && owner !== found.org.customerId) throw new AppError('NOT_FOUND')
      const customer = await ensureCustomer(ctx, found, emailOf(ctx))
      await atProvider(async () => {
        if (owner === '') await stripe.paymentMethods.attach(paymentMethodId, { customer }, options)
        await stripe.customers.update(
          customer,
          { invoice_settings: { default_payment_method: paymentMethodId } },
          options,
        )
      })
      await repository.updateOrg(ctx.db, orgId, { paymentMethodId, declines: 0, stopped: '' })
      return customer
    },
    async updateAutorecharge(
      ctx: Ctx,
      input: {
        readonly orgId: string
        readonly workspaceStripeAccountId: string
        readonly customer_id?: string | undefined
        readonly automaticBilling: boolean
        readonly threshold: number
        readonly amount: number
      },
    ): Promise<void> {
      const { org } = await require(ctx, input.orgId, input.workspaceStripeAccountId)
      if (input.customer_id && input.customer_id !== org.customerId) throw new AppError('NOT_FOUND')
      const { automaticBilling, threshold, amount } = input
      await saveRecharge(ctx, org, { automaticBilling, threshold, amount })
    },
    /** @throws CREDITS_EXHAUSTED when the agency cannot cover the plan's credits; then nothing is charged */
    async subscribe(
      ctx: Ctx,
      input: {
        readonly orgId: string
        readonly workspaceStripeAccountId: string
        readonly priceId: string
        readonly customerId?: string | undefined
        readonly customerEmail?: string | undefined
        readonly successUrl: string
        readonly cancelUrl: string
      },
    ): Promise<string> {
      const { orgId, priceId, workspaceStripeAccountId: accountId } = input
      const found = await require(ctx, orgId, accountId)
      if (input.customerId && input.customerId !== found.org.customerId) throw new AppError('NOT_FOUND')
      const plan = found.account.plans.find((one) => one.priceId === priceId)
      if (!plan) throw new AppError('NOT_FOUND')
      if (![input.successUrl, input.cancelUrl].every((url) => isOwnAddress(ctx, url)))
        throw new AppError('INVALID_INPUT', msg('return_address_foreign'))
      if (isRunning(found.org.subscriptionStatus)) throw new AppError('CONFLICT', msg('client_subscription_exists'))
      const customer = await ensureCustomer(ctx, found, input.customerEmail ?? emailOf(ctx))
      const options = { stripeAccount: accountId }
      if (await findRunning(stripe, customer, options))
        throw new AppError('CONFLICT', msg('client_subscription_exists'))
      if ((await billing.balance(ctx, ctx.workspaceId)).available < fromCredits(plan.credits))
        throw new AppError('CREDITS_EXHAUSTED', msg('client_billing_agency_out_of_credits'))
      return openCheckout(
        stripe,
        {
          mode: 'subscription',
          customer,
          line_items: [{ price: priceId, quantity: 1 }],
          subscription_data: {
            application_fee_percent: PLATFORM_FEE_PERCENT,
            metadata: { orgId, workspaceId: ctx.workspaceId, region: ctx.region },
          },
          success_url: input.successUrl,
          cancel_url: input.cancelUrl,
          client_reference_id: orgId,
        },
        options,
      )
    },
    async cancel(ctx: Ctx, orgId: string, accountId: string, subscriptionId: string) {
      // Also when billing is disabled: a customer can always cancel.
      const org = mayBe(ctx, orgId) ? await repository.findOrg(ctx.db, ctx.workspaceId, orgId) : undefined
      const account = await connected.find(ctx)
      if (!org || account?.accountId !== accountId || subscriptionId === '' || org.subscriptionId !== subscriptionId)
        throw new AppError('NOT_FOUND')
      if (org.subscriptionStatus !== 'canceled')
        await atProvider(() => cancelSubscription(stripe, subscriptionId, { stripeAccount: accountId }))
      await syncSubscription(ctx, accountId, subscriptionId)
      const after = await repository.findOrg(ctx.db, ctx.workspaceId, orgId)
      return subscriptionOf(after ?? org)
    },
    /** Once per key. @throws FORBIDDEN for an organisation's own members, CREDITS_EXHAUSTED when the source has less */
    async transfer(ctx: Ctx, orgId: string, source: 'workspace' | 'org', amount: number, key: string) {
      const { actor, workspaceId } = ctx
      if (actor.kind === 'client' && !actor.isAdmin) throw new AppError('FORBIDDEN')
      const org = await orgName(ctx, orgId)
      if (org === '') throw new AppError('NOT_FOUND')
      const milli = fromCredits(amount)
      if (milli <= 0) throw new AppError('INVALID_INPUT', msg('credit_transfer_amount'))
      const [from, to] = source === 'workspace' ? [workspaceId, orgId] : [orgId, workspaceId]
      await ctx.tx(async (tx) => {
        await tx.assertStill?.(tx)
        await billing.open(tx, orgId)
        const cause = storedMessage(msg('credit_transferred_org', { org }))
        try {
          if (!(await billing.transfer(tx, { from, to, amount: milli, key: `org:${key}`, cause }))) return
          if (source === 'workspace') {
            await announceTransfer(tx, billing, milli)
            await repository.updateOrg(tx.db, orgId, { toldAt: null })
          }
          const { available, held } = await billing.balance(tx, orgId)
          await repository.armAt(tx.db, orgId, available + held)
        } catch (error) {
          if (error instanceof AppError && error.code === 'CREDITS_EXHAUSTED')
            throw new AppError(
              'CREDITS_EXHAUSTED',
              msg(source === 'org' ? 'credit_transfer_org' : 'credit_transfer_workspace'),
            )
          throw error
        }
      })
      const after = await billing.balances(ctx, [workspaceId, orgId])
      const left = (id: string) => toCredits((after.get(id)?.available ?? 0) + (after.get(id)?.held ?? 0))
      return { success: true as const, workspace: left(workspaceId), org: left(orgId) }
    },
  }
}
