// Plans that an agency sells: products and prices at its account, with amounts computed from the credits.
import type { ClientPlan, ClientPlanInput } from '@parlance/contract/billing/client-billing'
import { creditsForUsd, creditsInCents } from '@parlance/contract/billing/client-purchase-rules'
import { AppError } from '@parlance/contract/lib/errors'
import { fromCredits } from '@parlance/contract/lib/money'
import { msg } from '@parlance/i18n/messages'
import type { Stripe } from 'stripe'
import type { Ctx } from '../../../lib/ctx.ts'
import type { PaymentsDeps } from '../deps.ts'
import { atProvider } from '../provider-error.ts'
import { type ConnectedAccounts, isConnected } from './accounts.ts'
import * as repository from './repository.ts'

const isMonthly = ({ recurring }: Stripe.Price) => recurring?.interval === 'month' && recurring.interval_count === 1
const productOf = ({ product }: Stripe.Price) => (typeof product === 'string' ? product : product.id)

export function createClientPlans({
  stripe,
  connected,
  log,
}: PaymentsDeps & { readonly connected: ConnectedAccounts }) {
  /** @throws NOT_FOUND for another agency's account */
  const own = async (ctx: Ctx, accountId: string | undefined) => {
    const row = await connected.find(ctx)
    if (!row || (accountId !== undefined && row.accountId !== accountId)) throw new AppError('NOT_FOUND')
    return row
  }

  /** The cents of a price that the agency created at the provider itself. @throws NOT_FOUND for any other */
  const foundAt = async (ctx: Ctx, { accountId }: repository.AccountRow, plan: ClientPlanInput) => {
    const price = await stripe.prices.retrieve(plan.priceId, {}, { stripeAccount: accountId })
    const isFit = price.active && price.currency === 'usd' && isMonthly(price) && productOf(price) === plan.productId
    if (!isFit || (await repository.findPrice(ctx.db, accountId, price.id))) throw new AppError('NOT_FOUND')
    return price.unit_amount
  }

  const save = async (
    ctx: Ctx,
    row: repository.AccountRow,
    plan: ClientPlanInput,
  ): Promise<ClientPlan & { cents: number }> => {
    const options = { stripeAccount: row.accountId }
    const { name, credits, isPopular } = plan
    const features = plan.features.filter((text) => text !== '')
    const isNew = plan.priceId === ''
    const before = isNew ? undefined : row.plans.find(({ priceId }) => priceId === plan.priceId)
    if (before && before.productId !== plan.productId) throw new AppError('NOT_FOUND')
    const found = isNew || before ? undefined : await foundAt(ctx, row, plan)
    const cents = creditsInCents(credits, connected.priceOf(row))
    const product = {
      name,
      metadata: { credits: String(credits), isPopular: String(isPopular) },
      marketing_features: features.map((text) => ({ name: text.slice(0, 80) })),
    }
    const productId = isNew
      ? (await stripe.products.create(product, options)).id
      : (await stripe.products.update(plan.productId, { name, metadata: product.metadata }, options)).id
    const isSame = before ? before.credits === credits && Math.round(before.price * 100) === cents : found === cents
    const priceId = isSame
      ? plan.priceId
      : (
          await stripe.prices.create(
            { product: productId, currency: 'usd', unit_amount: cents, recurring: { interval: 'month' } },
            options,
          )
        ).id
    // A plan on sale needs an active price; the agency may have archived it at the provider.
    if (before && isSame) await stripe.prices.update(priceId, { active: true }, options)
    return { name, credits, features, isPopular, price: cents / 100, priceId, productId, cents }
  }

  /** Only once no stored plan names them: subscribing at an inactive price fails. */
  const retirePrices = async (accountId: string, plans: readonly ClientPlan[]): Promise<void> => {
    for (const { priceId } of plans)
      await stripe.prices
        .update(priceId, { active: false }, { stripeAccount: accountId })
        .catch((error: unknown) => log.warn({ err: error, priceId }, 'retiring the price of a plan failed'))
  }

  return {
    async list(ctx: Ctx, accountId: string): Promise<ClientPlan[]> {
      return [...(await own(ctx, accountId)).plans]
    },
    async upsert(ctx: Ctx, accountId: string, wanted: readonly ClientPlanInput[]): Promise<ClientPlan[]> {
      await connected.assertAllowed(ctx)
      const row = await own(ctx, accountId)
      if (!isConnected(row) || row.usdPerToken === null) throw new AppError('CONFLICT', msg('client_billing_steps'))
      const plans: (ClientPlan & { cents: number })[] = []
      for (const plan of wanted) plans.push(await atProvider(() => save(ctx, row, plan)))
      const saved = plans.map(({ name, price, credits, features, isPopular, priceId, productId }): ClientPlan => ({
        name,
        price,
        credits,
        features,
        isPopular,
        priceId,
        productId,
      }))
      await ctx.tx(async (tx) => {
        await repository.insertPrices(
          tx.db,
          plans.map(({ priceId, productId, credits, cents }) => ({
            priceId,
            productId,
            workspaceId: row.workspaceId,
            accountId: row.accountId,
            credits: fromCredits(credits),
            amount: cents,
            createdAt: tx.now(),
          })),
        )
        await repository.updateAccount(tx.db, row.workspaceId, { plans: saved })
        await connected.mirror(tx)
      })
      const retired = row.plans.filter(({ priceId }) => !saved.some((plan) => plan.priceId === priceId))
      await retirePrices(row.accountId, retired)
      return saved
    },
    /** Plans built from the account's existing monthly prices. */
    async assemble(ctx: Ctx, accountId: string | undefined) {
      await connected.assertAllowed(ctx)
      const row = await own(ctx, accountId)
      const options = { stripeAccount: row.accountId }
      const [products, prices] = await Promise.all([
        atProvider(() => stripe.products.list({ active: true, limit: 100 }, options)),
        atProvider(() => stripe.prices.list({ active: true, limit: 100 }, options)),
      ])
      return products.data.flatMap((product) => {
        const monthly = prices.data.filter((price) => productOf(price) === product.id && isMonthly(price))
        const usd = monthly.find(({ currency }) => currency === 'usd')
        if (!usd) return []
        const price = (usd.unit_amount ?? 0) / 100
        const credits = Number(product.metadata['credits']) || creditsForUsd(price, connected.priceOf(row))
        return {
          name: product.name,
          price,
          credits,
          features: product.marketing_features.flatMap(({ name }) => name ?? []),
          isPopular: product.metadata['isPopular'] === 'true',
          priceId: usd.id,
          productId: product.id,
          stripePrices: monthly.map(({ id, currency, unit_amount: amount, recurring }) => ({
            id,
            currency,
            amount: (amount ?? 0) / 100,
            interval: recurring?.interval ?? '',
          })),
        }
      })
    },
  }
}
