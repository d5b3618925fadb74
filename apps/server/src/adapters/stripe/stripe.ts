// Stripe through its own SDK: the real service with a key, the simulator without one.
import { Stripe } from 'stripe'
import type { StripeSettings } from '../../lib/settings.ts'

const TIMEOUT_MS = 20_000

/** The SDK retries failed calls under the same idempotency key. */
export function createStripe({ secretKey, baseUrl }: Pick<StripeSettings, 'secretKey' | 'baseUrl'>): Stripe {
  const { hostname, port, protocol } = new URL(baseUrl)
  const isPlain = protocol === 'http:'
  return new Stripe(secretKey, {
    host: hostname,
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
    protocol: isPlain ? 'http' : 'https',
    maxNetworkRetries: 2,
    timeout: TIMEOUT_MS,
    telemetry: false,
  })
}
