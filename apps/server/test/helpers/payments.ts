// Payments in tests: a controllable simulator of Stripe, and people with cards.
import { randomId } from '@parlance/contract/lib/ids'
import { MILLI } from '@parlance/contract/lib/money'
import { startStripe, type StripeSimulator } from '@parlance/simulators/stripe/server'
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest'
import { checks as ledgerChecks, runChecks } from '../../src/modules/billing/invariants.ts'
import { checks as paymentChecks } from '../../src/modules/payments/invariants.ts'
import type { Settings } from '../../src/lib/settings.ts'
import { startTestServer } from './app.ts'
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
  year = 2040,
) {
  const answer = await fetch(`${url}/v1/payment_methods`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publishableKey}`, ...(account ? { 'stripe-account': account } : {}) },
    body: new URLSearchParams({
      type: 'card',
      'card[number]': number,
      'card[exp_month]': '12',
      'card[exp_year]': String(year),
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

export const eventually = <T>(work: () => Promise<T>) => vi.waitFor(work, { timeout: 30_000, interval: 25 })

/** A server with the simulator, whose webhooks arrive once, and people who pay there. */
export async function startPaymentServer() {
  const { stripe, settings } = await startPaymentProvider()
  const server = await startTestServer({ settings: { ...settings, addOnPrices: { 'mini-whitelabel': 99 } } })
  vi.setConfig({ testTimeout: 120_000 })
  beforeAll(() => stripe.deliverTo(`${server.url}/webhooks/stripe`))
  beforeEach(() => stripe.setMode('once'))
  const { contexts, services } = server.running.container
  const ctxOf = ({ region, workspace }: Person) => contexts.system(region, workspace.uid)
  const newPayer = async (region: 'eu' | 'na' = 'na') => {
    const person = await server.signUp(region)
    return { person, ...payerOf(server, stripe, person) }
  }
  const webhooksHandled = async () => {
    await stripe.settled()
    for (const region of ['eu', 'na'] as const)
      await eventually(async () => {
        const left = await server.dbs[region].pool.query(
          `select name from pgboss.job where name like 'provider-webhooks.%' and name not like '%.sweep'
            and state in ('created', 'retry', 'active')`,
        )
        expect(left.rows).toEqual([])
      })
  }
  return {
    stripe,
    server,
    ctxOf,
    newPayer,
    webhooksHandled,
    /** With an active subscription, all of whose webhooks are handled. */
    async newSubscriber(region: 'eu' | 'na' = 'na') {
      const payer = await newPayer(region)
      await payer.addCard()
      await payer.subscribe()
      await eventually(async () =>
        expect(await payer.workspace()).toMatchObject({ plan: 'pay_as_you_go', hasEverPaid: true }),
      )
      await webhooksHandled()
      return payer
    },
    credits: async (person: Person) =>
      (await services.billing.balance(ctxOf(person), person.workspace.uid)).available / MILLI,
    /** A paid subscription is stored before its webhook grants the plan. */
    async booksBalance() {
      for (const region of ['eu', 'na'] as const)
        await eventually(async () =>
          expect(await runChecks(server.dbs[region].pool, [...ledgerChecks, ...paymentChecks])).toEqual([]),
        )
    },
  }
}

interface Overview {
  readonly currentPlan: Readonly<Record<string, unknown>>
  readonly addOns: readonly { readonly id: string; readonly quantity: number; readonly currentQuantity: number }[]
  readonly autoRecharge: Readonly<Record<string, unknown>>
  readonly tax: Readonly<Record<string, unknown>>
  readonly provider: Readonly<Record<string, unknown>>
}
