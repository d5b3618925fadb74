// books.test.ts with more operations, in a server that is killed again and again. `BOOKS_OPERATIONS=100000` takes about an hour.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, test, vi } from 'vitest'
import type { Settings } from '../../src/lib/settings.ts'
import { clientOf, startTestServer } from '../helpers/app.ts'
import { startPaymentProvider } from '../helpers/payments.ts'
import type { Person } from '../helpers/people.ts'
import { type Crashes, keepBooks } from '../helpers/random-books.ts'
import { type KilledServer, returnJobs, startKilledServer } from './killed-server.ts'

const OPERATIONS = Number(process.env['BOOKS_OPERATIONS'] ?? 2000)
/** Operations between two kills. */
const CRASH_EVERY = Number(process.env['BOOKS_CRASH_EVERY'] ?? 400)
/** Operations between two checks of the ledger. */
const CHECK_EVERY = Number(process.env['BOOKS_CHECK_EVERY'] ?? 1000)

const { stripe, settings } = await startPaymentProvider()
const server = await startTestServer({ settings })
const dataDir = mkdtempSync(join(tmpdir(), 'parlance-books-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

function crashesOf(): Crashes {
  let given: Settings
  let uid = ''
  let child: KilledServer
  const start = async () => {
    child = await startKilledServer(given, { uid, region: 'na' })
    stripe.deliverTo(`${child.url}/webhooks/stripe`)
    return { ...clientOf(child.url, server.model), operate: child.operate }
  }
  const kill = async () => {
    await child.kill()
    await returnJobs(server.dbs, 'na')
  }
  return {
    every: CRASH_EVERY,
    async begin(person: Person) {
      ;({ uid } = person.workspace)
      given = await server.handOver(dataDir)
      return start()
    },
    async crash(calls, work) {
      const before = stripe.calls.length
      let isDone = false
      void work.finally(() => (isDone = true))
      await vi.waitUntil(() => isDone || stripe.calls.length >= before + calls, { timeout: 60_000, interval: 1 })
      await kill()
      await work
      return start()
    },
    async end() {
      await kill()
      const { running, url } = await server.anotherNode()
      stripe.deliverTo(`${url}/webhooks/stripe`)
      return running
    },
  }
}

test(
  `after ${OPERATIONS} random operations and kills all accounts sum to zero and the books equal those of the provider`,
  { timeout: 300_000 + OPERATIONS * 1000 },
  () =>
    keepBooks(server, stripe, {
      operations: OPERATIONS,
      seed: Number(process.env['BOOKS_SEED'] ?? 20_261_128),
      crashes: crashesOf(),
      checkEvery: CHECK_EVERY,
    }),
)
