// Payments of a region: customers at the provider, subscriptions, invoices, purchases and the money journal.
import { DISPUTES } from '@parlance/contract/billing/payments'
import { CURRENCIES } from '@parlance/contract/billing/plans'
import { PLAN_IDS } from '@parlance/contract/billing/entitlements'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
const money = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0)
const milli = money

export const paymentCustomers = pgTable('payment_customers', {
  workspaceId: text('workspace_id').primaryKey(),
  customerId: text('customer_id').notNull().unique(),
  email: text('email').notNull().default(''),
  countryCode: text('country_code').notNull().default(''),
  /** Fixed by the first payment; empty before. */
  currency: text('currency', { enum: ['', ...CURRENCIES] })
    .notNull()
    .default(''),
  defaultPaymentMethod: text('default_payment_method').notNull().default(''),
  createdAt: at('created_at').notNull(),
})

/** One item of a subscription: `key` is the plan or the add-on. */
export interface SubscriptionItem {
  readonly id: string
  readonly key: string
  readonly price: string
  readonly quantity: number
  /** Net, minor units a month. */
  readonly unitAmount: number
}

export const paymentSubscriptions = pgTable(
  'payment_subscriptions',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id').notNull(),
    customerId: text('customer_id').notNull(),
    planId: text('plan_id', { enum: PLAN_IDS }).notNull(),
    status: text('status').notNull(),
    items: jsonb('items').$type<readonly SubscriptionItem[]>().notNull().default([]),
    /** Add-ons paid until `currentPeriodEnd`, by key; the provider may have fewer for the next period. */
    paidAddOns: jsonb('paid_add_ons').$type<Readonly<Record<string, number>>>().notNull().default({}),
    currency: text('currency', { enum: CURRENCIES }).notNull(),
    currentPeriodStart: at('current_period_start').notNull(),
    currentPeriodEnd: at('current_period_end').notNull(),
    cancelsAt: at('cancels_at'),
    cancelReason: text('cancel_reason').notNull().default(''),
    pastDueSince: at('past_due_since'),
    /** Number of payment reminders sent. */
    dunned: integer('dunned').notNull().default(0),
    createdAt: at('created_at').notNull(),
    endedAt: at('ended_at'),
    syncedAt: at('synced_at').notNull(),
  },
  (t) => [
    uniqueIndex('payment_subscriptions_one')
      .on(t.workspaceId)
      .where(sql`${t.endedAt} is null`),
    index('payment_subscriptions_workspace').on(t.workspaceId, t.createdAt),
    index('payment_subscriptions_due')
      .on(t.pastDueSince)
      .where(sql`${t.pastDueSince} is not null and ${t.endedAt} is null`),
  ],
)

export const INVOICE_KINDS = ['subscription', 'topup', 'recharge'] as const

/** Invoices as at the provider, and their booked credits. */
export const paymentInvoices = pgTable(
  'payment_invoices',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id').notNull(),
    kind: text('kind', { enum: INVOICE_KINDS }).notNull(),
    number: text('number').notNull().default(''),
    status: text('status').notNull(),
    currency: text('currency', { enum: CURRENCIES }).notNull(),
    subtotal: money('subtotal'),
    discount: money('discount'),
    tax: money('tax'),
    total: money('total'),
    amountPaid: money('amount_paid'),
    amountRefunded: money('amount_refunded'),
    /** In open or lost disputes. */
    amountDisputed: money('amount_disputed'),
    dispute: text('dispute', { enum: DISPUTES }).notNull().default(''),
    fee: money('fee'),
    hostedUrl: text('hosted_url').notNull().default(''),
    pdfUrl: text('pdf_url').notNull().default(''),
    subscriptionId: text('subscription_id').notNull().default(''),
    paymentIntentId: text('payment_intent_id').notNull().default(''),
    chargeId: text('charge_id').notNull().default(''),
    purchaseId: text('purchase_id').notNull().default(''),
    /** Booked milli-credits of the paid invoice, net of refunds. */
    credits: milli('credits'),
    creditsBooked: milli('credits_booked'),
    /** Milli-credits that should be taken back but were spent. */
    creditsOwed: milli('credits_owed'),
    bookings: integer('bookings').notNull().default(0),
    createdAt: at('created_at').notNull(),
    paidAt: at('paid_at'),
    syncedAt: at('synced_at').notNull(),
  },
  (t) => [
    index('payment_invoices_workspace').on(t.workspaceId, t.createdAt),
    index('payment_invoices_intent').on(t.paymentIntentId),
    index('payment_invoices_created').on(t.createdAt),
  ],
)

