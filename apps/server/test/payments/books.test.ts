// Whatever payers do, and however events are ordered or repeated, the books balance and equal the provider's.
import { test } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { startPaymentProvider } from '../helpers/payments.ts'
import { keepBooks } from '../helpers/random-books.ts'

const { stripe, settings } = await startPaymentProvider()
const server = await startTestServer({ settings })

test(
  'after random operations all accounts sum to zero and the books equal those of the provider',
  { timeout: 180_000 },
  () => keepBooks(server, stripe, { operations: 120 }),
)
