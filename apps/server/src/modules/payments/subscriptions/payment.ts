// Whether an invoice's payment needs the customer's action.
import { untranslated, type Untranslated } from '@parlance/contract/lib/errors'
import type { Stripe } from 'stripe'
import { atProvider } from '../provider-error.ts'

export interface Payment {
  readonly requiresAction: boolean
  readonly clientSecret: string | null
  readonly paymentIntentId: string | null
  /** Why the last try failed, in the provider's words for customers. */
  readonly declined?: Untranslated
}

/** The id of the payment intent that pays an invoice whose `payments` were expanded. */
export function intentIdOf(invoice: Pick<Stripe.Invoice, 'payments'> | undefined): string | undefined {
  for (const { payment } of invoice?.payments?.data ?? []) {
    const intent = payment.payment_intent
    if (intent) return typeof intent === 'string' ? intent : intent.id
  }
  return undefined
}

/** With `options`, at an agency's account. */
export async function paymentOf(
  stripe: Stripe,
  invoice: Stripe.Invoice | undefined,
  options: Stripe.RequestOptions = {},
): Promise<Payment> {
  const id = intentIdOf(invoice)
  if (!id) return { requiresAction: false, clientSecret: null, paymentIntentId: null }
  const intent = await atProvider(() => stripe.paymentIntents.retrieve(id, {}, options))
  const requiresAction = intent.status === 'requires_action' || intent.status === 'requires_confirmation'
  const why = intent.last_payment_error?.message
  return {
    requiresAction,
    clientSecret: requiresAction ? intent.client_secret : null,
    paymentIntentId: intent.id,
    ...(why ? { declined: untranslated(why) } : {}),
  }
}
