// Automatic recharge when the process is killed repeatedly: one charge for each crossing, none lost or doubled.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MILLI } from '@parlance/contract/lib/money'
import { afterAll, expect, test } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { violations } from '../helpers/invariants.ts'
import { payerOf, startPaymentProvider } from '../helpers/payments.ts'
import { returnJobs, startKilledServer } from './killed-server.ts'

/** A thousand take some minutes on an idle machine. */
const CROSSINGS = Number(process.env['RECHARGE_CROSSINGS'] ?? 100)
/** Each process ends within this many crossings: at least some thirty of them when there are many. */
const PER_PROCESS = Math.max(40, Math.ceil(CROSSINGS / 15))
const THRESHOLD = 500

const { stripe, settings } = await startPaymentProvider()
const server = await startTestServer({ settings })
stripe.deliverTo(`${server.url}/webhooks/stripe`)
const dataDir = mkdtempSync(join(tmpdir(), 'parlance-recharge-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** How often the balance fell below the threshold, by the ledger. */
async function crossings(uid: string): Promise<number> {
  const { rows } = await server.dbs.eu.pool.query<{ n: number }>(
    `with sums as (
       select sum(case when kind in ('hold', 'release') then 0 else amount end) over (order by id) as after, amount, kind
       from ledger_transactions where workspace_id = $1)
     select count(*)::int as n from sums where kind = 'settle' and after < $2 and after - amount >= $2`,
    [uid, THRESHOLD * MILLI],
  )
  return rows[0]?.n ?? 0
}

/** Purchases that crossings caused so far. Cheap, so that waiting takes nothing from the process that is waited for. */
async function purchases(uid: string): Promise<number> {
  const { rows } = await server.dbs.eu.pool.query<{ n: number }>(
    `select count(*)::int as n from payment_purchases where workspace_id = $1 and kind = 'recharge'`,
    [uid],
  )
  return rows[0]?.n ?? 0
}

test(
  `${CROSSINGS} crossings by twenty debits at once are as many charges, whenever the process dies`,
  { timeout: 3_600_000 },
  async () => {
    const person = await server.signUp('eu')
    const payer = payerOf(server, stripe, person)
    await payer.addCard()
    await payer.subscribe()
    const { uid } = person.workspace
    const isActive = async () => (await payer.overview()).currentPlan['id'] === 'pay_as_you_go'
    await expect.poll(isActive, { timeout: 120_000 }).toBe(true)
    await server.setCredits(person, 1000 * MILLI)
    await server.must('PUT', `${server.api('eu')}/v2/workspaces/${uid}/auto-recharge`, person.token, {
      automaticBilling: true,
      internal: { autochargeCreditThreshold: THRESHOLD, autochargeCreditAmount: 5, monthlyChargeLimit: 0 },
    })
    const given = await server.handOver(dataDir)
    const begin = async (isSpending: boolean) => {
      const { url, kill } = await startKilledServer(given, {
        uid,
        region: 'eu',
        threshold: THRESHOLD * MILLI,
        isSpending,
      })
      stripe.deliverTo(`${url}/webhooks/stripe`)
      return kill
    }
    for (let had = 0, nth = 0; had < CROSSINGS; nth += 1) {
      const kill = await begin(true)
      const until = Math.min(CROSSINGS, had + 1 + ((nth * 37) % PER_PROCESS))
      await expect.poll(() => purchases(uid), { interval: 20, timeout: 600_000 }).toBeGreaterThanOrEqual(until)
      await kill()
      await returnJobs(server.dbs, 'eu')
      had = await crossings(uid)
    }
    // The last process spends nothing and completes what the killed ones left.
    const kill = await begin(false)
    const charged = async () => {
      const { rows } = await server.dbs.eu.pool.query<{ n: number }>(
        `select count(*)::int as n from payment_invoices where workspace_id = $1 and kind = 'recharge' and status = 'paid'`,
        [uid],
      )
      return rows[0]?.n ?? 0
    }
    const crossed = await crossings(uid)
    expect(crossed).toBeGreaterThanOrEqual(CROSSINGS)
    await expect.poll(charged, { timeout: 300_000 }).toBe(crossed)
    const atProvider = [...stripe.store.of('').charges.values()].filter(({ amount }) => amount === 500)
    expect(atProvider.filter(({ captured }) => captured)).toHaveLength(crossed)
    await kill()
    expect(await violations(server.dbs)).toEqual([])
  },
)
