// Whatever payers do, and however events are ordered or repeated, the books balance and equal the provider's.
import { expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { eventually, payerOf, startPaymentProvider } from '../helpers/payments.ts'
import { keepBooks } from '../helpers/random-books.ts'

const { stripe, settings } = await startPaymentProvider()
const server = await startTestServer({ settings })

test(
  'after random operations all accounts sum to zero and the books equal those of the provider',
  { timeout: 180_000 },
  () => keepBooks(server, stripe, { operations: 120 }),
)

test(
  'compares every customer once and reports once when the books take several jobs',
  { timeout: 60_000 },
  async () => {
    stripe.deliverTo(`${server.url}/webhooks/stripe`)
    for (let n = 0; n < 3; n++) {
      const payer = payerOf(server, stripe, await server.signUp('eu'))
      await payer.addCard()
      await payer.subscribe()
      await eventually(async () => expect(await payer.workspace()).toMatchObject({ plan: 'pay_as_you_go' }))
      await payer.post('top-up-usd', { amount: 5, currency: 'usd' })
    }
    await stripe.settled()
    const logged = vi.spyOn(server.log, 'info')
    const reports = () =>
      logged.mock.calls.filter(([, text]) => text === 'books were compared with the payment provider')
    const { contexts, services } = server.running.container
    await services.payments.reconcile(contexts.system('eu'), { sliceMs: 0 })
    await eventually(async () => expect(reports()).toHaveLength(1))
    expect(reports()[0]?.[0]).toMatchObject({ customers: 3, invoices: 6, subscriptions: 3, failed: [] })
    const jobs = `select count(*)::int as n from pgboss.job where name = 'payments.reconcile' and data ? 'sliceMs'`
    expect((await server.dbs.eu.pool.query(jobs)).rows).toEqual([{ n: 9 }])
  },
)
