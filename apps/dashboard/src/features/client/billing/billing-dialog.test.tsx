import type { ClientBilling } from '@parlance/contract/billing/client-billing'
import type { ClientSession } from '@parlance/contract/orgs/client-account-api'
import { QueryClient } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { clientApi } from '../../../lib/api.ts'
import { type Scope, ScopeContext } from '../../../lib/workspace-scope.tsx'
import { renderPage, serve } from '../../../testing/render.tsx'
import BillingDialog from './billing-dialog.tsx'

const ORG = 'org1'
const FAILED = { status: 402, body: { success: false, code: 'PAYMENT_FAILED', message: 'Your card was declined.' } }
const billingOf = (more: Partial<ClientBilling> = {}): ClientBilling => ({
  orgId: ORG,
  loadTokens: 1234,
  accountId: 'acct_1',
  customerId: 'cus_1',
  usdPerCredit: 0.004,
  plans: ['Basic', 'Premium'].map((name) => ({
    name,
    price: 20,
    credits: 5000,
    features: ['Answers'],
    isPopular: false,
    priceId: `price_${name}`,
    productId: `prod_${name}`,
  })),
  subscription: { status: '', id: '', priceId: '' },
  autocharge: { automaticBilling: false, threshold: 500, amount: 5, stopped: '' },
  provider: { sandbox: true, publishableKey: 'pk_test_1', url: '/sandbox/stripe' },
  ...more,
})
const CARD = { id: 'pm_1', customer: 'cus_1', card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2040 } }
const invoices = [1, 2, 3, 4, 5].map((at) => ({
  id: `in_${at}`,
  number: `INV-${at}`,
  created: 1_790_000_000,
  hosted_invoice_url: 'https://example.org/invoice',
  status: 'paid',
  total: 400,
  dispute: at === 1 ? 'open' : '',
}))

function open(
  billing: ClientBilling,
  more: Parameters<typeof serve>[0] = {},
  hasSubscribed = false,
  org?: { readonly loadTokens: number },
) {
  const sent = serve({
    'GET /api/eu/client/billing': () => ({ body: billing }),
    'GET /api/eu/stripe/connect/get-payment-methods/cus_1/acct_1': () => ({ body: { paymentMethod: CARD } }),
    'GET /api/eu/stripe/connect/get-invoices/cus_1/acct_1': () => ({ body: { invoices: { data: invoices } } }),
    'POST /api/eu/stripe/connect/pre-paid': () => FAILED,
    'POST /api/eu/stripe/connect/update-autorecharge': () => FAILED,
    'POST /api/eu/stripe/connect/create-subscription': () => ({ body: { sessionUrl: '' } }),
    'POST /api/eu/stripe/connect/update-payment': () => ({ body: { customer: { id: 'cus_1' } } }),
    ...more,
  })
  const scope = {
    region: 'eu',
    api: clientApi('eu'),
    workspace: { uid: 'abcdefghijklmno' },
    client: {
      client: { ID: 'c1', email: 'mia@example.org' },
      agency: { ID: 'agency' },
      workspaceId: 'abcdefghijklmno',
      org,
    },
  } as unknown as Scope & { client: ClientSession }
  const closed = vi.fn()
  renderPage(
    <ScopeContext value={scope}>
      <BillingDialog orgId={ORG} hasSubscribed={hasSubscribed} onClose={closed} />
    </ScopeContext>,
  )
  return Object.assign(sent, { closed })
}
const button = async (name: string | RegExp) => (await screen.findByRole('button', { name })) as HTMLButtonElement

test('does not ask for a card while the provider can’t say whether there is one', async () => {
  open(billingOf(), { 'GET /api/eu/stripe/connect/get-payment-methods/cus_1/acct_1': () => FAILED })
  await vi.waitFor(() => expect(screen.getAllByRole('button', { name: 'Try again' }).length).toBeGreaterThan(0))
  expect((await button(/^Purchase for/)).disabled).toBe(true)
  expect(screen.queryByText(/^Add a payment method to/)).toBeNull()
})

test('sells credits, plans and recharge, and shows failures', async () => {
  const sent = open(billingOf())
  await screen.findByText('1234.0')
  await screen.findByText('VISA ending in 4242, expires 12/2040')
  expect(await screen.findAllByText(/^INV-/)).toHaveLength(4)
  expect([screen.getAllByText('Paid').length, screen.getAllByText('Disputed').length]).toEqual([3, 1])

  await userEvent.click(await button('2.5K'))
  await userEvent.click(await button('Purchase for $10.00'))
  await screen.findByText('Failed to purchase credits')
  await screen.findByText('Your card was declined.')
  expect(sent.find(({ path }) => path.endsWith('/pre-paid'))?.body).toMatchObject({ creditAmount: 2500, orgId: ORG })

  expect(screen.queryByRole('slider', { name: 'Add' })).toBeNull()
  const recharge = await screen.findByRole('switch', { name: /Buys credits when/ })
  await userEvent.click(recharge)
  await screen.findByRole('slider', { name: 'Add' })
  await userEvent.click(await button('Save'))
  await screen.findByText('Failed to update auto-recharge settings.')
  expect((recharge as HTMLInputElement).checked).toBe(false)

  await userEvent.click(await button('Subscribe to Basic'))
  await screen.findByText('Failed to create subscription session')
})

