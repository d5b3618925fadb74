/** What the page of the simulator shows and changes. */
import type { Stripe } from 'stripe'
import { type Decline, TEST_CARDS, type TestCard } from './cards.ts'
import { CONTROL_PAGE } from './control-page.ts'
import { StripeFault } from './fault.ts'
import { Input } from './input.ts'
import type { PageAnswer } from './pages.ts'
import type { PaymentsPart } from './payments.ts'
import { type Handler, idOf, type Routes, type Sim } from './sim.ts'
import { PLATFORM } from './store.ts'
import { DELIVERY_MODES, type DeliveryMode } from './webhooks.ts'

const DAY = 86_400
const MAX_DAYS = 400
const SHOWN = 20
const MODES: Readonly<Record<DeliveryMode, string>> = {
  once: 'as they happen',
  twice: 'each one twice',
  late: 'each one after the next',
  lost: 'not at all',
  swapped: 'in pairs, the second one first',
  reversed: 'in reverse order',
  shuffled: 'in any order',
  again: 'all of them, and all of them again',
}
/** Codes of a new sandbox. */
const CODES: readonly Readonly<Record<string, string>>[] = [
  { code: 'SAVE10', off: '10', unit: 'percent', duration: 'once' },
  { code: 'HALF3', off: '50', unit: 'percent', duration: 'repeating' },
  { code: 'MINUS5', off: '5', unit: 'usd', duration: 'once' },
  { code: 'ONLYONE', off: '20', unit: 'percent', duration: 'once', uses: '1' },
  { code: 'FREE', off: '100', unit: 'percent', duration: 'once' },
]

interface Parts {
  readonly payments: Pick<PaymentsPart, 'refund' | 'endDispute'>
  readonly catalog: Routes
  readonly billing: Routes
  readonly advance: (seconds: number) => void
  readonly mode: () => DeliveryMode
  readonly setMode: (mode: DeliveryMode) => void
  /** Whether every call of the API fails. */
  readonly isDown: () => boolean
  readonly setDown: (down: boolean) => void
}

export function createControls({ store }: Sim, parts: Parts) {
  const { payments, catalog, billing, advance, mode, setMode, isDown, setDown } = parts
  const call = (name: string, fields: Readonly<Record<string, string | Readonly<Record<string, string>>>>) => {
    const input = new Input(fields as ConstructorParameters<typeof Input>[0])
    const handler = catalog[name] as Handler
    return handler({ account: PLATFORM, input, ids: [], fromBrowser: false, idempotencyKey: undefined })
  }

  const addCode = ({ code = '', off = '', unit = '', duration = 'once', uses = '' }: Record<string, string>) => {
    const amount = Number(off)
    if (!/^[\w-]{1,40}$/.test(code) || !(amount > 0)) throw StripeFault.invalid('A code needs a name and a discount.')
    if (codeOf(code)) throw StripeFault.invalid('An active promotion code with this code already exists.', 'code')
    const coupon = call('POST /v1/coupons', {
      duration,
      name: code.toUpperCase(),
      ...(duration === 'repeating' && { duration_in_months: '3' }),
      ...(unit === 'percent'
        ? { percent_off: String(amount) }
        : { amount_off: String(Math.round(amount * 100)), currency: unit }),
    }) as Stripe.Coupon
    call('POST /v1/promotion_codes', {
      promotion: { type: 'coupon', coupon: coupon.id },
      code,
      ...(uses && { max_redemptions: uses }),
    })
  }
  const codeOf = (code: string) =>
    [...store.of(PLATFORM).promotionCodes.values()].find((one) => one.code === code.toUpperCase())

  const charges = () =>
    [...store.accounts]
      .flatMap(([account, all]) => [...all.charges.values()].map((charge) => ({ account, all, charge })))
      .toSorted((a, b) => b.charge.created - a.charge.created)
      .slice(0, SHOWN)
      .map(({ account, all, charge }) => {
        const of = { account, charge: charge.id }
        const dispute = [...all.disputes.values()].find((one) => idOf(one.charge) === charge.id)
        const isOpen = dispute?.status.endsWith('needs_response') === true
        const canRefund = charge.paid && !charge.refunded && !isOpen && dispute?.status !== 'lost'
        return {
          amount: money(charge.amount, charge.currency),
          customer: all.customers.get(idOf(charge.customer))?.email ?? '',
          status: statusOf(charge, dispute),
          actions: [
            ...(canRefund ? [{ label: 'Refund', say: { refund: of } }] : []),
            ...(isOpen && dispute
              ? [
                  { label: 'Win dispute', say: { dispute: { account, id: dispute.id, won: true } } },
                  { label: 'Lose dispute', say: { dispute: { account, id: dispute.id, won: false } } },
                ]
              : []),
          ],
        }
      })

  const unconfirmed = () =>
    [...store.accounts].flatMap(([account, all]) =>
      [...all.paymentIntents.values()]
        .filter(({ status }) => status === 'requires_action')
        .map(({ id, amount, currency, customer }) => ({
          amount: money(amount, currency),
          customer: all.customers.get(idOf(customer))?.email ?? '',
          actions: [{ label: 'Cancel', say: { cancel: { account, intent: id } } }],
        })),
    )

  const cancel = ({ account, intent }: NonNullable<Asked['cancel']>) => {
    const payment = [...store.of(account).invoicePayments.values()].find(
      (one) => idOf(one.payment.payment_intent as string) === intent,
    )
    const id = idOf(payment?.invoice)
    const handler = billing['POST /v1/invoices/:/void'] as Handler
    handler({ account, input: new Input({}), ids: [id], fromBrowser: false, idempotencyKey: undefined })
  }

  const state = () => ({
    now: store.now(),
    down: isDown(),
    unconfirmed: unconfirmed(),
    mode: mode(),
    modes: DELIVERY_MODES.map((id) => ({ id, text: MODES[id] })),
    codes: [...store.of(PLATFORM).promotionCodes.values()].map((one) => ({
      code: one.code,
      discount: discountText(store.of(PLATFORM).coupons.get(idOf(one.promotion.coupon))),
      used: `${one.times_redeemed}${one.max_redemptions === null ? '' : ` of ${one.max_redemptions}`}`,
    })),
    charges: charges(),
    cards: Object.entries(TEST_CARDS).map(([number, card]) => ({
      number: number.replaceAll(/(\d{4})(?=\d)/g, '$1 '),
      effect: effectOf(card),
    })),
  })

  const say = (body: string) => {
    const asked = read(body)
    const { days, code, refund, dispute } = asked
    if (typeof asked.down === 'boolean') setDown(asked.down)
    if (asked.cancel) cancel(asked.cancel)
    if (typeof days === 'number') {
      if (!(days > 0 && days <= MAX_DAYS)) throw StripeFault.invalid(`Between 1 and ${MAX_DAYS} days.`)
      advance(days * DAY)
    }
    if (code) addCode(code)
    const wanted = DELIVERY_MODES.find((one) => one === asked.mode)
    if (wanted) setMode(wanted)
    if (refund) {
      const charge = store.get(refund.account, 'charges', refund.charge)
      payments.refund(refund.account, charge, charge.amount_captured - charge.amount_refunded)
    }
    if (dispute) payments.endDispute(dispute.account, dispute.id, dispute.won)
  }

  return {
    /** Codes of a sandbox that has none. */
    seed: () => {
      if (store.of(PLATFORM).promotionCodes.size === 0) for (const one of CODES) addCode({ ...one })
    },
    /** Undefined for a path of something else. */
    answer: (method: string, path: string, body: string): PageAnswer | undefined => {
      if (path === '/page') return { status: 200, headers: HTML, body: CONTROL_PAGE }
      if (path === '/page/state') return { status: 200, headers: JSON_TYPE, body: JSON.stringify(state()) }
      if (path !== '/page/say' || method !== 'POST') return undefined
      try {
        say(body)
      } catch (error) {
        if (!(error instanceof StripeFault)) throw error
        return { status: 400, headers: JSON_TYPE, body: JSON.stringify({ message: error.message }) }
      }
      return { status: 200, headers: JSON_TYPE, body: JSON.stringify(state()) }
    },
  }
}

