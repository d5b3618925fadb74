// books.test.ts with more operations. `BOOKS_OPERATIONS=100000` takes hours.
import { test } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { startPaymentProvider } from '../helpers/payments.ts'
import { keepBooks } from '../helpers/random-books.ts'

const OPERATIONS = Number(process.env['BOOKS_OPERATIONS'] ?? 2000)
const { stripe, settings } = await startPaymentProvider()
const server = await startTestServer({ settings })

test(
  `after ${OPERATIONS} random operations all accounts sum to zero and the books equal those of the provider`,
  { timeout: 120_000 + OPERATIONS * 300 },
  () => keepBooks(server, stripe, OPERATIONS),
)
