/** The data of all accounts of the simulator, its clock, and the file that keeps both over a restart. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Stripe } from 'stripe'
import { StripeFault } from './fault.ts'

/** A payment method with its card's behavior; the number itself is not stored. */
export type StoredPaymentMethod = Stripe.PaymentMethod & { readonly testNumber: string; setUp: boolean }
/** A line that waits for the next invoice of its subscription. */
export type StoredItem = Stripe.InvoiceItem & { subscriptionId: string }

export interface Collections {
  customers: Map<string, Stripe.Customer>
  paymentMethods: Map<string, StoredPaymentMethod>
  paymentIntents: Map<string, Stripe.PaymentIntent>
  setupIntents: Map<string, Stripe.SetupIntent>
  charges: Map<string, Stripe.Charge>
  refunds: Map<string, Stripe.Refund>
  disputes: Map<string, Stripe.Dispute>
  balanceTransactions: Map<string, Stripe.BalanceTransaction>
  payouts: Map<string, Stripe.Payout>
  products: Map<string, Stripe.Product>
  prices: Map<string, Stripe.Price>
  taxRates: Map<string, Stripe.TaxRate>
  taxIds: Map<string, Stripe.TaxId>
  coupons: Map<string, Stripe.Coupon>
  promotionCodes: Map<string, Stripe.PromotionCode>
  discounts: Map<string, Stripe.Discount>
  subscriptions: Map<string, Stripe.Subscription>
  subscriptionItems: Map<string, Stripe.SubscriptionItem>
  invoices: Map<string, Stripe.Invoice>
  invoiceItems: Map<string, StoredItem>
  invoicePayments: Map<string, Stripe.InvoicePayment>
  sessions: Map<string, Stripe.Checkout.Session>
  accounts: Map<string, Stripe.Account>
  applicationFees: Map<string, Stripe.ApplicationFee>
  testClocks: Map<string, Stripe.TestHelpers.TestClock>
  events: Map<string, Stripe.Event>
}
export type CollectionName = keyof Collections

const NAMES: readonly CollectionName[] = [
  'customers',
  'paymentMethods',
  'paymentIntents',
  'setupIntents',
  'charges',
  'refunds',
  'disputes',
  'balanceTransactions',
  'payouts',
  'products',
  'prices',
  'taxRates',
  'taxIds',
  'coupons',
  'promotionCodes',
  'discounts',
  'subscriptions',
  'subscriptionItems',
  'invoices',
  'invoiceItems',
  'invoicePayments',
  'sessions',
  'accounts',
  'applicationFees',
  'testClocks',
  'events',
]
const KINDS: Partial<Record<CollectionName, string>> = {
  paymentMethods: 'PaymentMethod',
  paymentIntents: 'payment_intent',
  setupIntents: 'setupintent',
  customers: 'customer',
  subscriptionItems: 'subscription_item',
  taxRates: 'tax_rate',
  taxIds: 'tax_id',
  promotionCodes: 'promotion_code',
  invoiceItems: 'invoiceitem',
  sessions: 'checkout.session',
}

export const PLATFORM = ''

const emptyCollections = (): Collections =>
  Object.fromEntries(NAMES.map((name) => [name, new Map()])) as unknown as Collections

export class Store {
  /** By account; `''` is the platform's own. */
  readonly accounts = new Map<string, Collections>([[PLATFORM, emptyCollections()]])
  /** Milliseconds by which the clock is ahead. */
  ahead = 0
  private readonly file: string | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  /** Answers of calls with an idempotency key. */
  readonly answers = new Map<string, { readonly hash: string; readonly status: number; readonly body: string }>()

  constructor(file?: string) {
    this.file = file
    if (file && existsSync(file)) this.load(readFileSync(file, 'utf8'))
  }

  of(account: string): Collections {
    const found = this.accounts.get(account)
    if (!found)
      throw new StripeFault(403, {
        type: 'invalid_request_error',
        code: 'account_invalid',
        message: `No access to account '${account}'.`,
      })
    return found
  }
  open(account: string): Collections {
    const made = this.accounts.get(account) ?? emptyCollections()
    this.accounts.set(account, made)
    return made
  }
  get<Name extends CollectionName>(
    account: string,
    name: Name,
    id: string,
    param?: string,
  ): Collections[Name] extends Map<string, infer One> ? One : never {
    const found = this.of(account)[name].get(id)
    if (!found) throw StripeFault.missing(KINDS[name] ?? name.replace(/s$/, ''), id, param)
    return found as Collections[Name] extends Map<string, infer One> ? One : never
  }
  /** Unix seconds. */
  now(): number {
    return Math.floor((Date.now() + this.ahead) / 1000)
  }
  id(prefix: string, length = 24): string {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
    return `${prefix}_${[...randomBytes(length)].map((byte) => letters[byte % letters.length]).join('')}`
  }

  changed(): void {
    if (!this.file) return
    this.timer ??= setTimeout(() => this.save(), 200).unref()
  }
  save(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    if (!this.file) return
    const accounts = [...this.accounts].map(([id, all]) => [id, NAMES.map((name) => [name, [...all[name].values()]])])
    mkdirSync(dirname(this.file), { recursive: true })
    writeFileSync(`${this.file}.new`, JSON.stringify({ ahead: this.ahead, accounts, answers: [...this.answers] }))
    renameSync(`${this.file}.new`, this.file)
  }
  private load(text: string): void {
    const kept = JSON.parse(text) as {
      ahead: number
      accounts: [string, [CollectionName, { id: string }[]][]][]
      answers: [string, { hash: string; status: number; body: string }][]
    }
    this.ahead = kept.ahead
    for (const [id, collections] of kept.accounts) {
      const all = this.open(id)
      for (const [name, items] of collections)
        for (const item of items) (all[name] as Map<string, unknown>).set(item.id, item)
    }
    for (const all of this.accounts.values())
      for (const { items } of all.subscriptions.values())
        for (const item of items.data) all.subscriptionItems.set(item.id, item)
    for (const [key, answer] of kept.answers) this.answers.set(key, answer)
  }
}
