// Automatic recharge whose amount does not reach the threshold.
import { randomId } from '@parlance/contract/lib/ids'
import { MILLI } from '@parlance/contract/lib/money'
import { expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { violations } from '../helpers/invariants.ts'
import { payerOf, startPaymentProvider } from '../helpers/payments.ts'

const { stripe, settings } = await startPaymentProvider()
// $5 buy 500 credits.
const server = await startTestServer({ settings: { ...settings, creditValueUsd: 0.01 } })
const eventually = (work: () => Promise<void>) => vi.waitFor(work, { timeout: 30_000, interval: 25 })

test('charges once per crossing, even when the charge does not reach the threshold', { timeout: 120_000 }, async () => {
  stripe.deliverTo(`${server.url}/webhooks/stripe`)
  const person = await server.signUp('eu')
  const { uid } = person.workspace
  const payer = payerOf(server, stripe, person)
  await payer.addCard()
  await payer.subscribe()
  await eventually(async () =>
    expect(await payer.workspace()).toMatchObject({ plan: 'pay_as_you_go', hasEverPaid: true }),
  )
  await server.setCredits(person, 2600 * MILLI)
  await server.must('PUT', `${server.api('eu')}/v2/workspaces/${uid}/auto-recharge`, person.token, {
    automaticBilling: true,
    internal: { autochargeCreditThreshold: 2500, autochargeCreditAmount: 5, monthlyChargeLimit: 0 },
  })
  // Saving the settings starts a recharge of its own, which would meet the first one below.
  await payer.jobsDone()
  const { billing, payments } = server.running.container.services
  const ctx = server.running.container.contexts.system('eu', uid)
  const spend = async (credits: number) => {
    const item = { holdKey: `turn:${randomId(12)}`, workspaceId: uid, agentId: null, cause: 'Turn' }
    await ctx.tx(async (tx) => {
      await billing.lockBalances(tx.db, [uid])
      await billing.holdMany(tx.db, [{ ...item, amount: credits * MILLI }])
      await billing.settleMany(tx.db, [{ ...item, cost: credits * MILLI }])
    })
    await payments.recharge(ctx)
  }
  const recharges = async () => (await payer.invoices()).filter(({ kind }) => kind === 'recharge').length
  await spend(1600)
  expect(await recharges()).toBe(1)
  for (const credits of [10, 10, 10]) await spend(credits)
  expect(await recharges()).toBe(1)
  await billing.grant(ctx, { workspaceId: uid, amount: 2000 * MILLI, key: 'more', cause: 'More' })
  await payments.recharge(ctx)
  await payer.jobsDone()
  await spend(1500)
  expect(await recharges()).toBe(2)
  expect(await violations(server.dbs)).toEqual([])
})
