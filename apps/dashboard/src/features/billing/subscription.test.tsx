import type { BillingOverview } from '@parlance/contract/billing/payments'
import { addOnsOnSale, PLANS } from '@parlance/contract/billing/plans'
import { taxOf } from '@parlance/contract/billing/tax'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { mayLeaveForms } from '../../lib/unsaved-guard.tsx'
import { sessionQuery } from '../../lib/session/session.ts'
import { renderPage, serve } from '../../testing/render.tsx'
import { usageColor } from './plan-card.tsx'
import { Subscription } from './subscription.tsx'

/** The provider's script, as the payment request of a test needs it. */
let stripe: { paymentRequest?: unknown } | undefined = {}
vi.mock(
  import('@stripe/stripe-js/pure'),
  () => ({ loadStripe: async () => stripe ?? Promise.reject(new Error('blocked')) }) as never,
)

const UID = 'abcdefghijklmno'
const NAMES = { free: 'Free', pay_as_you_go: 'Pay as you go', enterprise: 'Enterprise' }
const overview = (plan: keyof typeof NAMES, more: Partial<BillingOverview> = {}): BillingOverview => ({
  currentPlan: {
    id: plan,
    name: NAMES[plan],
    status: 'active',
    hasSubscription: plan === 'pay_as_you_go',
    billingCycle: 'monthly',
    renewalDate: plan === 'pay_as_you_go' ? 1_900_000_000 : null,
    credits: { used: 900, total: 1000 },
    cancels: false,
    cancelsAt: null,
    usdBalance: 0.1,
  },
  costThisMonth: 0.9,
  tax: taxOf('DE'),
  plans: PLANS.map((one) => ({
    ...one,
    prices: [...one.prices],
    features: [...one.features(0.001)],
    billingCycle: 'monthly',
    status: null,
    stripePrices: [],
  })),
  addOns: addOnsOnSale().map((one) => ({ ...one, prices: [...one.prices], quantity: 0, currentQuantity: 0 })),
  autoRecharge: {
    automaticBilling: false,
    autochargeCreditThreshold: 500,
    autochargeCreditAmount: 5,
    monthlyChargeLimit: 100,
    chargedThisMonth: 0,
    stopped: null,
  },
  provider: { sandbox: true, publishableKey: 'pk_test_1', url: '/sandbox/stripe' },
  creditValueUsd: 0.001,
  priceSettings: { unlimitedAgentsFee: 50, creditTiers: [10_000, 100_000] },
  ...more,
})
const USER_DATA = {
  customer: null,
  subscriptions: [],
  paymentMethod: null,
  internalKeyRef: 'default',
  currency: 'eur',
  subscriptionItems: [],
}
const SAVED = {
  id: 'pm_saved',
  customer: 'cus_1',
  card: { brand: 'visa', last4: '4242', exp_month: 1, exp_year: 2050 },
  billing_details: {
    name: '',
    phone: '',
    email: '',
    address: { line1: '', line2: '', city: '', state: '', postal_code: '', country: '' },
  },
}
const answers = (shown: BillingOverview) => ({
  'GET /api/account': () => ({
    body: { account: { emailVerified: true, language: 'en', name: 'Ada Example', email: 'ada@example.org' } },
  }),
  [`GET /api/eu/v2/workspaces/${UID}/billing`]: () => ({ body: shown }),
  'POST /api/eu/stripe/check-discount-code': () => ({
    body: {
      discount: { valid: false, percent_off: null, amount_off: null, currency: null, name: '', duration: 'once' },
    },
  }),
  'POST /api/eu/stripe/check-addon-status': () => ({ body: { hasSubscription: true, addons: [] } }),
  'POST /api/eu/stripe/get-user-data': () => ({ body: USER_DATA }),
})

test.each([
  [0, 'iris'],
  [50, 'iris'],
  [51, 'yellow'],
  [80, 'yellow'],
  [81, 'red'],
])('colours a use of %i percent %s', (percent, color) => expect(usageColor(percent)).toBe(color))

test.each([
  [504, 'yellow'],
  [804, 'red'],
])('colours a use of %i of 1,000 credits before it is rounded', async (used, color) => {
  const { currentPlan } = overview('pay_as_you_go')
  serve(answers(overview('pay_as_you_go', { currentPlan: { ...currentPlan, credits: { used, total: 1000 } } })))
  renderPage(<Subscription />)
  expect((await screen.findByTestId('usage')).innerHTML).toContain(`--mantine-color-${color}`)
})

