import { z } from 'zod'
import { REGIONS } from '../lib/regions.ts'
import { limitInput, regional, success } from '../lib/operation.ts'
import { Email } from '../accounts/schemas.ts'
import { rule } from '../lib/rules.ts'
import { AddOns, PlanId } from './entitlements.ts'
import { AutoRecharge, BillingAddress, BillingOverview, Invoice, PaymentMethod, PlanStatus } from './payments.ts'
import { ADD_ON_QUANTITY, CANCEL_REASONS } from './purchase-rules.ts'
import { CURRENCIES } from './plans.ts'
import { Discount } from './discount.ts'

const tag = 'Billing'
const payer = { by: ['session', 'workspace'], workspace: 'userId', role: 'admin', scope: 'none' } as const
const ofWorkspace = { ...payer, workspace: 'uid' } as const

const who = {
  userId: z.string().max(100),
  region: z.enum(REGIONS).optional(),
}
const uid = { uid: z.string().max(100) }
const id = z.string().trim().min(1).max(200)
const code = z.string().trim().max(100)

/** The payment needs the customer: confirm it in the browser, then call confirm-subscription-payment. */
const action = {
  requiresAction: z.boolean(),
  clientSecret: z.string().nullable(),
  paymentIntentId: z.string().nullable(),
}

const stripe = (path: `/stripe/${string}`, summary: string, more: { readonly description?: string } = {}) =>
  regional({
    method: 'POST',
    path,
    tag,
    access: payer,
    summary,
    errors: ['PAYMENT_FAILED', 'PLAN_LIMIT', 'UPSTREAM_FAILED', 'CONFLICT'],
    ...more,
  })

