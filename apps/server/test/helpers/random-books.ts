// Random operations of payers at the payment provider's simulator, and what must hold after them.
import { DELIVERY_MODES, type StripeSimulator } from '@parlance/simulators/stripe/server'
import type { Pool } from 'pg'
import type { Stripe } from 'stripe'
import { expect, vi } from 'vitest'
import { checks as ledgerChecks, runChecks } from '../../src/modules/billing/invariants.ts'
import { checks as paymentChecks } from '../../src/modules/payments/invariants.ts'
import type { RunningServer } from '../../src/server.ts'
import type { startTestServer } from './app.ts'
import type { Operation } from '../payments/killed-server.ts'
import { ADDRESS, newCard, payerOf } from './payments.ts'
import type { Person } from './people.ts'

const DAY = 86_400
/** Operations after which the provider's list of everything is read a second time. */
const MOST_COMPARED_TWICE = 5000
const CARDS = ['4242424242424242', '4000000000000259', '4000000000000341', '5555555555554444'] as const

type Random = (below: number) => number
type Ask = (call: Operation, input: object) => Promise<unknown>

const PATHS: Readonly<Record<Operation, string>> = {
  upsertPaymentMethod: 'upsert-payment-method',
  createSubscription: 'create-subscription',
  topUp: 'top-up-usd',
  addAddon: 'add-addon-to-subscription',
  cancelSubscription: 'cancel-subscription',
  reactivateSubscription: 'reactivate-subscription',
}