const HTML = { 'content-type': 'text/html; charset=utf-8' }
const JSON_TYPE = { 'content-type': 'application/json' }

interface Asked {
  readonly days?: number
  readonly code?: Record<string, string>
  readonly mode?: string
  readonly refund?: { readonly account: string; readonly charge: string }
  readonly dispute?: { readonly account: string; readonly id: string; readonly won: boolean }
  readonly cancel?: { readonly account: string; readonly intent: string }
  readonly down?: boolean
}

function read(body: string): Asked {
  try {
    return JSON.parse(body) as Asked
  } catch {
    throw StripeFault.invalid('Not JSON.')
  }
}

const money = (minor: number, currency: string) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() }).format(minor / 100)

function discountText(coupon: Stripe.Coupon | undefined): string {
  if (!coupon) return ''
  const off =
    coupon.percent_off === null ? money(coupon.amount_off ?? 0, coupon.currency ?? 'usd') : `${coupon.percent_off}%`
  const months = coupon.duration_in_months ?? 1
  if (coupon.duration === 'once') return `${off} off the first invoice`
  return coupon.duration === 'forever' ? `${off} off all invoices` : `${off} off for ${months} months`
}

function statusOf(charge: Stripe.Charge, dispute: Stripe.Dispute | undefined): string {
  if (dispute) return `dispute: ${dispute.status.replaceAll('_', ' ')}`
  if (!charge.paid) return charge.failure_message ?? 'failed'
  if (charge.amount_refunded > 0) return `refunded ${money(charge.amount_refunded, charge.currency)}`
  return 'paid'
}

const THREE_D_SECURE: Readonly<Record<NonNullable<TestCard['threeDSecure']>, string>> = {
  always: 'The bank asks for confirmation of every payment',
  unlessSetUp: 'The bank asks for confirmation of the first payment',
  setUpAlready: 'The bank asks for confirmation while the customer is there',
  declines: 'The bank asks for confirmation',
  error: 'The confirmation by the bank cannot start',
}
const DISPUTES: Readonly<Record<NonNullable<TestCard['dispute']>, string>> = {
  fraudulent: 'Pays, then is disputed as fraud',
  product_not_received: 'Pays, then is disputed as not received',
  inquiry: 'Pays, then the bank inquires',
  warning: 'Pays, then the bank warns of fraud',
}
const why = ({ code, decline_code, message }: Decline) => `${message} (${decline_code ?? code})`

export function effectOf(card: TestCard): string {
  const { threeDSecure, declineAfter, decline, attachFails, dispute, refund, risk } = card
  if (threeDSecure) return THREE_D_SECURE[threeDSecure] + (declineAfter ? `, then: ${why(declineAfter)}` : '')
  if (decline) return `${attachFails ? 'Declined at once' : 'Can be saved, then declined'}: ${why(decline)}`
  if (dispute) return DISPUTES[dispute]
  if (refund) return refund === 'failed' ? 'Pays; a refund fails' : 'Pays; a refund is pending first'
  if (risk) return 'Pays, at elevated risk'
  if (card.line1Fails) return `Pays, although ${card.zipFails ? 'address and postal code fail' : 'the address fails'}`
  return `Pays (${card.brand}, ${card.funding}, ${card.country})`
}
