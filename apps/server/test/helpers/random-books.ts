// Random operations of payers at the payment provider's simulator, and what must hold after them.
import { DELIVERY_MODES, type StripeSimulator } from '@parlance/simulators/stripe/server'
import { expect, vi } from 'vitest'
import { checks as ledgerChecks, runChecks } from '../../src/modules/billing/invariants.ts'
import { checks as paymentChecks } from '../../src/modules/payments/invariants.ts'
import type { RunningServer } from '../../src/server.ts'
import type { startTestServer } from './app.ts'
import { payerOf } from './payments.ts'
import type { Person } from './people.ts'

const DAY = 86_400

/** Numbers from a seed, so that a failure can be repeated. */
function randomOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

type TestServer = Awaited<ReturnType<typeof startTestServer>>

/** Kills of the server's process; the test's own one only answers at the beginning and the end. */
export interface Crashes {
  /** Operations between two of them. */
  readonly every: number
  readonly begin: (person: Person) => Promise<Pick<TestServer, 'api' | 'must'>>
  /** Kills it while `work` runs, and starts another. */
  readonly crash: (work: Promise<unknown>) => Promise<Pick<TestServer, 'api' | 'must'>>
  readonly end: () => Promise<RunningServer>
}

/** All accounts sum to zero, and the books equal those of the provider. */
export async function keepBooks(
  server: TestServer,
  stripe: StripeSimulator,
  operations: number,
  crashes?: Crashes,
): Promise<void> {
  stripe.deliverTo(`${server.url}/webhooks/stripe`)
  const random = randomOf(Number(process.env['BOOKS_SEED'] ?? 20_261_128))
  const people = await Promise.all([0, 1, 2].map(() => server.signUp('na')))
  const payersAt = (api: Pick<TestServer, 'api' | 'must'>) =>
    people.map((person) => payerOf({ ...api, dbs: server.dbs }, stripe, person))
  let payers = payersAt(crashes && people[0] ? await crashes.begin(people[0]) : server)
  const pick = <T>(all: readonly T[]): T => all[random(all.length)] as T
  const cards = ['4242424242424242', '4000000000000259', '4000000000000341', '5555555555554444']
  for (let nth = 0; nth < operations; nth += 1) {
    const payer = pick(payers)
    stripe.setMode(pick(DELIVERY_MODES))
    if (crashes && nth % crashes.every === crashes.every - 1) {
      const work = payer.ask('top-up-usd', { amount: 5 + random(20) }).catch(() => undefined)
      payers = payersAt(await crashes.crash(work))
      continue
    }
    const operation = random(8)
    if (operation === 0) await payer.addCard(pick(cards))
    else if (operation === 1) await payer.ask('create-subscription', { planId: 'pay_as_you_go' })
    else if (operation === 2) await payer.ask('top-up-usd', { amount: 5 + random(20) })
    else if (operation === 3)
      await payer.ask('add-addon-to-subscription', { addons: [{ addonId: 'client_seat', quantity: random(4) }] })
    else if (operation === 4) await payer.ask('cancel-subscription', { reason: 'Temporary need' })
    else if (operation === 5) await payer.ask('reactivate-subscription')
    else if (operation === 6) stripe.advance(random(20) * DAY)
    else {
      const left = [...stripe.store.of('').charges.values()].filter(
        (one) => one.captured && !one.disputed && one.amount_refunded < one.amount_captured,
      )
      if (left.length > 0) {
        const charge = pick(left)
        stripe.refund(charge.id, Math.min(1 + random(200), charge.amount_captured - charge.amount_refunded))
      }
    }
  }
  stripe.setMode('once')
  await stripe.settled()
  const { container } = crashes ? await crashes.end() : server.running
  const ctx = container.contexts.system('na')
  const { payments } = container.services
  await vi.waitFor(
    async () => {
      await payments.reconcile(ctx)
      expect((await payments.reconcile(ctx)).corrected).toEqual([])
    },
    { timeout: 20_000 + operations * 20, interval: 200 },
  )
  expect(await runChecks(server.dbs.na.pool, [...ledgerChecks, ...paymentChecks])).toEqual([])
  const { rows } = await server.dbs.na.pool.query<{ ours: string }>(
    `select coalesce(sum(amount), 0)::text as ours from payment_postings where account = 'provider'`,
  )
  const theirs = [...stripe.store.of('').balanceTransactions.values()].reduce(
    // The operator pays the fees of disputes.
    (sum, one) => sum + (one.type === 'adjustment' ? one.amount : one.net),
    0,
  )
  expect(Number(rows[0]?.ours)).toBe(theirs)
}
