// The provider's page on which a customer subscribes. A customer has one open at a time, so that two tabs can't pay twice.
import { AppError } from '@parlance/contract/lib/errors'
import type { Stripe } from 'stripe'
import { atProvider } from '../provider-error.ts'
import { isPaying } from './status.ts'

type Options = Stripe.RequestOptions

/** Returns its URL. With `options`, at an agency's account. */
export async function openCheckout(
  stripe: Stripe,
  session: Stripe.Checkout.SessionCreateParams & { readonly customer: string },
  options: Options = {},
): Promise<string> {
  const made = await atProvider(() => stripe.checkout.sessions.create(session, options))
  // Tabs that ask at the same time keep the same one. An agency may have made others at its own account.
  const [newest, ...others] = (await listOpen(stripe, session.customer, options))
    .filter((one) => one.mode === made.mode && one.client_reference_id === made.client_reference_id)
    .toSorted((a, b) => b.created - a.created || b.id.localeCompare(a.id))
  await expire(stripe, others, options)
  if (!newest?.url) throw new AppError('UPSTREAM_FAILED')
  return newest.url
}

/** Before the customer subscribes in another way: they must not pay such a page later. */
export const closeCheckouts = async (stripe: Stripe, customer: string): Promise<void> =>
  expire(stripe, await listOpen(stripe, customer), {})

/** A subscription that the webhooks may not have brought yet. */
export async function findRunning(
  stripe: Stripe,
  customer: string,
  options: Options = {},
): Promise<Stripe.Subscription | undefined> {
  const { data } = await atProvider(() => stripe.subscriptions.list({ customer, limit: 100 }, options))
  return data.find(({ status }) => isPaying(status))
}

const listOpen = async (stripe: Stripe, customer: string, options: Options = {}) =>
  (await atProvider(() => stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }, options))).data

async function expire(stripe: Stripe, sessions: readonly Stripe.Checkout.Session[], options: Options): Promise<void> {
  for (const { id } of sessions)
    // It was paid or has expired meanwhile.
    await stripe.checkout.sessions.expire(id, {}, options).catch(() => undefined)
}