test('says why the server opens no subscription', async () => {
  const message = 'Your agency cannot sell this many credits at the moment.'
  open(billingOf(), {
    'POST /api/eu/stripe/connect/create-subscription': () => ({
      status: 402,
      body: { success: false, code: 'CREDITS_EXHAUSTED', message },
    }),
  })
  await userEvent.click(await button('Subscribe to Basic'))
  await screen.findByText('Failed to create subscription')
  await screen.findByText(message)
})

/** Accepts the card form. Returns the account it was created for. */
function takeCard() {
  const accounts: (string | null)[] = []
  const served = fetch
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const request = new Request(input, init)
    if (new URL(request.url).pathname !== '/sandbox/stripe/v1/payment_methods') return served(input, init)
    accounts.push(request.headers.get('stripe-account'))
    return Response.json({ id: 'pm_2' })
  })
  return accounts
}

test("requires a card before purchases, and saves it at the agency's account", async () => {
  const sent = open(billingOf({ customerId: '' }))
  const accounts = takeCard()
  expect((await button(/^Purchase for/)).disabled).toBe(true)
  await screen.findByText('Add a payment method to purchase credits.')
  await userEvent.click(await button('Add payment method'))
  await userEvent.type(await screen.findByLabelText('Card number'), '4242424242424242')
  await userEvent.type(screen.getByLabelText('Expiry date'), '1240')
  await userEvent.type(screen.getByLabelText('CVC'), '123')
  await userEvent.click(await button('Save payment method'))
  await screen.findByText('Payment method updated successfully')
  expect(accounts).toEqual(['acct_1'])
  expect(sent.find(({ path }) => path.endsWith('/update-payment'))?.body).toMatchObject({
    orgId: ORG,
    workspaceStripeAccountId: 'acct_1',
    paymentMethodId: 'pm_2',
  })
})

test('offers no other plan while a subscription is active', async () => {
  open(billingOf({ subscription: { status: 'active', id: 'sub_1', priceId: 'price_Basic' } }))
  await screen.findByText('Current Plan')
  await button('Cancel Subscription')
  expect((await button('Subscribe to Premium')).disabled).toBe(true)
})

test.each([
  ['stays when cancelling fails', FAILED, 'Failed to cancel subscription', 0],
  [
    'is cancelled, and the page loads again',
    { body: { subscription: { status: 'canceled', id: 'sub_1', priceId: '' } } },
    'Subscription successfully canceled',
    1,
  ],
])(
  'a subscription %s',
  async (_what, answer, text, loads) => {
    const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined)
    const running = { status: 'active', id: 'sub_1', priceId: 'price_Basic' }
    let status = 'active'
    // As after the way back from the provider's page.
    const sent = open(
      billingOf(),
      {
        'GET /api/eu/client/billing': () => ({ body: billingOf({ subscription: { ...running, status } }) }),
        'POST /api/eu/stripe/connect/cancel-subscription': () => {
          if (loads > 0) status = 'canceled'
          return answer
        },
      },
      true,
    )
    await userEvent.click(await button('Cancel Subscription'))
    const question = await screen.findByRole('dialog', { name: 'Cancel your subscription?' })
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel Subscription' }))
    await screen.findByText(text)
    expect(sent.find(({ path }) => path.endsWith('/cancel-subscription'))?.body).toMatchObject({
      subscriptionId: 'sub_1',
    })
    if (loads > 0)
      await vi.waitFor(async () => expect((await button('Subscribe to Basic')).disabled).toBe(false), {
        timeout: 30_000,
      })
    expect(screen.queryByText(/^Your subscription starts/)).toBeNull()
    await vi.waitFor(() => expect(replace).toHaveBeenCalledTimes(loads), { timeout: 30_000 })
    replace.mockRestore()
  },
  60_000,
)

test.each(['', 'active'])(
  "shows a plan's credits that arrive after its subscription (%s)",
  async (status) => {
    const subscription = { status: 'active', id: 'sub_1', priceId: 'price_Basic' }
    const first = billingOf({ subscription: { ...subscription, status } })
    const answers = [first, billingOf({ subscription }), billingOf({ subscription, loadTokens: 6234 })]
    let reads = 0
    const next = () => ({ body: answers[Math.min(reads++, 2)] ?? billingOf() })
    open(billingOf(), { 'GET /api/eu/client/billing': next }, true)
    await screen.findByText('1234.0')
    await screen.findByText('6234.0', {}, { timeout: 45_000 })
  },
  90_000,
)

test('loads the header again when the credits of a plan are newer than its own', async () => {
  const loadAgain = vi.spyOn(QueryClient.prototype, 'invalidateQueries')
  const subscription = { status: 'active', id: 'sub_1', priceId: 'price_Basic' }
  open(billingOf({ subscription }), {}, true, { loadTokens: 234 })
  await screen.findByText('1234.0')
  await vi.waitFor(() => expect(loadAgain).toHaveBeenCalledWith({ queryKey: ['client-session', 'eu'] }))
  loadAgain.mockRestore()
})

