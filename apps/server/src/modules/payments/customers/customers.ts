// Owns a workspace's customer at the provider: created once, with payment method, country and currency.
import type { Currency } from '@parlance/contract/billing/plans'
import { plainTaxId, taxIdType } from '@parlance/contract/billing/tax-id'
import type { BillingAddress, PaymentMethod } from '@parlance/contract/billing/payments'
import { type TaxInfo, taxOf, taxOfCurrency } from '@parlance/contract/billing/tax'
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import type { Stripe } from 'stripe'
import type { Ctx } from '../../../lib/ctx.ts'
import type { PaymentsDeps } from '../deps.ts'
import { asPaymentError, atProvider, isInvalidTaxId } from '../provider-error.ts'
import * as repository from '../repository.ts'

/** The provider's name in webhooks and accounts. */
export const PROVIDER = 'stripe'

export interface PaymentMethodInput {
  readonly paymentMethodId: string
  readonly email: string
  readonly name?: string | undefined
  readonly phone?: string | undefined
  readonly address?: Partial<BillingAddress> | undefined
  readonly taxId?: string | undefined
  readonly isNewPaymentMethod: boolean
}

export type Customers = ReturnType<typeof createCustomers>

export function createCustomers({ stripe, workspaces, accounts }: PaymentsDeps) {
  const create = async (ctx: Ctx, idempotencyKey: string) => {
    const { workspaceId, region } = ctx
    const { email, workspaceName, internal } = await workspaces.get(ctx, workspaceId)
    const { id } = await atProvider(() =>
      stripe.customers.create({ email, name: workspaceName, metadata: { workspaceId, region } }, { idempotencyKey }),
    )
    await accounts.claimAccount(ctx, { provider: PROVIDER, account: id, connectionId: '' })
    return { customerId: id, email, countryCode: internal.countryCode }
  }
  /** Creates the customer if missing; the provider's idempotency key and a unique row make concurrent calls safe. */
  const ensure = async (ctx: Ctx): Promise<repository.CustomerRow> => {
    const { workspaceId, region } = ctx
    const known = await repository.findCustomer(ctx.db, workspaceId)
    if (known) return known
    const made = await create(ctx, `customer:${region}:${workspaceId}`)
    await ctx.tx(async (tx) => {
      await repository.insertCustomer(tx.db, { workspaceId, ...made, createdAt: tx.now() })
      await workspaces.setPlan(tx, workspaceId, { stripeCustomerId: made.customerId })
    })
    const row = await repository.findCustomer(ctx.db, workspaceId)
    if (!row) throw new AppError('UNAVAILABLE')
    return row
  }

  /** By the customer's address, or else the workspace's; the currency of the first payment is fixed. */
  const taxFor = async (ctx: Ctx): Promise<TaxInfo> => {
    const row = await repository.findCustomer(ctx.db, ctx.workspaceId)
    if (row && row.currency !== '') return taxOfCurrency(row.currency)
    return taxOf(row?.countryCode || (await workspaces.get(ctx, ctx.workspaceId)).internal.countryCode)
  }

  const taxIdsOf = (customerId: string) =>
    atProvider(async () => (await stripe.customers.listTaxIds(customerId, { limit: 100 })).data)

  /** The new one first, so that a wrong number loses nothing. */
  const setTaxId = async (customerId: string, country: string, given: string): Promise<void> => {
    const value = plainTaxId(given)
    const before = await taxIdsOf(customerId)
    const kept = before.find((one) => plainTaxId(one.value) === value)
    if (!kept && value !== '') {
      const type = taxIdType(country)
      if (!type) throw new AppError('INVALID_INPUT', msg('tax_id_country'))
      await stripe.customers.createTaxId(customerId, { type, value }).catch((error: unknown) => {
        throw isInvalidTaxId(error) ? new AppError('INVALID_INPUT', msg('tax_id_invalid')) : asPaymentError(error)
      })
    }
    for (const { id } of before)
      if (id !== kept?.id) await atProvider(() => stripe.customers.deleteTaxId(customerId, id))
  }

  return {
    ensure,
    taxFor,
    async taxId(customerId: string): Promise<string> {
      return (await taxIdsOf(customerId))[0]?.value ?? ''
    },
    find: (ctx: Ctx) => repository.findCustomer(ctx.db, ctx.workspaceId),
    /** A new customer for a deleted one, whose account stays claimed: refunds and disputes still name it. */
    async replace(ctx: Ctx, deleted: string): Promise<void> {
      const { workspaceId, region } = ctx
      const { customerId } = await create(ctx, `customer:${region}:${workspaceId}:${deleted}`)
      await ctx.tx(async (tx) => {
        await repository.updateCustomer(tx.db, workspaceId, { customerId, defaultPaymentMethod: '' })
        await workspaces.setPlan(tx, workspaceId, { stripeCustomerId: customerId, automaticBilling: false })
      })
    },
    /** Fixes the currency of a customer who has paid. */
    lockCurrency: (ctx: Ctx, currency: Currency) => repository.lockCurrency(ctx.db, ctx.workspaceId, currency),
    async paymentMethod(ctx: Ctx): Promise<PaymentMethod | null> {
      const row = await repository.findCustomer(ctx.db, ctx.workspaceId)
      if (!row || row.defaultPaymentMethod === '') return null
      const found = await atProvider(() => stripe.paymentMethods.retrieve(row.defaultPaymentMethod))
      return found.card ? toPaymentMethod(found, row.customerId) : null
    },
    /** @throws NOT_FOUND for another customer's payment method */
    async upsertPaymentMethod(ctx: Ctx, input: PaymentMethodInput): Promise<string> {
      if (input.isNewPaymentMethod) assertWholeAddress(input.address)
      const row = await ensure(ctx)
      const { customerId } = row
      const found = await atProvider(() => stripe.paymentMethods.retrieve(input.paymentMethodId))
      const owner = typeof found.customer === 'string' ? found.customer : (found.customer?.id ?? null)
      if (owner !== null && owner !== customerId) throw new AppError('NOT_FOUND')
      if (owner === null)
        await atProvider(() => stripe.paymentMethods.attach(input.paymentMethodId, { customer: customerId }))
      const address = input.address?.country ? addressOf(input.address) : undefined
      await atProvider(() =>
        stripe.customers.update(customerId, {
          email: input.email,
          ...(input.name ? { name: input.name } : {}),
          ...(input.phone ? { phone: input.phone } : {}),
          ...(address ? { address } : {}),
          invoice_settings: { default_payment_method: input.paymentMethodId },
        }),
      )
      if (input.taxId !== undefined) await setTaxId(customerId, input.address?.country ?? row.countryCode, input.taxId)
      await ctx.tx(async (tx) => {
        await repository.updateCustomer(tx.db, ctx.workspaceId, {
          email: input.email,
          defaultPaymentMethod: input.paymentMethodId,
          ...(input.address?.country ? { countryCode: input.address.country } : {}),
        })
        if (input.address?.country)
          await workspaces.setPlan(tx, ctx.workspaceId, { internal: { countryCode: input.address.country } })
      })
      return customerId
    },
  }
}