export const billingApi = {
  overview: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/billing',
    tag,
    access: ofWorkspace,
    summary: 'Get plan, add-ons, balance, automatic recharge and tax of a workspace',
  })
    .input(z.strictObject(uid))
    .output(BillingOverview),
  invoices: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/invoices',
    tag,
    access: ofWorkspace,
    summary: 'List invoices of a workspace, newest first',
  })
    .input(z.strictObject({ ...uid, ...limitInput }))
    .output(z.object({ items: z.array(Invoice) })),
  getUserData: stripe('/stripe/get-user-data', 'Customer, subscriptions and payment method of a workspace', {})
    .input(z.strictObject(who))
    .output(
      z.object({
        customer: z
          .object({
            id: z.string(),
            email: z.string(),
            name: z.string(),
            /** Printed on invoices; empty without one. */
            taxId: z.string(),
          })
          .nullable(),
        subscriptions: z.array(
          z.object({
            id: z.string(),
            status: z.string(),
            cancel_at_period_end: z.boolean(),
            cancel_at: z.number().int().nullable(),
            /** Unix seconds. */
            current_period_end: z.number().int(),
          }),
        ),
        paymentMethod: PaymentMethod.nullable(),
        /** Which of the installation's accounts at the provider this customer belongs to. */
        internalKeyRef: z.string(),
        currency: z.enum(CURRENCIES),
        subscriptionItems: z.array(
          z.object({ id: z.string(), key: z.string(), price: z.string(), quantity: z.number().int() }),
        ),
      }),
    ),
  upsertPaymentMethod: stripe('/stripe/upsert-payment-method', 'Make a payment method the default of a workspace')
    .input(
      z.strictObject({
        ...who,
        paymentMethodId: id,
        email: Email,
        name: z.string().trim().max(200).optional(),
        phone: z.string().trim().max(50).optional(),
        address: BillingAddress.partial().optional(),
        /** Of the address's country; empty removes it. */
        taxId: z.string().trim().max(50).optional(),
        isNewPaymentMethod: z.boolean(),
        stripeAccountId: z.string().max(200).optional(),
      }),
    )
    .output(z.object({ customerId: z.string() })),
  checkDiscountCode: regional({
    method: 'POST',
    path: '/stripe/check-discount-code',
    tag,
    access: { ...payer, limit: 'probe' },
    summary: 'Check a discount code and get its discount',
    errors: ['UPSTREAM_FAILED'],
  })
    .input(z.strictObject({ ...who, discountCode: code }))
    .output(z.object({ discount: Discount })),
  createSubscription: stripe('/stripe/create-subscription', 'Subscribe a workspace to a plan', {
    description:
      'The server sets prices, currency and tax. While a subscription exists, repeating the call returns it. The plan applies once the provider confirms the payment.',
  })
    .input(
      z.strictObject({
        ...who,
        planId: PlanId,
        addonsToShow: z
          .array(
            z.strictObject({
              key: z.string().max(50),
              quantity: z.number().int().min(ADD_ON_QUANTITY.min).max(ADD_ON_QUANTITY.maxAtStart),
            }),
          )
          .max(20)
          .default([]),
        discountCode: code.optional(),
      }),
    )
    .output(
      z.object({
        transactionId: z.string(),
        /** Whole units of `tax.currency`. */
        amountPaid: z.number(),
        tax: z.object({ currency: z.enum(CURRENCIES), amount: z.number() }),
        ...action,
        subscriptionId: z.string(),
        status: z.string(),
      }),
    ),
  confirmSubscriptionPayment: stripe(
    '/stripe/confirm-subscription-payment',
    'Refresh a confirmed payment from the provider',
  )
    .input(z.strictObject({ ...who, paymentIntentId: id, subscriptionId: id.optional() }))
    .output(z.object({ success: z.boolean(), status: z.string(), planStatus: PlanStatus })),
  topUp: stripe('/stripe/top-up-usd', 'Buy credits with the default payment method', {
    description:
      'Send an Idempotency-Key so that a retry doesn’t charge you twice. Only one runs at a time, and the same amount within ten minutes is refused unless `again` is true.',
  })
    .input(
      z.strictObject({
        ...who,
        amount: z.number(),
        currency: z.enum(CURRENCIES).optional(),
        again: z.boolean().optional(),
      }),
    )
    .output(z.object({ success: z.boolean(), balance: z.number(), invoiceId: z.string(), ...action })),
  payOverdue: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/pay-overdue',
    tag,
    access: ofWorkspace,
    summary: 'Pay the overdue invoice of the subscription with the default payment method',
    errors: ['PAYMENT_FAILED', 'UPSTREAM_FAILED', 'CONFLICT'],
  })
    .input(z.strictObject(uid))
    .output(z.object({ success: z.boolean(), invoiceId: z.string(), ...action })),
  checkAddonStatus: stripe('/stripe/check-addon-status', 'Which add-ons a workspace has')
    .input(z.strictObject({ ...who, addonKeys: z.array(z.string().max(50)).max(20) }))
    .output(
      z.object({
        hasSubscription: z.boolean(),
        addons: z.array(z.object({ addonKey: z.string(), hasAddon: z.boolean(), quantity: z.number().int() })),
      }),
    ),
  addAddon: stripe('/stripe/add-addon-to-subscription', 'Set quantities of add-ons', {
    description:
      'The server sets names and prices and ignores those you send. An increase applies right away, a decrease from the next billing cycle.',
  })
    .input(
      z.strictObject({
        ...who,
        addons: z
          .array(
            z.strictObject({
              addonId: z.string().max(50),
              name: z.string().max(200).optional(),
              price: z.unknown().optional(),
              quantity: z.number().int().min(0).max(ADD_ON_QUANTITY.max),
              incrementalQuantity: z.number().int().optional(),
              currency: z.string().max(10).optional(),
            }),
          )
          .max(20),
      }),
    )
    .output(z.object({ success: z.boolean(), errors: z.array(z.string()) })),
  removeAddon: stripe('/stripe/remove-addon-from-subscription', 'Remove add-ons from the next billing cycle on')
    .input(z.strictObject({ ...who, addonKeys: z.array(z.string().max(50)).max(20) }))
    .output(z.object({ success: z.boolean(), removed: z.array(z.string()) })),
  setAddons: regional({
    method: 'PUT',
    path: '/v2/workspaces/{uid}/add-ons',
    tag,
    access: ofWorkspace,
    summary: 'Set quantities of add-ons in one change',
    errors: ['PAYMENT_FAILED', 'PLAN_LIMIT', 'UPSTREAM_FAILED', 'CONFLICT'],
  })
    .input(z.strictObject({ ...uid, addOns: AddOns }))
    .output(z.object({ success: z.boolean(), errors: z.array(z.string()) })),
  cancelSubscription: stripe('/stripe/cancel-subscription', 'Cancel the subscription at the end of the billing cycle')
    .input(
      z
        .strictObject({
          ...who,
          /** One of the given reasons, or `Other: ` and the customer's own words. */
          reason: z.string().trim().min(1).max(1000),
        })
        .refine(({ reason }) => isCancelReason(reason), { path: ['reason'], ...rule('cancel_reason_required') }),
    )
    .output(z.object({ success: z.literal(true), cancelsAt: z.number().int() })),
  reactivateSubscription: stripe('/stripe/reactivate-subscription', 'Reactivate a canceled subscription')
    .input(z.strictObject(who))
    .output(success),
  setAutoRecharge: regional({
    method: 'PUT',
    path: '/v2/workspaces/{uid}/auto-recharge',
    tag,
    access: ofWorkspace,
    summary: 'Set the automatic recharge of a workspace',
    errors: ['PLAN_LIMIT', 'PAYMENT_FAILED'],
  })
    .input(
      z.strictObject({
        ...uid,
        automaticBilling: z.boolean(),
        internal: z
          .strictObject({
            autochargeCreditThreshold: z.number(),
            autochargeCreditAmount: z.number(),
            monthlyChargeLimit: z.number(),
          })
          .partial()
          .default({}),
      }),
    )
    .output(z.object({ success: z.literal(true), data: AutoRecharge })),
  postChangeAutoBilling: regional({
    method: 'POST',
    path: '/rpc/postChangeAutoBilling',
    tag,
    access: ofWorkspace,
    summary: 'Turn automatic recharge on or off, with its threshold in credits',
    description: 'On the free plan, returns `success: false` with the reason.',
    errors: ['PAYMENT_FAILED'],
  })
    .input(z.strictObject({ ...uid, threshold: z.number().optional(), autoBilling: z.boolean() }))
    .output(z.object({ success: z.boolean(), message: z.string() })),
  requestEnterprise: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/enterprise-request',
    tag,
    access: { ...ofWorkspace, limit: 'mail' },
    summary: 'Ask the operator for an enterprise plan',
  })
    .input(
      z.strictObject({
        ...uid,
        name: z.string().trim().min(1).max(200),
        email: Email,
        company: z.string().trim().max(200).default(''),
        message: z.string().trim().min(1).max(4000),
      }),
    )
    .output(success),
}

function isCancelReason(reason: string): boolean {
  const own = /^Other:\s*\S/.test(reason)
  return own || (reason !== 'Other' && CANCEL_REASONS.some((one) => one === reason))
}