test('a plan set by the operator is changed by asking', async () => {
  serve(answers(overview('enterprise')))
  renderPage(<Subscription />)
  await screen.findByText('This plan was agreed with us individually. Contact us to change or end it.')
  expect(screen.queryByRole('button', { name: 'Modify plan' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Contact us' }))
  await screen.findByRole('dialog', { name: 'Enterprise plan' })
})

test('requires an email address for receipts', async () => {
  serve({
    ...answers(overview('free')),
    // With a saved card only the address is left to type.
    'POST /api/eu/stripe/get-user-data': () => ({ body: { ...USER_DATA, paymentMethod: SAVED } }),
  })
  renderPage(<Subscription />)
  await userEvent.click(await screen.findByRole('button', { name: 'Upgrade plan' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Continue to payment' }))
  const email = await screen.findByLabelText(/^Email for receipts/)
  const next = screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' })
  await userEvent.clear(email)
  await userEvent.type(email, 'abc')
  expect(next.disabled).toBe(true)
  expect(screen.queryByText('Please enter a valid email')).toBeNull()
  await userEvent.tab()
  await screen.findByText('Please enter a valid email')
  await userEvent.type(email, '@example.org')
  expect(screen.queryByText('Please enter a valid email')).toBeNull()
  expect(next.disabled).toBe(false)
})

test('hides top-up and recharge on the free plan', async () => {
  serve(answers(overview('free')))
  renderPage(<Subscription />)
  expect((await screen.findByRole('button', { name: 'Add to balance' })).matches(':disabled')).toBe(true)
  expect(screen.getByRole('switch', { name: 'Automatic recharge' }).matches(':disabled')).toBe(true)
})

test('keeps an edited recharge through a charge, but not through other settings, and asks before discarding it', async () => {
  const shown = overview('pay_as_you_go')
  serve(answers(shown))
  const { client } = renderPage(<Subscription />)
  const recharge = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Automatic recharge' })
  const reload = async (change: Partial<BillingOverview['autoRecharge']>) => {
    Object.assign(shown.autoRecharge, change)
    await act(() => client.invalidateQueries())
  }
  await userEvent.click(await screen.findByRole('switch', { name: 'Automatic recharge' }))
  await reload({ chargedThisMonth: 15 })
  await screen.findByText(/^Charged this month: .*15/)
  expect(recharge().checked).toBe(true)
  const left = mayLeaveForms()
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(await left).toBe(false)
  await reload({ autochargeCreditThreshold: 700 })
  await vi.waitFor(() => expect(recharge().checked).toBe(false))
})

test('shows what an automatic recharge costs with tax', async () => {
  serve(answers(overview('pay_as_you_go')))
  renderPage(<Subscription />)
  await screen.findByText('€5 (€6.35 with tax)')
})

test('shows net price, tax and total before the payment, and refuses an unknown code', async () => {
  serve(answers(overview('free')))
  renderPage(<Subscription />)
  await userEvent.click(await screen.findByRole('button', { name: 'Upgrade plan' }))
  const dialog = await screen.findByRole('dialog', { name: 'Confirm subscription' })
  await within(dialog).findByText('VAT (27%)')
  within(dialog).getByText(/aren’t refundable\. Increases apply right away, decreases in the next billing cycle\.$/)
  expect(within(dialog).getByText('€22.86')).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Apply' }))
  await within(dialog).findByText('Please enter a discount code')
  await userEvent.type(within(dialog).getByLabelText('Discount code'), 'NOPE')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Apply' }))
  await within(dialog).findByText('Invalid discount code')
})

test.each([
  ['4.99', '4.99', true],
  ['5', '5', false],
  ['12.5', '12.5', false],
  ['-5', '-5', true],
  ['1e3', '13', false],
])('takes an amount typed as %s for %s', async (typed, read, isRefused) => {
  serve(answers(overview('pay_as_you_go', { tax: taxOf('US') })))
  renderPage(<Subscription />)
  await userEvent.click(await screen.findByRole('button', { name: 'Add to balance' }))
  const amount = await screen.findByLabelText<HTMLInputElement>('Amount')
  await userEvent.clear(amount)
  await userEvent.type(amount, typed)
  expect(amount.value.replace('$', '')).toBe(read)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm' }).disabled).toBe(isRefused)
})

test('requires a complete card and address, and says that Apple Pay is missing', async () => {
  serve(answers(overview('free')))
  renderPage(<Subscription />)
  await userEvent.click(await screen.findByRole('button', { name: 'Upgrade plan' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Continue to payment' }))
  const next = await screen.findByRole('button', { name: 'Continue' })
  expect((next as HTMLButtonElement).disabled).toBe(true)
  await userEvent.click(screen.getByLabelText('Apple Pay'))
  await userEvent.click(next)
  await screen.findByText('Apple Pay is not yet implemented')
})

test('keeps what was typed when the card is refused', async () => {
  serve(answers(overview('free')))
  const ours = globalThis.fetch
  const declined = { error: { message: 'Your card was declined.' } }
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) =>
    input === '/sandbox/stripe/v1/payment_methods' ? Response.json(declined, { status: 402 }) : ours(input, init),
  )
  renderPage(<Subscription />)
  await userEvent.click(await screen.findByRole('button', { name: 'Upgrade plan' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Continue to payment' }))
  const typed = {
    'Card number': '4000000000000002',
    'Expiry date': '1240',
    CVC: '123',
    Address: 'Quay 1',
    City: 'Berlin',
    'Postal code': '10115',
    Country: 'DE',
  }
  await screen.findByLabelText('Card number')
  for (const [label, value] of Object.entries(typed))
    fireEvent.change(screen.getByLabelText(new RegExp(`^${label}(?: \\*)?$`)), { target: { value } })
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByText('Your card was declined.')
  expect(screen.getByDisplayValue('Berlin')).toBeTruthy()
  expect(screen.getByDisplayValue('4000 0000 0000 0002')).toBeTruthy()
})

test.each([
  ['pays with Apple Pay where the browser has it', 'DE'],
  ['charges no other price than the one that Apple Pay showed', 'US'],
])('%s', async (_what, before) => {
  let isSaved = false
  type Heard = (event: object) => void
  const heard = new Map<string, Heard>()
  const complete = vi.fn()
  const paymentMethod = {
    id: 'pm_apple',
    billing_details: { address: { line1: 'Main St 1', city: 'Berlin', postal_code: '10115', country: 'DE' } },
  }
  const request = {
    canMakePayment: async () => ({ applePay: true }),
    once: (event: string, handler: Heard) => heard.set(event, handler),
    show: () => heard.get('paymentmethod')?.({ paymentMethod, payerName: 'Ada', payerEmail: 'a@b.co', complete }),
  }
  const paymentRequest = vi.fn((_options: object) => request)
  stripe = { paymentRequest }
  const shown = overview('free', { provider: { sandbox: false, publishableKey: 'pk_live_1', country: 'DE', url: '' } })
  const sent = serve({
    ...answers(shown),
    // With a saved card the provider's form is not shown.
    'POST /api/eu/stripe/get-user-data': () => ({ body: { ...USER_DATA, paymentMethod: SAVED } }),
    [`GET /api/eu/v2/workspaces/${UID}/billing`]: () => ({ body: { ...shown, tax: taxOf(isSaved ? 'DE' : before) } }),
    'POST /api/eu/stripe/upsert-payment-method': () => {
      isSaved = true
      return { body: { customerId: 'cus_1' } }
    },
    'POST /api/eu/stripe/create-subscription': () => ({
      body: {
        transactionId: 'in_1',
        amountPaid: 22.86,
        tax: { currency: 'eur', amount: 4.86 },
        requiresAction: false,
        clientSecret: null,
        paymentIntentId: null,
        subscriptionId: 'sub_1',
        status: 'active',
      },
    }),
  })
  renderPage(<Subscription />)
  await userEvent.click(await screen.findByRole('button', { name: 'Upgrade plan' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Continue to payment' }))
  await userEvent.click(await screen.findByLabelText('Apple Pay'))
  const next = screen.getByRole('button', { name: 'Continue' })
  await vi.waitFor(() => expect(next.matches(':disabled')).toBe(false))
  await userEvent.click(next)
  if (before !== 'DE') {
    await screen.findByText('With this billing address you pay €22.86. Nothing has been charged yet.')
    expect(paymentRequest.mock.calls[0]?.[0]).toMatchObject({ currency: 'usd', total: { amount: 2000 } })
    expect(sent.some(({ path }) => path.endsWith('create-subscription'))).toBe(false)
    complete.mockClear()
    await vi.waitFor(() => expect(next.matches(':disabled')).toBe(false))
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  }
  expect(await screen.findByText('Subscription Created!')).toBeTruthy()
  expect(paymentRequest.mock.lastCall?.[0]).toMatchObject({ country: 'DE', currency: 'eur', total: { amount: 2286 } })
  expect(sent.find(({ path }) => path.endsWith('upsert-payment-method'))?.body).toMatchObject({
    paymentMethodId: 'pm_apple',
    email: 'a@b.co',
    name: 'Ada',
    address: { country: 'DE' },
  })
  expect(complete.mock.calls).toEqual([['success']])
})

test('pays an overdue invoice, and says so once it is paid', async () => {
  let isPaid = false
  const invoice = {
    id: 'in_1',
    number: 'A-0002',
    created: 1_900_000_000,
    hosted_invoice_url: '',
    invoice_pdf: '',
    kind: 'subscription',
    currency: 'usd',
    subtotal: 2000,
    discount: 0,
    tax: 0,
    total: 2000,
    amountRefunded: 0,
    dispute: '',
  }
  const due = overview('pay_as_you_go', { tax: taxOf('US') })
  serve({
    ...answers(due),
    [`GET /api/eu/v2/workspaces/${UID}/billing`]: () => ({
      body: { ...due, currentPlan: { ...due.currentPlan, status: isPaid ? 'active' : 'past_due' } },
    }),
    [`GET /api/eu/v2/workspaces/${UID}/invoices`]: () => ({
      body: { items: [{ ...invoice, status: isPaid ? 'paid' : 'open' }] },
    }),
    'POST /api/eu/stripe/get-user-data': () => ({ body: { ...USER_DATA, paymentMethod: SAVED } }),
    'POST /api/eu/stripe/upsert-payment-method': () => ({ body: { customerId: 'cus_1' } }),
    [`POST /api/eu/v2/workspaces/${UID}/pay-overdue`]: () => {
      isPaid = true
      return {
        body: { success: true, invoiceId: 'in_1', requiresAction: false, clientSecret: null, paymentIntentId: null },
      }
    },
  })
  renderPage(<Subscription />)
  await userEvent.click(await screen.findByRole('button', { name: 'Pay now' }))
  const dialog = await screen.findByRole('dialog', { name: 'Pay overdue invoice' })
  expect((await within(dialog).findAllByText('$20')).length).toBeGreaterThan(0)
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Continue' }))
  await screen.findByRole('dialog', { name: 'Invoice paid' })
  await screen.findByText('Active')
})

test('takes an answer that is none of the server for a failure', async () => {
  serve({
    ...answers(overview('free')),
    'POST /api/eu/stripe/get-user-data': () => ({ body: { ...USER_DATA, paymentMethod: SAVED } }),
    'POST /api/eu/stripe/upsert-payment-method': () => ({ body: { customerId: 'cus_1' } }),
    'POST /api/eu/stripe/create-subscription': () => ({ body: '<html>' }),
  })
  renderPage(<Subscription />)
  await userEvent.click(await screen.findByRole('button', { name: 'Upgrade plan' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Continue to payment' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Continue' }))
  const dialog = await screen.findByRole('dialog', { name: 'Subscription Error' })
  within(dialog).getByText('There was an error creating your subscription. Please try again.')
})

test('asks for a reason before cancelling a subscription', async () => {
  const sent = serve({
    ...answers(overview('pay_as_you_go')),
    'POST /api/eu/stripe/cancel-subscription': () => ({ body: { success: true, cancelsAt: 1_900_000_000 } }),
  })
  renderPage(<Subscription />)
  await userEvent.click(await screen.findByRole('button', { name: 'Modify plan' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel subscription' }))
  await userEvent.click(await screen.findByLabelText('Other'))
  const confirm = screen.getByRole('button', { name: 'Cancel subscription' })
  expect((confirm as HTMLButtonElement).disabled).toBe(true)
  await userEvent.type(screen.getByLabelText(/Tell us more/), 'We closed')
  await userEvent.click(confirm)
  await expect.poll(() => sent.find(({ path }) => path.endsWith('cancel-subscription'))).toBeTruthy()
})

test("says when add-ons can't be loaded, or changed without a price", async () => {
  const shown = overview('pay_as_you_go')
  serve({
    ...answers({ ...shown, addOns: shown.addOns.map((one) => ({ ...one, prices: [] })) }),
    'POST /api/eu/stripe/check-addon-status': () => ({ status: 500, body: { success: false, code: 'INTERNAL' } }),
  })
  renderPage(<Subscription />)
  await userEvent.click(await screen.findByRole('button', { name: 'Modify plan' }))
  await screen.findByText('Failed to load addon information')
  const dialog = await screen.findByRole('dialog', { name: 'Modify your plan' })
  await userEvent.click(within(dialog).getAllByRole('button', { name: /^Add one/ })[0] as HTMLElement)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  await screen.findByText('Failed to prepare addon changes')
})

const BROKEN = { status: 502, body: { success: false, code: 'UPSTREAM_FAILED', message: 'The provider is down.' } }
const payByCard = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Upgrade plan' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Continue to payment' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Continue' }))
}

test.each([
  ['canceled', 'Payment failed with status: canceled'],
  ['requires_payment_method', 'Payment failed with status: requires_payment_method'],
])('says how the payment failed when the bank leaves it %s', async (status, text) => {
  const action = { requiresAction: true, clientSecret: 'pi_1_secret', paymentIntentId: 'pi_1' }
  serve({
    ...answers(overview('free')),
    'POST /api/eu/stripe/get-user-data': () => ({ body: { ...USER_DATA, paymentMethod: SAVED } }),
    'POST /api/eu/stripe/upsert-payment-method': () => ({ body: { customerId: 'cus_1' } }),
    'POST /api/eu/stripe/create-subscription': () => ({ body: { ...action, subscriptionId: 'sub_1' } }),
    'GET /sandbox/stripe/v1/payment_intents/pi_1': () => ({ body: { id: 'pi_1', status } }),
    'POST /api/eu/stripe/confirm-subscription-payment': () => ({ body: { success: true, status: 'incomplete' } }),
  })
  renderPage(<Subscription />)
  await payByCard()
  const dialog = await screen.findByRole('dialog', { name: 'Subscription Error' })
  within(dialog).getByText(text)
})

test.each([
  ['upsert-payment-method', 'Failed to update payment information'],
  ['create-subscription', 'There was an error creating your subscription. Please try again.'],
  ['get-user-data', 'Failed to load subscription data'],
])('says what failed and why when %s fails', async (path, what) => {
  const saved = { body: { ...USER_DATA, paymentMethod: SAVED } }
  serve({
    ...answers(overview('free')),
    'POST /api/eu/stripe/get-user-data': () => saved,
    'POST /api/eu/stripe/upsert-payment-method': () => ({ body: { customerId: 'cus_1' } }),
    [`POST /api/eu/stripe/${path}`]: () => BROKEN,
  })
  renderPage(<Subscription />)
  await (path === 'get-user-data'
    ? screen.findByRole('button', { name: 'Upgrade plan' }).then((button) => userEvent.click(button))
    : payByCard())
  if (path === 'get-user-data') await userEvent.click(screen.getByRole('button', { name: 'Continue to payment' }))
  await screen.findAllByText(what)
  await screen.findByText('The provider is down.')
})

test.each([
  ['without a key', '', 'Missing required configuration'],
  ['whose script is blocked', 'pk_live_1', 'Stripe not initialized'],
])('says so with a provider %s', async (_what, publishableKey, text) => {
  stripe = undefined
  serve(answers(overview('free', { provider: { sandbox: false, publishableKey, url: '' } })))
  renderPage(<Subscription />)
  await userEvent.click(await screen.findByRole('button', { name: 'Upgrade plan' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Continue to payment' }))
  await screen.findByText(text)
  for (const [label, value] of Object.entries({
    Address: 'Quay 1',
    City: 'Berlin',
    'Postal code': '10115',
    Country: 'DE',
  }))
    fireEvent.change(screen.getByLabelText(new RegExp(`^${label}(?: \\*)?$`)), { target: { value } })
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await vi.waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2))
})

test("says when a subscription can't be cancelled", async () => {
  serve({ ...answers(overview('pay_as_you_go')), 'POST /api/eu/stripe/cancel-subscription': () => BROKEN })
  renderPage(<Subscription />)
  await userEvent.click(await screen.findByRole('button', { name: 'Modify plan' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel subscription' }))
  await userEvent.click(await screen.findByLabelText('Too expensive'))
  await userEvent.click(screen.getByRole('button', { name: 'Cancel subscription' }))
  await screen.findByText('Error cancelling subscription')
  await screen.findByText('The provider is down.')
})

test('says when a workspace is unreachable', async () => {
  serve({
    ...answers(overview('free')),
    [`GET /api/eu/v2/workspaces/${UID}/billing`]: () => ({ status: 404, body: { success: false, code: 'NOT_FOUND' } }),
  })
  renderPage(<Subscription />)
  await screen.findByText('Error: Cannot access workspace information')
})

test('a request for Enterprise begins with the name and address of the account', async () => {
  serve(answers(overview('free')))
  const user = userEvent.setup()
  const { client } = renderPage(<Subscription />)
  await client.fetchQuery(sessionQuery)
  await user.click(await screen.findByRole('button', { name: 'Ask for Enterprise' }))
  const form = await screen.findByRole('dialog', { name: 'Enterprise plan' })
  expect(within(form).getByLabelText<HTMLInputElement>(/^Your name/).value).toBe('Ada Example')
  expect(within(form).getByLabelText<HTMLInputElement>(/^Email/).value).toBe('ada@example.org')
})
