// The browser's side of card payments: the provider creates payment methods and confirms payments. No card number
// reaches our server; the sandbox's simulator takes test numbers.
import type { BillingAddress, PaymentProvider } from '@parlance/contract/billing/payments'
import { i18n } from '../../i18n/i18n.ts'

export interface BillingDetails {
  readonly name: string
  readonly email: string
  readonly address?: BillingAddress
}

/** Creates a payment method from the entered card. Rejects with the provider's reason. */
export type CreatePaymentMethod = (details: BillingDetails) => Promise<string>

export interface SandboxCardDetails {
  readonly number: string
  /** `MM / YY` */
  readonly expiry: string
  readonly cvc: string
}

interface IntentAnswer {
  readonly id?: string
  readonly status?: string
  readonly error?: { readonly message?: string }
}

async function callSandbox(
  { url, publishableKey }: PaymentProvider,
  path: string,
  { form, account }: { readonly form?: Record<string, string>; readonly account?: string | undefined } = {},
): Promise<IntentAnswer> {
  // Each of our hosts serves it, and pages only call their own.
  const { pathname } = new URL(url, location.href)
  const response = await fetch(`${pathname}/v1/${path}`, {
    method: form ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${publishableKey}`, ...(account && { 'stripe-account': account }) },
    ...(form && { body: new URLSearchParams(form) }),
  })
  const answer = (await response.json()) as IntentAnswer
  if (!response.ok) throw new Error(answer.error?.message ?? i18n.t('billing.payment.error'))
  return answer
}

export async function createSandboxPaymentMethod(
  provider: PaymentProvider,
  { number, expiry, cvc }: SandboxCardDetails,
  { name, email, address }: BillingDetails,
  account?: string,
): Promise<string> {
  const [month = '', year = ''] = expiry.split('/').map((part) => part.trim())
  const form: Record<string, string> = {
    type: 'card',
    'card[number]': number.replaceAll(/\s/g, ''),
    'card[exp_month]': month,
    'card[exp_year]': `20${year}`,
    'card[cvc]': cvc,
    ...(email && { 'billing_details[email]': email }),
    ...(name && { 'billing_details[name]': name }),
  }
  for (const [field, value] of Object.entries(address ?? {}))
    if (value) form[`billing_details[address][${field}]`] = value
  const { id } = await callSandbox(provider, 'payment_methods', { form, account })
  return id ?? ''
}

export interface PaymentAction {
  readonly clientSecret: string | null
  readonly paymentIntentId: string | null
}

/** The page that confirms a sandbox payment, like a bank's. */
export const sandboxConfirmationUrl = ({ url }: PaymentProvider, { clientSecret, paymentIntentId }: PaymentAction) =>
  `${url}/3ds/${paymentIntentId ?? ''}?client_secret=${encodeURIComponent(clientSecret ?? '')}`

const POLL_MS = 1500
const CONFIRM_MS = 10 * 60_000

/** Waits until the customer has confirmed the payment or failed. Returns its status. */
export async function confirmPayment(
  provider: PaymentProvider,
  { clientSecret, paymentIntentId }: PaymentAction,
  signal: AbortSignal,
  account?: string,
): Promise<string> {
  if (!clientSecret || !paymentIntentId) throw new Error(i18n.t('billing.payment.notConfigured'))
  if (!provider.sandbox) {
    const { loadStripe } = await import('@stripe/stripe-js/pure')
    const stripe = await loadStripe(provider.publishableKey, account ? { stripeAccount: account } : undefined).catch(
      () => null,
    )
    if (!stripe) throw new Error(i18n.t('billing.payment.notInitialized'))
    const { paymentIntent, error } = await stripe.confirmCardPayment(clientSecret)
    if (error) throw new Error([i18n.t('billing.payment.confirmationFailed'), error.message].filter(Boolean).join(': '))
    return paymentIntent.status
  }
  const path = `payment_intents/${paymentIntentId}?client_secret=${encodeURIComponent(clientSecret)}`
  for (const until = Date.now() + CONFIRM_MS; Date.now() < until && !signal.aborted;) {
    const { status = '' } = await callSandbox(provider, path, { account })
    if (status !== 'requires_action') return status
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw new Error(i18n.t('billing.payment.confirmationIncomplete'))
}
