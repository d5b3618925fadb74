// The provider's page on which a customer subscribes. A customer has one open at a time, so that two tabs can't pay twice.
import { AppError } from '@parlance/contract/lib/errors'
import type { Stripe } from 'stripe'
import { atProvider } from '../provider-error.ts'

/** Returns its URL. With `options`, at an agency's account. */
export async function openCheckout(
  stripe: Stripe,
  session: Stripe.Checkout.SessionCreateParams & { readonly customer: string },
  options: Stripe.RequestOptions = {},
): Promise<string> {
  const { customer } = session
  await atProvider(() => stripe.checkout.sessions.create(session, options))
  const open = await atProvider(() => stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }, options))
  // Tabs that ask at the same time keep the same one.
  const [newest, ...others] = open.data.toSorted((a, b) => b.created - a.created || b.id.localeCompare(a.id))
  for (const { id } of others)
    // It was paid or has expired meanwhile.
    await stripe.checkout.sessions.expire(id, {}, options).catch(() => undefined)
  if (!newest?.url) throw new AppError('UPSTREAM_FAILED')
  return newest.url
}

/** Whether the customer has a subscription that the webhooks have not brought yet. */
export async function hasRunning(
  stripe: Stripe,
  customer: string,
  options: Stripe.RequestOptions = {},
): Promise<boolean> {
  const { data } = await atProvider(() => stripe.subscriptions.list({ customer, status: 'active', limit: 1 }, options))
  return data.length > 0
}