/** Numbers from a seed, so that a failure can be repeated (mulberry32). */
function randomOf(seed: number): Random {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

type TestServer = Awaited<ReturnType<typeof startTestServer>>
/** One operation of a payer; those of `payerOf` when absent. */
type Operate = (workspaceId: string, call: Operation, input: object) => Promise<unknown>
interface Api extends Pick<TestServer, 'api' | 'must'> {
  readonly operate?: Operate
}

/** Kills of the server's process; the test's own one only answers at the beginning and the end. */
export interface Crashes {
  /** Operations between two of them. */
  readonly every: number
  readonly begin: (person: Person) => Promise<Api>
  /** Kills it after so many more calls to the provider, or once `work` is done, and starts another. */
  readonly crash: (calls: number, work: Promise<unknown>) => Promise<Api>
  readonly end: () => Promise<RunningServer>
}

interface Options {
  readonly operations: number
  readonly seed?: number
  readonly crashes?: Crashes
  /** Checks the ledger each time so many operations were done, and reports it. */
  readonly checkEvery?: number
}

/** All accounts sum to zero, and the books equal those of the provider. */
export async function keepBooks(
  server: TestServer,
  stripe: StripeSimulator,
  { operations, seed = 20_261_128, crashes, checkEvery = Infinity }: Options,
): Promise<void> {
  stripe.deliverTo(`${server.url}/webhooks/stripe`)
  const people = await Promise.all([0, 1, 2].map(() => server.signUp('na')))
  const { pool } = server.dbs.na
  let current: Api = crashes && people[0] ? await crashes.begin(people[0]) : server
  const toCurrent: Api = { api: (region) => current.api(region), must: (...call) => current.must(...call) }
  let [done, kills] = [0, 0]
  let restarting: Promise<void> | undefined

  const operate = async (ask: Ask, customer: () => string, random: Random) => {
    stripe.setMode(DELIVERY_MODES[random(DELIVERY_MODES.length)] ?? 'once')
    const operation = random(8)
    if (operation === 0) await ask('upsertPaymentMethod', await cardInput(stripe, random))
    else if (operation === 1) await ask('createSubscription', { planId: 'pay_as_you_go', addonsToShow: [] })
    else if (operation === 2) await ask('topUp', { amount: 5 + random(20), again: random(4) > 0 })
    else if (operation === 3) await ask('addAddon', { addons: [{ addonId: 'client_seat', quantity: random(4) }] })
    else if (operation === 4) await ask('cancelSubscription', { reason: 'Temporary need' })
    else if (operation === 5) await ask('reactivateSubscription', {})
    else if (operation === 6) stripe.advance(random(8) * DAY)
    else refundSome(stripe, customer(), random)
  }

  /** One payer's operations follow from the seed; those of others run at the same time. */
  const lane = async (person: Person, nth: number) => {
    const payer = payerOf({ ...toCurrent, dbs: server.dbs }, stripe, person)
    const random = randomOf(seed + nth)
    // A request proves nothing more about the books; one of ten is made.
    const ask: Ask = (call, input) =>
      current.operate && random(10) > 0
        ? current.operate(person.workspace.uid, call, input)
        : payer.ask(PATHS[call], input).then((answer) => expect(answer.status, JSON.stringify(answer)).not.toBe(500))
    const customer = () =>
      [...stripe.store.of('').customers.values()].find((one) => one.metadata['workspaceId'] === person.workspace.uid)
        ?.id ?? ''
    const share = Math.ceil((operations - nth) / people.length)
    for (let left = share; left > 0; left -= 1) {
      await restarting
      const before = kills
      await operate(ask, customer, random).catch((error: unknown) => {
        if (kills === before) throw error
      })
      const number = (done += 1)
      if (number % checkEvery === 0) await check(number)
      if (!crashes || restarting || number % crashes.every !== 0) continue
      kills += 1
      const work = ask('topUp', { amount: 5 + random(20), again: true }).catch(() => undefined)
      restarting = crashes.crash(1 + random(8), work).then((api) => {
        current = api
        restarting = undefined
      })
    }
    await restarting
  }

  const check = async (after: number) => {
    expect(await runChecks(pool, ledgerChecks)).toEqual([])
    const { invoices, charges, refunds, disputes } = stripe.store.of('')
    const made = `${invoices.size} invoices, ${charges.size} charges, ${refunds.size} refunds, ${disputes.size} disputes`
    process.stderr.write(
      `${new Date().toISOString()} ${after} operations, ${kills} kills, ${made}: accounts sum to zero\n`,
    )
  }

  await Promise.all(people.map(lane))
  stripe.setMode('once')
  await stripe.settled()
  const { container } = crashes ? await crashes.end() : server.running
  const ctx = container.contexts.system('na')
  const { payments } = container.services
  await vi.waitFor(
    async () => {
      await payments.reconcile(ctx)
      expect(await ourInvoices(pool)).toEqual(theirInvoices(stripe))
    },
    { timeout: 20_000 + operations * 20, interval: 200 },
  )
  if (operations <= MOST_COMPARED_TWICE) expect((await payments.reconcile(ctx)).corrected).toEqual([])
  expect(await runChecks(pool, [...ledgerChecks, ...paymentChecks])).toEqual([])
  const { rows } = await pool.query<{ ours: string }>(
    `select coalesce(sum(amount), 0)::text as ours from payment_postings where account = 'provider'`,
  )
  const theirs = [...stripe.store.of('').balanceTransactions.values()].reduce(
    // The operator pays the fees of disputes.
    (sum, one) => sum + (one.type === 'adjustment' ? one.amount : one.net),
    0,
  )
  expect(Number(rows[0]?.ours)).toBe(theirs)
}

const yearOf = ({ store }: StripeSimulator) => new Date(store.now() * 1000).getUTCFullYear()

/** What the card form sends, after the number went to the provider. */
const cardInput = async (stripe: StripeSimulator, random: Random) => ({
  // The clock moves on by decades.
  paymentMethodId: await newCard(stripe, CARDS[random(CARDS.length)], yearOf(stripe) + 3),
  email: 'payer@example.test',
  name: 'Ada',
  address: ADDRESS,
  isNewPaymentMethod: true,
})

type Invoices = Readonly<Record<string, string>>

async function ourInvoices(pool: Pool): Promise<Invoices> {
  const { rows } = await pool.query<{ id: string; money: string }>(
    `select id, concat_ws(' ', status, total, amount_paid, amount_refunded, amount_disputed, fee) as money from payment_invoices`,
  )
  return Object.fromEntries(rows.map(({ id, money }) => [id, money]))
}

/** The same from the provider's own books. */
function theirInvoices(stripe: StripeSimulator): Invoices {
  const { invoices, paymentIntents, charges, disputes, balanceTransactions } = stripe.store.of('')
  const disputed = new Map<string, number>()
  for (const { charge, status, amount } of disputes.values())
    if (status !== 'won' && !status.startsWith('warning')) disputed.set(String(charge), amount)
  const moneyOf = (invoice: Stripe.Invoice) => {
    const { payment } = invoice.payments?.data[0] ?? {}
    const charge = charges.get(String(paymentIntents.get(String(payment?.payment_intent))?.latest_charge))
    if (!charge) return [0, 0, 0, 0]
    const captured = charge.captured ? charge.amount_captured : 0
    const fee = balanceTransactions.get(String(charge.balance_transaction))?.fee ?? 0
    return [captured, charge.amount_refunded, disputed.get(charge.id) ?? 0, fee]
  }
  return Object.fromEntries(
    [...invoices.values()].map((one) => [one.id, [one.status, one.total, ...moneyOf(one)].join(' ')]),
  )
}

/** A part of a charge of the customer, if one can be refunded. */
function refundSome(stripe: StripeSimulator, customer: string, random: Random): void {
  const [nth, amount] = [random(1_000_000), 1 + random(200)]
  const left = [...stripe.store.of('').charges.values()].filter(
    (one) => one.customer === customer && one.captured && !one.disputed && one.amount_refunded < one.amount_captured,
  )
  const charge = left[nth % Math.max(1, left.length)]
  if (charge) stripe.refund(charge.id, Math.min(amount, charge.amount_captured - charge.amount_refunded))
}
