// Discount codes: the provider's promotion codes and coupons, validated there each time.
import { AppError } from '@parlance/contract/lib/errors'
import type { Discount } from '@parlance/contract/billing/discount'
import { msg } from '@parlance/i18n/messages'
import type { Stripe } from 'stripe'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Customers } from '../customers/customers.ts'
import type { PaymentsDeps } from '../deps.ts'
import { atProvider, isMissing } from '../provider-error.ts'
import * as repository from './discounts.repository.ts'

export type Discounts = ReturnType<typeof createDiscounts>

const INVALID: Discount = {
  valid: false,
  percent_off: null,
  amount_off: null,
  currency: null,
  name: '',
  duration: 'once',
}

export function createDiscounts({
  stripe,
  customers,
}: Pick<PaymentsDeps, 'stripe'> & { readonly customers: Pick<Customers, 'taxFor'> }) {
  const find = async (code: string): Promise<{ coupon: Stripe.Coupon; promotion?: string } | undefined> => {
    const { data } = await stripe.promotionCodes.list({
      code,
      active: true,
      limit: 1,
      expand: ['data.promotion.coupon'],
    })
    const promotion = data[0]
    const coupon = promotion?.promotion.coupon
    if (promotion && coupon && typeof coupon === 'object')
      return coupon.valid ? { coupon, promotion: promotion.id } : undefined
    const found = await stripe.coupons.retrieve(code).catch((error: unknown) => {
      if (isMissing(error)) return undefined
      throw error
    })
    return found?.valid ? { coupon: found } : undefined
  }
  /** A fixed amount takes something off in its own currency only. */
  const findUsable = async (ctx: Ctx, code: string) => {
    const found = await atProvider(() => find(code))
    if (!found || (await repository.wasUsed(ctx.db, ctx.workspaceId, code))) return undefined
    const { amount_off, currency } = found.coupon
    return amount_off === null || currency === (await customers.taxFor(ctx)).currency ? found : undefined
  }
  return {
    async check(ctx: Ctx, code: string): Promise<Discount> {
      if (code === '') throw new AppError('INVALID_INPUT', msg('discount_code_missing'))
      const found = await findUsable(ctx, code)
      if (!found) return INVALID
      const { percent_off, amount_off, currency, name, duration } = found.coupon
      return { valid: true, percent_off, amount_off, currency, name: name ?? code, duration: durationOf(duration) }
    },
    /** @throws INVALID_INPUT for one that is invalid, expired or in another currency */
    async forPurchase(ctx: Ctx, code: string): Promise<{ coupon: string } | { promotion_code: string }> {
      const found = await findUsable(ctx, code)
      if (!found) throw new AppError('INVALID_INPUT', msg('discount_code_invalid'))
      return found.promotion ? { promotion_code: found.promotion } : { coupon: found.coupon.id }
    },
    /** A customer can use a code once. */
    remember: (ctx: Ctx, code: string, subscriptionId: string) =>
      repository.remember(ctx.db, {
        workspaceId: ctx.workspaceId,
        code: code.toUpperCase(),
        subscriptionId,
        at: ctx.now(),
      }),
  }
}

const durationOf = (duration: string): Discount['duration'] =>
  duration === 'forever' || duration === 'once' || duration === 'repeating' ? duration : 'other'