const REQUIRED = ['line1', 'city', 'postal_code', 'country'] as const

function assertWholeAddress(address: Partial<BillingAddress> | undefined): void {
  if (REQUIRED.some((field) => !address?.[field]))
    throw new AppError('INVALID_INPUT', msg('billing_address_incomplete'))
}

const addressOf = ({
  line1 = '',
  line2 = '',
  city = '',
  state = '',
  postal_code = '',
  country = '',
}: Partial<BillingAddress>) => ({
  line1,
  line2,
  city,
  state,
  postal_code,
  country,
})

export function toPaymentMethod(found: Stripe.PaymentMethod, customer: string): PaymentMethod {
  const { card, billing_details: details } = found
  const address = details.address
  return {
    id: found.id,
    customer,
    card: {
      brand: card?.brand ?? '',
      last4: card?.last4 ?? '',
      exp_month: card?.exp_month ?? 0,
      exp_year: card?.exp_year ?? 0,
    },
    billing_details: {
      name: details.name ?? '',
      phone: details.phone ?? '',
      email: details.email ?? '',
      address: {
        line1: address?.line1 ?? '',
        line2: address?.line2 ?? '',
        city: address?.city ?? '',
        state: address?.state ?? '',
        postal_code: address?.postal_code ?? '',
        country: address?.country ?? '',
      },
    },
  }
}
