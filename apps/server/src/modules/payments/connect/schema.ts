// Client billing of agencies: accounts at the provider, prices, and each organisation's settings and purchases.
import type { ClientPlan } from '@parlance/contract/billing/client-billing'
import { DISPUTES } from '@parlance/contract/billing/payments'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const connectAccounts = pgTable('connect_accounts', {
  workspaceId: text('workspace_id').primaryKey(),
  accountId: text('account_id').notNull().unique(),
  email: text('email').notNull().default(''),
  detailsSubmitted: boolean('details_submitted').notNull().default(false),
  chargesEnabled: boolean('charges_enabled').notNull().default(false),
  payoutsEnabled: boolean('payouts_enabled').notNull().default(false),
  /** US dollars on top of a credit's value; null until the agency set it. */
  usdPerToken: doublePrecision('usd_per_token'),
  plans: jsonb('plans').$type<readonly ClientPlan[]>().notNull().default([]),
  createdAt: at('created_at').notNull(),
})

/** All prices a plan ever had: subscriptions keep theirs. */
export const connectPrices = pgTable('connect_prices', {
  priceId: text('price_id').primaryKey(),
  workspaceId: text('workspace_id').notNull(),
  accountId: text('account_id').notNull(),
  productId: text('product_id').notNull(),
  /** Milli-credits a month. */
  credits: bigint('credits', { mode: 'number' }).notNull(),
  /** Cents a month. */
  amount: integer('amount').notNull(),
  createdAt: at('created_at').notNull(),
})

/** Billing of an organisation. Its credits are in the ledger under its id. */
export const connectOrgs = pgTable(
  'connect_orgs',
  {
    orgId: text('org_id').primaryKey(),
    workspaceId: text('workspace_id').notNull(),
    allowBilling: boolean('allow_billing').notNull().default(false),
    customerId: text('customer_id').notNull().default(''),
    paymentMethodId: text('payment_method_id').notNull().default(''),
    subscriptionId: text('subscription_id').notNull().default(''),
    subscriptionStatus: text('subscription_status').notNull().default(''),
    subscriptionPriceId: text('subscription_price_id').notNull().default(''),
    automaticBilling: boolean('automatic_billing').notNull().default(false),
    threshold: integer('threshold').notNull().default(500),
    /** When the agency was notified that no credits are left; null once credits were added. */
    toldAt: at('told_at'),
    /** When the agency was last notified that it could not cover an automatic recharge. */
    uncoveredAt: at('uncovered_at'),
    amount: integer('amount').notNull().default(5),
    /** False from a recharge until the balance is at the threshold again, or the charge was declined. */
    armed: boolean('armed').notNull().default(true),
    declines: integer('declines').notNull().default(0),
    stopped: text('stopped', { enum: ['', 'declined'] })
      .notNull()
      .default(''),
  },
  (t) => [
    index('connect_orgs_workspace').on(t.workspaceId),
    uniqueIndex('connect_orgs_customer')
      .on(t.customerId)
      .where(sql`${t.customerId} <> ''`),
    index('connect_orgs_recharge')
      .on(t.orgId)
      .where(sql`${t.automaticBilling}`),
  ],
)

export const connectSales = pgTable(
  'connect_sales',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id').notNull(),
    orgId: text('org_id').notNull(),
    accountId: text('account_id').notNull(),
    kind: text('kind', { enum: ['topup', 'recharge', 'subscription'] }).notNull(),
    key: text('key').notNull(),
    credits: bigint('credits', { mode: 'number' }).notNull(),
    total: integer('total').notNull(),
    fee: integer('fee').notNull(),
    /** `owed`: paid, but the agency's balance did not cover the credits yet. */
    state: text('state', { enum: ['open', 'paid', 'owed', 'failed'] }).notNull(),
    invoiceId: text('invoice_id').notNull().default(''),
    paymentIntentId: text('payment_intent_id').notNull().default(''),
    /** Cents, as at the provider. */
    captured: integer('captured').notNull().default(0),
    refunded: integer('refunded').notNull().default(0),
    /** Cents in open or lost disputes. */
    disputed: integer('disputed').notNull().default(0),
    dispute: text('dispute', { enum: DISPUTES }).notNull().default(''),
    providerFee: integer('provider_fee').notNull().default(0),
    /** Milli-credits that the organisation got, net of those taken back. */
    creditsBooked: bigint('credits_booked', { mode: 'number' }).notNull().default(0),
    /** Milli-credits that should be taken back but were spent. */
    creditsOwed: bigint('credits_owed', { mode: 'number' }).notNull().default(0),
    bookings: integer('bookings').notNull().default(0),
    error: text('error').notNull().default(''),
    createdAt: at('created_at').notNull(),
    settledAt: at('settled_at'),
  },
  (t) => [
    uniqueIndex('connect_sales_key').on(t.orgId, t.key),
    uniqueIndex('connect_sales_one_recharge')
      .on(t.orgId)
      .where(sql`${t.kind} = 'recharge' and ${t.state} = 'open'`),
    index('connect_sales_intent').on(t.paymentIntentId),
    index('connect_sales_workspace').on(t.workspaceId, t.orgId),
    index('connect_sales_pending')
      .on(t.createdAt)
      .where(sql`${t.state} in ('open', 'owed')`),
  ],
)
