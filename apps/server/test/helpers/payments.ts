// Payments in tests: a controllable simulator of Stripe, and people with cards.
import { randomId } from '@parlance/contract/lib/ids'
import { startStripe, type StripeSimulator } from '@parlance/simulators/stripe/server'
import { afterAll, expect, vi } from 'vitest'
import type { Settings } from '../../src/lib/settings.ts'
import type { startTestServer } from './app.ts'
import { call, type Person } from './people.ts'

export const ADDRESS = { line1: 'Main Street 1', city: 'Springfield', postal_code: '12345', state: '', country: 'US' }

/** Settings for `startTestServer`, and the simulator they name. */
export async function startPaymentProvider(): Promise<{ stripe: StripeSimulator; settings: Partial<Settings> }> {
  const stripe = await startStripe()
  afterAll(() => stripe.close())
  const { url: baseUrl, secretKey, publishableKey, webhookSecret } = stripe
  return { stripe, settings: { stripe: { baseUrl, secretKey, publishableKey, webhookSecrets: [webhookSecret] } } }
}

/** Like the provider's form in the browser: the number goes only to the provider. */
export async function newCard(
  { url, publishableKey, account }: Pick<StripeSimulator, 'url' | 'publishableKey'> & { readonly account?: string },
  number = '4242424242424242',
) {
  const answer = await fetch(`${url}/v1/payment_methods`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publishableKey}`, ...(account ? { 'stripe-account': account } : {}) },
    body: new URLSearchParams({
      type: 'card',
      'card[number]': number,
      'card[exp_month]': '12',
      'card[exp_year]': '40',
      'card[cvc]': '123',
    }),
  })
  const { id, error } = (await answer.json()) as { id?: string; error?: { message: string } }
  if (!id) throw new Error(error?.message ?? 'no payment method')
  return id
}

/** The payment calls of the dashboard for one workspace. */
export function payerOf(
  server: Pick<Awaited<ReturnType<typeof startTestServer>>, 'api' | 'dbs' | 'must'>,
  stripe: StripeSimulator,
  person: Person,
) {
  const { region, token, workspace } = person
  const userId = workspace.uid
  const post = <T>(path: string, body: object = {}) =>
    server.must<T>('POST', `${server.api(region)}/stripe/${path}`, token, { userId, region, ...body })
  const ask = (path: string, body: object = {}) =>
    call<Record<string, unknown>>('POST', `${server.api(region)}/stripe/${path}`, {
      bearer: token,
      body: { userId, region, ...body },
    })
  return {
    post,
    ask,
    async addCard(number?: string, address: object = ADDRESS) {
      const paymentMethodId = await newCard(stripe, number)
      return post<{ customerId: string }>('upsert-payment-method', {
        paymentMethodId,
        email: `${randomId(6)}@example.test`,
        name: 'Ada',
        address,
        isNewPaymentMethod: true,
      })
    },
    async subscribe(more: object = {}) {
      return post<Record<string, unknown>>('create-subscription', { planId: 'pay_as_you_go', ...more })
    },
    /** Waits for what was queued for the workspace, such as the recharge that saving its settings starts. */
    jobsDone: () =>
      vi.waitFor(
        async () => {
          const left = await server.dbs[region].pool.query(
            `select name from pgboss.job where name like 'payments.%' and data ->> 'workspaceId' = $1
              and state in ('created', 'retry', 'active')`,
            [userId],
          )
          expect(left.rows).toEqual([])
        },
        { timeout: 30_000, interval: 25 },
      ),
    overview: () => server.must<Overview>('GET', `${server.api(region)}/v2/workspaces/${userId}/billing`, token),
    invoices: async () =>
      (
        await server.must<{ items: Record<string, unknown>[] }>(
          'GET',
          `${server.api(region)}/v2/workspaces/${userId}/invoices`,
          token,
        )
      ).items,
    workspace: async () =>
      (
        await server.must<{ data: Record<string, unknown> }>(
          'GET',
          `${server.api(region)}/v2/workspaces/${userId}`,
          token,
        )
      ).data,
  }
}

interface Overview {
  readonly currentPlan: Readonly<Record<string, unknown>>
  readonly addOns: readonly { readonly id: string; readonly quantity: number; readonly currentQuantity: number }[]
  readonly autoRecharge: Readonly<Record<string, unknown>>
  readonly tax: Readonly<Record<string, unknown>>
  readonly provider: Readonly<Record<string, unknown>>
}