test("waits for the bank's confirmation, then reloads the purchase", async () => {
  const asked = { requiresAction: true, clientSecret: 'pi_1_secret', paymentIntentId: 'pi_1' }
  let status = 'requires_action'
  const sent = open(billingOf(), {
    'POST /api/eu/stripe/connect/pre-paid': () => ({ body: { success: false, loadTokens: 1234, ...asked } }),
    'GET /sandbox/stripe/v1/payment_intents/pi_1': () => ({ body: { id: 'pi_1', status } }),
    'POST /api/eu/stripe/connect/confirm-pre-paid': () => ({ body: { success: true, loadTokens: 2234 } }),
  })
  await screen.findByText('VISA ending in 4242, expires 12/2040')
  await userEvent.click(await button('1K'))
  await userEvent.click(await button('Purchase for $4.00'))
  await screen.findByText('Confirming your payment…')
  expect(screen.getByRole('link', { name: 'Open the bank’s confirmation page' })).toBeTruthy()
  expect(sent.some(({ path }) => path.endsWith('/confirm-pre-paid'))).toBe(false)
  status = 'succeeded'
  await screen.findByText('Credits purchased successfully', {}, { timeout: 45_000 })
  expect(sent.find(({ path }) => path.endsWith('/confirm-pre-paid'))?.body).toEqual({
    orgId: ORG,
    paymentIntentId: 'pi_1',
  })
}, 90_000)

test('says how a purchase failed at the bank', async () => {
  const asked = { requiresAction: true, clientSecret: 'pi_1_secret', paymentIntentId: 'pi_1' }
  open(billingOf(), {
    'POST /api/eu/stripe/connect/pre-paid': () => ({ body: { success: false, loadTokens: 1234, ...asked } }),
    'GET /sandbox/stripe/v1/payment_intents/pi_1': () => ({ body: { id: 'pi_1', status: 'canceled' } }),
  })
  await screen.findByText('VISA ending in 4242, expires 12/2040')
  await userEvent.click(await button('Purchase for $4.00'))
  await screen.findByText('Failed to purchase credits')
  await screen.findByText('Payment failed with status: canceled')
})

test('buys the same again only after another press', async () => {
  const message = 'You bought 1,000 credits in the last 10 minutes. Buy again?'
  const repeated = { success: false, code: 'CONFLICT', message, reason: 'purchase_repeated' }
  const sent = open(billingOf(), {
    'POST /api/eu/stripe/connect/pre-paid': ({ body }) =>
      (body as { again: boolean }).again
        ? {
            body: { success: true, loadTokens: 2234, requiresAction: false, clientSecret: null, paymentIntentId: null },
          }
        : { status: 409, body: { ...repeated, params: { credits: 1000, minutes: 10 } } },
  })
  await screen.findByText('VISA ending in 4242, expires 12/2040')
  await userEvent.click(await button('Purchase for $4.00'))
  await screen.findByText(message)
  await userEvent.click(await button('Buy again'))
  await screen.findByText('Credits purchased successfully')
  expect(sent.filter(({ path }) => path.endsWith('/pre-paid')).map(({ body }) => body)).toMatchObject([
    { again: false },
    { again: true },
  ])
})

test('shows and exports the usage of this month, or of the chosen days', async () => {
  const now = new Date()
  const first = (by: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + by)).toISOString().slice(0, 10)
  const items = [
    { key: 'a1', label: 'Front desk', count: 2, credits: 1200, price: 4.8 },
    { key: 'a2', label: 'Zoo guide', count: 1, credits: 300, price: 1.2 },
  ]
  const sent = open(billingOf(), {
    'GET /api/eu/client/billing/receipt-totals': ({ query }) => ({
      body: { items: query.get('from') === first(0) ? items : [] },
    }),
    'GET /api/eu/client/billing/receipts.csv': () => FAILED,
    'GET /api/eu/client/billing/budget': () => ({ body: { budget: null } }),
  })
  const usage = await screen.findByRole('table', { name: 'Usage' })
  within(usage).getByRole('row', { name: /^Total 1,500 \$6/ })
  expect((await button('This month')).getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(await button('Last month'))
  await screen.findByText('No charges in this period.')
  expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe(first(-1))
  await userEvent.click(await button('Export CSV'))
  await vi.waitFor(() => expect(sent.find(({ path }) => path.endsWith('.csv'))?.query.get('from')).toBe(first(-1)))
})

test('asks before discarding a changed automatic recharge', async () => {
  const { closed } = open(billingOf())
  const recharge = await screen.findByRole<HTMLInputElement>('switch', { name: /Buys credits when/ })
  await vi.waitFor(() => expect(recharge.disabled).toBe(false))
  await userEvent.click(recharge)
  await userEvent.click(await button('Close'))
  await screen.findByText('Leave without saving?')
  expect(closed).not.toHaveBeenCalled()
  await userEvent.click(await button('Leave'))
  await vi.waitFor(() => expect(closed).toHaveBeenCalled())
})