/** Top-ups and automatic recharges, stored before the provider is called, so that none is lost or doubled. */
export const paymentPurchases = pgTable(
  'payment_purchases',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id').notNull(),
    kind: text('kind', { enum: ['topup', 'recharge'] }).notNull(),
    key: text('key').notNull(),
    currency: text('currency', { enum: CURRENCIES }).notNull(),
    /** Minor units without tax. */
    net: money('net'),
    total: money('total'),
    credits: milli('credits'),
    /** `open` until the provider reported the outcome. */
    state: text('state', { enum: ['open', 'action', 'paid', 'failed'] }).notNull(),
    /** For a recharge: whether it lifts the balance to the threshold again. */
    lifts: boolean('lifts').notNull().default(true),
    invoiceId: text('invoice_id').notNull().default(''),
    error: text('error').notNull().default(''),
    createdAt: at('created_at').notNull(),
    settledAt: at('settled_at'),
  },
  (t) => [
    uniqueIndex('payment_purchases_key').on(t.workspaceId, t.key),
    uniqueIndex('payment_purchases_one_recharge')
      .on(t.workspaceId)
      .where(sql`${t.kind} = 'recharge' and ${t.state} = 'open'`),
    index('payment_purchases_open')
      .on(t.createdAt)
      .where(sql`${t.state} = 'open'`),
  ],
)

export const paymentRecharges = pgTable('payment_recharges', {
  workspaceId: text('workspace_id').primaryKey(),
  /** False from a charge until the balance is above the threshold again: one charge per crossing. */
  armed: boolean('armed').notNull().default(true),
  declines: integer('declines').notNull().default(0),
  stopped: text('stopped', { enum: ['', 'declined', 'limit'] })
    .notNull()
    .default(''),
  /** Month of a stop at the monthly limit, e.g. `2026-11`. */
  stoppedMonth: text('stopped_month').notNull().default(''),
})

/** A credit's value, price for organisations, and tax from a point in time on. */
export const paymentRates = pgTable(
  'payment_rates',
  {
    workspaceId: text('workspace_id').notNull(),
    /** 1970 for the first one. */
    since: at('since').notNull(),
    creditValue: doublePrecision('credit_value').notNull(),
    /** Dollars that organisations pay per credit; 0 when none are sold. */
    clientPrice: doublePrecision('client_price').notNull(),
    taxRate: doublePrecision('tax_rate').notNull(),
  },
  (t) => [primaryKey({ name: 'payment_rates_pk', columns: [t.workspaceId, t.since] })],
)

/** Money movements in double entry: postings with the same `key` sum to zero. */
export const paymentPostings = pgTable(
  'payment_postings',
  {
    key: text('key').notNull(),
    account: text('account', {
      enum: ['provider', 'revenue', 'tax', 'fees', 'platformFees', 'refunds', 'disputes'],
    }).notNull(),
    workspaceId: text('workspace_id').notNull(),
    providerAccount: text('provider_account').notNull().default(''),
    invoiceId: text('invoice_id').notNull(),
    currency: text('currency', { enum: CURRENCIES }).notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    at: at('at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'payment_postings_pk', columns: [t.key, t.account] }),
    index('payment_postings_invoice').on(t.invoiceId),
    check('payment_postings_amount', sql`${t.amount} <> 0`),
  ],
)

/** Discount codes that a workspace used, upper-cased; each once. */
export const paymentDiscounts = pgTable(
  'payment_discounts',
  {
    workspaceId: text('workspace_id').notNull(),
    code: text('code').notNull(),
    subscriptionId: text('subscription_id').notNull(),
    at: at('at').notNull(),
  },
  (t) => [primaryKey({ name: 'payment_discounts_pk', columns: [t.workspaceId, t.code] })],
)
