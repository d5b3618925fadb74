// Access was checked by the request pipeline.
import type { billingApi } from '@parlance/contract/billing/api'
import { AppError } from '@parlance/contract/lib/errors'
import type { Ctx } from '../../lib/ctx.ts'
import type { Handlers } from '../../lib/http/handlers.ts'
import { AUTO_RECHARGE_SAVED, freePlanRefusal } from './recharge/answers.ts'
import type { Payments } from './service.ts'

/** The region in the body must match the path's. */
function checkRegion(ctx: Ctx, { region }: { readonly region?: string | undefined }): void {
  if (region !== undefined && region !== ctx.region) throw new AppError('NOT_FOUND')
}

export const createPaymentsRouter = (service: Payments): Handlers<typeof billingApi> => ({
  overview: (ctx) => service.overview(ctx),
  invoices: async (ctx, { limit }) => ({ items: await service.invoices(ctx, limit) }),
  getUserData: (ctx, input) => (checkRegion(ctx, input), service.userData(ctx)),
  upsertPaymentMethod: async (ctx, input) => {
    checkRegion(ctx, input)
    return { customerId: await service.upsertPaymentMethod(ctx, input) }
  },
  checkDiscountCode: async (ctx, input) => {
    checkRegion(ctx, input)
    return { discount: await service.checkDiscount(ctx, input.discountCode) }
  },
  createSubscription: (ctx, input) => (checkRegion(ctx, input), service.subscribe(ctx, input)),
  confirmSubscriptionPayment: (ctx, input) => (checkRegion(ctx, input), service.confirm(ctx, input)),
  topUp: (ctx, input) => (checkRegion(ctx, input), service.topUp(ctx, input)),
  payOverdue: (ctx) => service.payOverdue(ctx),
  checkAddonStatus: (ctx, input) => (checkRegion(ctx, input), service.addOnStatus(ctx, input.addonKeys)),
  addAddon: async (ctx, input) => {
    checkRegion(ctx, input)
    const wanted = input.addons.map(({ addonId, quantity }) => ({ id: addonId, quantity }))
    const errors = await service.changeAddOns(ctx, wanted)
    return { success: errors.length === 0, errors }
  },
  removeAddon: async (ctx, input) => {
    checkRegion(ctx, input)
    const errors = await service.changeAddOns(
      ctx,
      input.addonKeys.map((id) => ({ id, quantity: 0 })),
    )
    return { success: errors.length === 0, removed: input.addonKeys.filter((key) => !errors.includes(key)) }
  },
  setAddons: async (ctx, { addOns }) => {
    const errors = await service.setAddOns(ctx, addOns)
    return { success: errors.length === 0, errors }
  },
  cancelSubscription: async (ctx, input) => {
    checkRegion(ctx, input)
    return { success: true, cancelsAt: await service.cancel(ctx, input.reason) }
  },
  reactivateSubscription: async (ctx, input) => {
    checkRegion(ctx, input)
    await service.reactivate(ctx)
    return { success: true }
  },
  setAutoRecharge: async (ctx, input) => {
    await service.setAutoRecharge(ctx, input)
    return { success: true, data: await service.autoRecharge(ctx) }
  },
  postChangeAutoBilling: async (ctx, { threshold, autoBilling }) => {
    const internal = threshold === undefined ? {} : { autochargeCreditThreshold: threshold }
    const refusal = await freePlanRefusal(() =>
      service.setAutoRecharge(ctx, { automaticBilling: autoBilling, internal }),
    )
    return { success: refusal === undefined, message: refusal ?? AUTO_RECHARGE_SAVED }
  },
  requestEnterprise: async (ctx, { uid, ...request }) => {
    await service.requestEnterprise(ctx, { workspaceId: uid, ...request })
    return { success: true }
  },
})
